/** Which step decides a case: `decide`, or `rules` that take its place. */
import type { StepOf, TeamVerticalStep } from '../../contract/team-vertical.ts';
import type { Before, StepDone } from './done.ts';

export const ESCALATE = 'escalate';

type Deciding = StepOf<'decide'> | StepOf<'rules'> | StepOf<'look_up'> | StepOf<'verify_code'>;

export const decidesCase = (step: TeamVerticalStep): step is Deciding =>
  step.do === 'decide' || clearByRules(step) !== undefined;

/** Returns the decision of rules that take the place of `decide`. */
const clearByRules = (step: TeamVerticalStep): string | undefined => {
  if (step.do === 'rules') return step.decides;
  return step.do === 'look_up' || step.do === 'verify_code' ? step.finds?.decides : undefined;
};

/** Returns the decision of a step that decides if there are no reasons against it. */
export const clearOf = (step: Deciding): string => (step.do === 'decide' ? step.clear : clearByRules(step)!);

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
