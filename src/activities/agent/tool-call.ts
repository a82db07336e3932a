import { activityInfo } from '@temporalio/activity';
import type { Kysely, Transaction } from 'kysely';
import { clip, clipStart } from '../../governance/text/clip.ts';
import type { Database } from '../../store/db/schema.ts';
import { maskText } from '../../governance/mask.ts';
import type { Message, Part, ToolCall } from '../../model/messages.ts';
import { type CallPlace, changedArgumentsRef, findAskedCall } from '../../store/reviews/asked-calls.ts';
import { findValue } from '../../store/vault/vault.ts';
import { RefusedError } from '../common/failures.ts';
import { addMessage, findMessage, findOutcomeOfCall } from '../../runs/agent/transcript.ts';
import type { AgentDependencies } from './dependencies.ts';
import type { AgentRun, CallInput, ToolOutcome } from './types.ts';

/**
 * Maximum number of characters of a tool's result that the model reads. Of longer text, only the beginning and the end are kept.
 */
const MAX_RESULT = 16_000;

/** A tool's result as the model sees it. */
export interface ToolAnswer {
  readonly parts: readonly Part[];
  readonly is_error: boolean;
  /** Set if the policy lets the model see identifiers. They are always masked in streams. */
  readonly raw?: boolean;
  /** Whether a person has acknowledged the safety checks that were sent with the call. */
  readonly acknowledged?: boolean;
}

type Deps = Pick<AgentDependencies, 'db' | 'vaultRing' | 'events' | 'spans'>;

const placeOf = ({ run, turn }: CallInput, part: number) => ({
  teamId: run.team_id,
  ledgerRef: run.ledger_ref,
  turn,
  part,
});

/** Returns the call's place among the calls about which people are asked. */
export const askedPlaceOf = ({ run, turn, index }: CallInput): CallPlace => ({
  teamId: run.team_id,
  ledgerRef: run.ledger_ref,
  turn,
  call: index,
});

/** A call to make. If a person has changed its arguments, the result tells the model which ones were used. */
export type CallToMake = ToolCall & { readonly changed?: true };

/**
 * Returns a call that is about to be made, with its arguments.
 * @throws RefusedError if a person was asked about it and has not approved it
 * @throws SealedValueGoneError if the messages have been erased
 */
export const readCall = async (
  deps: Pick<Deps, 'db' | 'vaultRing'>,
  call: CallInput,
): Promise<CallToMake> => {
  const made = await readMadeCall(deps, call);
  const place = askedPlaceOf(call);
  const asked = await findAskedCall(deps.db, place);
  if (asked === undefined) return made;
  if (asked.approved !== true) throw new RefusedError('Nobody has approved this call.');
  const changed = await findValue<ToolCall['arguments']>(deps.db, deps.vaultRing, {
    teamId: place.teamId,
    ref: changedArgumentsRef(place),
  });
  return changed === undefined ? made : { ...made, arguments: changed, changed: true };
};

/** Returns the call as the model made it. @throws SealedValueGoneError if the messages have been erased */
export const readMadeCall = async (
  deps: Pick<Deps, 'db' | 'vaultRing'>,
  call: CallInput,
): Promise<ToolCall> => {
  const message = await findMessage(deps.db, deps.vaultRing, placeOf(call, 0));
  const found = message?.role === 'assistant' ? message.calls[call.index - 1] : undefined;
  if (found === undefined) throw new Error(`turn ${call.turn} has no call ${call.index}`);
  return found;
};

/** Returns the outcome that an earlier attempt reported to the workflow; undefined if the call has not been answered yet. */
export const findToolOutcome = async (
  db: Kysely<Database>,
  call: CallInput,
): Promise<ToolOutcome | undefined> =>
  ((await findOutcomeOfCall(db, placeOf(call, call.index))) ?? undefined) as ToolOutcome | undefined;

/** Returns an earlier attempt's result; undefined if the call has not been answered yet. */
export const findAnswer = async (
  db: Kysely<Database>,
  deps: Pick<Deps, 'vaultRing'>,
  call: CallInput,
): Promise<ToolAnswer | undefined> => {
  const message = await findMessage(db, deps.vaultRing, placeOf(call, call.index));
  return message?.role === 'tool' ? message : undefined;
};

/**
 * Stores a call's result for the model and its outcome for the workflow, and publishes the result to the run's readers. Masks and
 * truncates the text. This is part of the transaction that writes the call's effect and row, so a second attempt finds all of it
 * or nothing.
 * @returns the outcome for the workflow, which is an earlier attempt's if there was one
 */
export const answerCall = async (
  tx: Transaction<Database>,
  deps: Pick<Deps, 'vaultRing' | 'events'> & Partial<Pick<Deps, 'spans'>>,
  {
    call,
    made,
    answer,
    outcome,
    tookMs = Date.now() - activityInfo().currentAttemptScheduledTimestampMs,
  }: {
    readonly call: CallInput;
    readonly made: CallToMake;
    readonly answer: ToolAnswer;
    readonly outcome: ToolOutcome;
    /** Duration of the call in milliseconds, if it differs from this activity's own duration. */
    readonly tookMs?: number;
  },
): Promise<ToolOutcome> => {
  const shown = textParts(answer.parts, (text) => bounded(withArguments(text, made)));
  const masked = textParts(shown, maskText);
  const message: Message = {
    role: 'tool',
    call_id: made.id,
    tool: made.tool,
    parts: answer.raw === true ? shown : masked,
    is_error: answer.is_error,
    ...(answer.acknowledged === true && { acknowledged: true }),
  };
  const stored = await addMessage(tx, deps.vaultRing, placeOf(call, call.index), message, outcome);
  if (!stored) return (await findToolOutcome(tx, call)) ?? outcome;
  const endMs = Date.now();
  deps.spans?.tool(call.run, {
    startMs: endMs - tookMs,
    endMs,
    tool: maskText(made.tool),
    callId: made.id,
    isError: answer.is_error,
  });
  await deps.events.publish(tx, eventsOf(call.run), {
    key: `result/${call.turn}/${call.index}`,
    type: 'tool.result',
    payload: {
      turn: call.turn,
      call_id: made.id,
      tool: made.tool,
      content: textOf(masked),
      is_error: answer.is_error,
    },
  });
  return outcome;
};

/** Adds a correction to a turn as the next user message, once per turn. */
export const addCorrection = async (
  tx: Transaction<Database>,
  deps: Pick<Deps, 'vaultRing'>,
  { run, turn, text }: { readonly run: AgentRun; readonly turn: number; readonly text: string },
): Promise<void> => {
  const place = { teamId: run.team_id, ledgerRef: run.ledger_ref, turn, part: 1 };
  await addMessage(tx, deps.vaultRing, place, { role: 'user', parts: [{ type: 'text', text }] });
};

export const eventsOf = ({ team_id, run_id, ledger_ref }: AgentRun) => ({ team_id, run_id, ledger_ref });

/** Returns a result's text, in which each picture is replaced by its media type. */
export const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : `[${part.media_type}]`)).join('\n');

/** Adds the arguments that a person substituted to the call's result, which is a JSON object. */
const withArguments = (text: string, { changed, arguments: given }: CallToMake): string =>
  changed === true
    ? JSON.stringify({
        note: 'A person approved this call with these arguments instead of yours.',
        arguments: given,
        ...(JSON.parse(text) as object),
      })
    : text;

const textParts = (parts: readonly Part[], change: (text: string) => string): readonly Part[] =>
  parts.map((part) => (part.type === 'text' ? { ...part, text: change(part.text) } : part));

const bounded = (text: string): string => {
  if (text.length <= MAX_RESULT) return text;
  const half = MAX_RESULT / 2;
  const cut = text.length - MAX_RESULT;
  return `${clip(text, half)}\n[… ${cut} characters left out …]\n${clipStart(text, half)}`.toWellFormed();
};
