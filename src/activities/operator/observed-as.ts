import type { DesktopDependencies } from './dependencies.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';

/** A model that acts on elements by their refs has to be told of them. */
export const observedAs = <I extends { readonly run: OperatorRunInput }>(
  { byElements }: Pick<DesktopDependencies, 'byElements'>,
  input: I,
): I =>
  byElements && input.run.observation === 'screenshot'
    ? { ...input, run: { ...input.run, observation: 'text' } }
    : input;
