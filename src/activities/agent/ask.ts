import { activityInfo } from '@temporalio/activity';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { callIdOf } from '../../events/ag-ui-frame.ts';
import { knownIn, knownInOpened } from '../../governance/known.ts';
import { maskJson } from '../../governance/mask.ts';
import { askedBy, type JsonObject, type NewEntry, type RowActor } from '../../ledger/index.ts';
import { shownQuestion } from '../../runs/agent/question.ts';
import { openCallReview } from '../../runs/reviews/calls.ts';
import { supersede } from '../../runs/reviews/supersede.ts';
import type { Database } from '../../store/db/schema.ts';
import { findAskedCall, lockCallPlace, markHeard } from '../../store/reviews/asked-calls.ts';
import {
  type AskingRun,
  endReviewWait,
  isAgentRun,
  lockAskingRun,
  noteReviewWait,
} from '../../store/reviews/asking-runs.ts';
import { databaseTime } from '../../store/reviews/clocks.ts';
import { lockReview, type ReviewRecord } from '../../store/reviews/reviews.ts';
import { keepValues, openValue } from '../../store/vault/vault.ts';
import { agentOf } from './agent-of.ts';
import type { AgentDependencies } from './dependencies.ts';
import { answerCall, askedPlaceOf, eventsOf, findToolOutcome, readMadeCall } from './tool-call.ts';
import type { AgentRun, CallInput, ToolOutcome } from './types.ts';

export interface AskInput {
  readonly call: CallInput;
  readonly tool: string;
}

const askingRunOf = ({ team_id, run_id, ledger_ref }: AgentRun): AskingRun => ({
  teamId: team_id,
  runId: run_id,
  ledgerRef: ledger_ref,
});

/** Opens the review of a call, once, and records in the run and in its stream that the run waits for it. */
export const openAsk = async (
  deps: AgentDependencies,
  { call, tool }: AskInput,
): Promise<{ readonly review_id: string }> => {
  const run = askingRunOf(call.run);
  const made = await readMadeCall(deps, call);
  const place = askedPlaceOf(call);
  const before = await findAskedCall(deps.db, place);
  if (before !== undefined) return { review_id: before.review_id };
  const values = { teamId: run.teamId, ref: run.ledgerRef };
  // Only a live run has a case, whose values are masked in everything that people see of it.
  const known = isAgentRun(run)
    ? knownIn({})
    : knownInOpened(await openValue(deps.db, deps.vaultRing, values));
  const shown = maskJson(made.arguments, known) as JsonObject;
  const { tools } = await agentOf(deps, call.run);
  const { input } = tools.find(({ name }) => name === tool)!;
  const schema = z.toJSONSchema(input, { io: 'input' }) as JsonObject;
  const request = isAgentRun(run) ? await shownQuestion(deps.db, deps.vaultRing, run) : undefined;
  return deps.db.transaction().execute(async (tx) => {
    await lockCallPlace(tx, place);
    const other = await findAskedCall(tx, place);
    if (other !== undefined) return { review_id: other.review_id };
    await keepValues(tx, values);
    const { reviewId, expiresAt } = await openCallReview(tx, deps.ledger, {
      ...run,
      ...place,
      tool,
      callId: callIdOf({ turn: call.turn, call_id: made.id }),
      shown,
      schema,
      request,
      actor: actorOfCall(call),
    });
    await noteReviewWait(tx, run, { review_id: reviewId, tool, since: new Date().toISOString() });
    await deps.events.publish(tx, eventsOf(call.run), {
      key: `asked/${call.turn}/${call.index}`,
      type: 'review.asked',
      payload: {
        review_id: reviewId,
        turn: call.turn,
        call_id: made.id,
        tool,
        message: `A person is asked whether ${tool} may be called.`,
        schema,
        expires_at: expiresAt.toISOString(),
      },
    });
    return { review_id: reviewId };
  });
};

export type SettledAsk =
  | { readonly state: 'approved' }
  /** `releases`: whether the run has waited so long that it should release its sandbox. */
  | { readonly state: 'open'; readonly releases?: boolean }
  /** The call must never be made; the model has been told why. */
  | { readonly state: 'refused'; readonly outcome: ToolOutcome };

/**
 * Reads the answer about a call. A refusal is stored as the call's result, so nothing can make the call afterwards.
 * @param gives_up whether the run has waited too long in all, so that an open review is closed
 */
export const settleAsk = async (
  deps: AgentDependencies,
  input: AskInput & { readonly review_id: string; readonly gives_up: boolean },
): Promise<SettledAsk> => {
  const { call, review_id: reviewId } = input;
  const run = askingRunOf(call.run);
  const made = await readMadeCall(deps, call);
  return deps.db.transaction().execute(async (tx) => {
    await lockAskingRun(tx, run);
    const review = (await lockReview(tx, { teamId: run.teamId, reviewId }))!;
    if (review.state === 'open') {
      if (!input.gives_up) {
        const waitedMs = (await databaseTime(tx)).getTime() - review.created_at.getTime();
        return { state: 'open', ...(waitedMs >= deps.sandboxHoldMs && { releases: true }) };
      }
      await supersede(tx, deps.ledger, review, 'The run has waited too long for answers.', actorOfCall(call));
    }
    const asked = await findAskedCall(tx, askedPlaceOf(call));
    const approved = asked?.approved === true;
    const { message, reason } = wordsOf(input.tool, review, approved);
    await markHeard(tx, reviewId);
    await endReviewWait(tx, run);
    await publishAnswer(tx, deps, input, { approved, message });
    if (approved) return { state: 'approved' };
    const before = await findToolOutcome(tx, call);
    if (before !== undefined) return { state: 'refused', outcome: before };
    const outcome = { next_step: call.step + 1 };
    await answerCall(tx, deps, {
      call,
      made,
      answer: {
        parts: [
          { type: 'text', text: JSON.stringify({ error: message, ...(reason !== null && { reason }) }) },
        ],
        is_error: true,
      },
      outcome,
    });
    await deps.ledger.appendIn(
      tx,
      refusalRow(call, message, { tool: input.tool, review_id: reviewId, reason }),
    );
    await deps.events.publishLedger(tx, eventsOf(call.run));
    return { state: 'refused', outcome };
  });
};

const actorOfCall = ({ run, turn, index }: CallInput): RowActor =>
  askedBy(run, {
    run_id: run.run_id,
    workflow_id: run.run_id,
    activity_id: activityInfo().activityId,
    turn,
    call: index,
  });

/** A denial has no effect that a suspension could stop, so its row can always be written. */
const refusalRow = (call: CallInput, summary: string, detail: JsonObject): NewEntry => ({
  teamId: call.run.team_id,
  ledgerRef: call.run.ledger_ref,
  step: call.step,
  idemKey: `${call.run.ledger_ref}/call/${call.turn}/${call.index}`,
  action: 'review.refused_call',
  governance: 'decided by people',
  summary,
  detail,
  actor: actorOfCall(call),
});

const wordsOf = (
  tool: string,
  { state, decisions }: ReviewRecord,
  approved: boolean,
): { readonly message: string; readonly reason: string | null } => {
  if (approved) return { message: `A person approved ${tool}.`, reason: null };
  if (state !== 'decided')
    return { message: `Nobody approved ${tool} in time, so it was not called.`, reason: null };
  const reason = decisions.at(-1)?.reason ?? null;
  return { message: `A person denied ${tool}, so it was not called.`, reason };
};

const publishAnswer = async (
  tx: Transaction<Database>,
  { events }: AgentDependencies,
  { call, review_id }: Pick<AskInput, 'call'> & { readonly review_id: string },
  answer: { readonly approved: boolean; readonly message: string },
): Promise<void> =>
  events.publish(tx, eventsOf(call.run), {
    key: `answered/${call.turn}/${call.index}`,
    type: 'review.answered',
    payload: { review_id, ...answer },
  });
