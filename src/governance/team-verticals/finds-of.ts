import type { TeamVerticalStep } from '../../contract/team-vertical.ts';

/** Returns the rules of a step that applies some to what it has left. */
export const findsOf = (step: TeamVerticalStep) =>
  step.do === 'look_up' || step.do === 'verify_code' ? step.finds : undefined;
