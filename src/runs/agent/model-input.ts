import type { ChosenModel } from './agent-runs.ts';

/** The part of a workflow's input that says which model answers. It is absent if the request named no model. */
export interface ModelInput {
  readonly model?: string;
}

export const modelInput = ({ name, chosen }: ChosenModel): ModelInput =>
  chosen === true ? { model: name } : {};
