import type { Transaction } from 'kysely';
import { z } from 'zod';
import { callIdOf } from '../../events/ag-ui-frame.ts';
import { knownInOpened } from '../../governance/known.ts';
import { maskJson } from '../../governance/mask.ts';
import type { JsonObject } from '../../ledger/index.ts';
import { openCallReview } from '../../runs/reviews/calls.ts';
import { supersede } from '../../runs/reviews/supersede.ts';
import { endWait, lockRun, noteReviewWait } from '../../runs/vertical/waits.ts';
import type { LiveRunInput } from '../../runs/vertical/workflow.ts';
import type { Database } from '../../store/db/schema.ts';
import { findAskedCall, lockCallPlace, markHeard } from '../../store/reviews/asked-calls.ts';
import { lockReview, type ReviewRecord } from '../../store/reviews/reviews.ts';
import { answerCall, askedPlaceOf, eventsOf, findToolOutcome, readMadeCall } from '../agent/tool-call.ts';
import type { CallInput, ToolOutcome } from '../agent/types.ts';
import { callRow, type LiveDependencies } from './context.ts';

export interface AskInput {
  readonly live: LiveRunInput;
  readonly call: CallInput;
  readonly tool: string;
}

/** Opens the review of a call, once, and says in the run and in its stream that the run waits for it. */
export const openAsk = async (
  deps: LiveDependencies,
  { live, call, tool }: AskInput,
): Promise<{ readonly review_id: string }> => {
  const { team_id: teamId, run_id: runId, ledger_ref: ledgerRef } = live;
  const made = await readMadeCall(deps, call);
  const known = knownInOpened(await deps.openValue({ teamId, ref: ledgerRef }));
  const { input } = deps.agents[live.agent]!.tools.find(({ name }) => name === tool)!;
  const schema = z.toJSONSchema(input, { io: 'input' }) as JsonObject;
  const callId = callIdOf({ turn: call.turn, call_id: made.id });
  return deps.db.transaction().execute(async (tx) => {
    const place = askedPlaceOf(call);
    await lockCallPlace(tx, place);
    const before = await findAskedCall(tx, place);
    if (before !== undefined) return { review_id: before.review_id };
    const { reviewId, expiresAt } = await openCallReview(tx, deps.ledger, {
      ...place,
      runId,
      tool,
      callId,
      shown: maskJson(made.arguments, known) as JsonObject,
      schema,
      actor: callRow({ live, call, tool }, ROW).actor,
    });
    await noteReviewWait(
      tx,
      { teamId, runId },
      { review_id: reviewId, tool, since: new Date().toISOString() },
    );
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

const ROW = {
  action: 'review.refused_call',
  governance: 'decided by people',
  summary: '',
  detail: {},
} as const;

export type SettledAsk =
  | { readonly state: 'open' | 'approved' }
  /** The call must never be made; the model has been told why. */
  | { readonly state: 'refused'; readonly outcome: ToolOutcome };

/**
 * Reads the answer about a call. A refusal is stored as the call's result, so nothing can make the call afterwards.
 * @param gives_up whether the run has waited too long in all, so that an open review is closed
 */
export const settleAsk = async (
  deps: LiveDependencies,
  input: AskInput & { readonly review_id: string; readonly gives_up: boolean },
): Promise<SettledAsk> => {
  const { live, call, review_id: reviewId } = input;
  const { team_id: teamId, run_id: runId } = live;
  const made = await readMadeCall(deps, call);
  return deps.db.transaction().execute(async (tx) => {
    await lockRun(tx, { teamId, runId });
    const review = (await lockReview(tx, { teamId, reviewId }))!;
    const { actor } = callRow(input, ROW);
    if (review.state === 'open') {
      if (!input.gives_up) return { state: 'open' };
      await supersede(tx, deps.ledger, review, 'The run has waited too long for answers.', actor);
    }
    const asked = await findAskedCall(tx, askedPlaceOf(call));
    const approved = asked?.approved === true;
    const { message, reason } = wordsOf(input.tool, review, approved);
    await markHeard(tx, reviewId);
    await endWait(tx, { teamId, runId });
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
    const detail = { tool: input.tool, review_id: reviewId, reason };
    // A denial has no effect that a suspension could stop.
    const { suspendable: _, ...row } = callRow(input, { ...ROW, summary: message, detail });
    await deps.ledger.appendIn(tx, row);
    await deps.events.publishLedger(tx, eventsOf(call.run));
    return { state: 'refused', outcome };
  });
};

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
  { events }: LiveDependencies,
  { call, review_id }: Pick<AskInput, 'call'> & { readonly review_id: string },
  answer: { readonly approved: boolean; readonly message: string },
): Promise<void> =>
  events.publish(tx, eventsOf(call.run), {
    key: `answered/${call.turn}/${call.index}`,
    type: 'review.answered',
    payload: { review_id, ...answer },
  });
