/** Which step decides a case: `decide`, or `rules` that take its place. */
import type { StepOf, TeamVerticalStep } from '../../contract/team-vertical.ts';
import type { Before, StepDone } from './done.ts';

export const ESCALATE = 'escalate';

export const decidesCase = (step: TeamVerticalStep): step is StepOf<'decide'> | StepOf<'rules'> =>
  step.do === 'decide' || (step.do === 'rules' && step.decides !== undefined);

/** Returns the decision of a step that decides if there are no reasons against it. */
export const clearOf = (step: StepOf<'decide'> | StepOf<'rules'>): string =>
  step.do === 'decide' ? step.clear : step.decides!;

/** Adds the decision to the result of rules that replace `decide`. Any reason so far escalates. */
export const deciding = (
  { decides }: Pick<StepOf<'rules'>, 'decides'>,
  done: StepDone,
  { reasons }: Before,
): StepDone => {
  if (decides === undefined) return done;
  const isClear = reasons.length + done.reasons.length === 0;
  return { ...done, value: { ...done.value, decision: isClear ? decides : ESCALATE } };
};
