import type { Reason } from '../../../governance/rules/reason.ts';
import { type Members, readValue } from '../../../governance/team-verticals/values.ts';
import { answerCall, eventsOf, findToolOutcome, readCall } from '../../agent/tool-call.ts';
import type { CallInput, ToolOutcome } from '../../agent/types.ts';
import type { LiveDependencies } from '../../live/context.ts';
import { openStepRun, resultRef, type TeamStepInput } from '../step-run.ts';
import { shownStep } from './shown.ts';

export interface AnswerInput {
  readonly input: TeamStepInput;
  readonly call: CallInput;
  /** Number of rows that the step wrote for this call; 0 for a call of a step that was already done. */
  readonly rows: 0 | 1;
}

/** Answers a call with the stored result of its step. */
export const answerTeamStep = async (
  deps: LiveDependencies,
  { input, call, rows }: AnswerInput,
): Promise<ToolOutcome> => {
  const before = await findToolOutcome(deps.db, call);
  if (before !== undefined) return before;
  const made = await readCall(deps, call);
  const run = await openStepRun(deps, input);
  const stored = await deps.openValue({ teamId: input.run.team_id, ref: resultRef(input, input.n) });
  const done = {
    value: readValue(stored['value']) as Members,
    reasons: stored['reasons'] as readonly Reason[],
  };
  const shown = shownStep(run, done, rows === 0 ? { summary: 'Already done in this run.' } : {});
  const outcome: ToolOutcome = { next_step: input.live!.at + rows };
  return deps.db.transaction().execute(async (tx) => {
    await deps.events.publishLedger(tx, eventsOf(call.run));
    const answer = { parts: [{ type: 'text', text: JSON.stringify(shown) } as const], is_error: false };
    return answerCall(tx, deps, { call, made, answer, outcome });
  });
};
