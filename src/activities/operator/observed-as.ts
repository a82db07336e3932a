import type { DesktopDependencies } from './dependencies.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';

/** Replaces screenshots with the page's text if the model acts on elements by ref, because it has to know the refs. */
export const observedAs = <I extends { readonly run: OperatorRunInput }>(
  { byElements }: Pick<DesktopDependencies, 'byElements'>,
  input: I,
): I =>
  byElements && input.run.observation === 'screenshot'
    ? { ...input, run: { ...input.run, observation: 'text' } }
    : input;
