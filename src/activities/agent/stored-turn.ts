import type { Kysely, Transaction } from 'kysely';
import { activityInfo } from '@temporalio/activity';
import { clip } from '../../governance/text/clip.ts';
import type { Database } from '../../store/db/schema.ts';
import { knownIn } from '../../governance/known.ts';
import { maskJson, maskText } from '../../governance/mask.ts';
import { scopesOfAgent } from '../../governance/suspension/scopes.ts';
import { recordable } from '../../governance/recordable.ts';
import { askedBy, type NewEntry } from '../../ledger/index.ts';
import type { AgentDefinition } from '../../model/agents.ts';
import type { PromptVersion } from '../../model/prompt-version.ts';
import { digestOf, type Judged } from '../../model/judge.ts';
import type { Turn } from '../../model/client.ts';
import { countTurn, insertTurn } from '../../runs/agent/turns.ts';
import { addMessage } from '../../runs/agent/transcript.ts';
import type { AgentDependencies } from './dependencies.ts';
import { firstTurnOf, nameOfTurn } from '../../governance/agent/question-turns.ts';
import { addCorrection, answerCall, eventsOf } from './tool-call.ts';
import type { TurnInput, TurnStop, TurnResult } from './types.ts';

/** Returns a turn's result if an earlier attempt stored it. */
export const findTurn = async (
  db: Kysely<Database>,
  { run, turn }: TurnInput,
): Promise<TurnResult | undefined> => {
  const row = await db
    .selectFrom('agent_turns')
    .select('told')
    .where('team_id', '=', run.team_id)
    .where('ledger_ref', '=', run.ledger_ref)
    .where('turn', '=', turn)
    .executeTakeFirst();
  return row?.told as TurnResult | undefined;
};

export interface CompleteTurn {
  readonly agent: AgentDefinition;
  readonly reply: Turn;
  readonly judged: Judged;
  readonly attempt: number;
  readonly durationMs: number;
  readonly cost: number;
  readonly messageId: string;
  /** Whether the conversation has pictures that the user showed. */
  readonly showsPictures: boolean;
  /** The version of the prompts, if they are the service's own. */
  readonly prompt?: PromptVersion | undefined;
  /** Name of the model that answered. */
  readonly answeredBy: string;
  /** Name of the run's own model, if another one answered during an outage. */
  readonly insteadOf?: string;
}

/**
 * Stores a complete turn in one transaction: its message, any correction for the model, its token usage, its events and its
 * ledger row. If two attempts complete, only the first one to be stored counts.
 */
export const storeTurn = async (
  deps: AgentDependencies,
  input: TurnInput,
  turn: CompleteTurn,
): Promise<TurnResult> => {
  const result = resultOf(input, turn);
  return deps.db.transaction().execute(async (tx) => {
    if (!(await insertTurn(tx, { ...keysOf(input), ...turn, told: result })))
      return (await findTurn(tx, input))!;
    await countTurn(tx, keysOf(input), { ...turn.reply, cost: turn.cost, calls: result.calls.length });
    await storeMessages(tx, deps, input, turn);
    await deps.ledger.appendIn(tx, rowOf(input, turn));
    await deps.events.publishLedger(tx, eventsOf(input.run));
    return result;
  });
};

const keysOf = ({ run, turn }: TurnInput) => ({
  teamId: run.team_id,
  ledgerRef: run.ledger_ref,
  turn,
});

const storeMessages = async (
  tx: Transaction<Database>,
  deps: AgentDependencies,
  input: TurnInput,
  { reply, judged, messageId }: CompleteTurn,
): Promise<void> => {
  const { run, turn } = input;
  // The text and the calls of a turn belong together: an identifier in one is masked in the other.
  const known = knownIn(
    reply.text,
    judged.calls.map((made) => made.arguments),
  );
  // Providers refuse an assistant message without content.
  if (reply.text !== '' || judged.calls.length > 0) {
    const message = {
      role: 'assistant',
      text: reply.text,
      calls: judged.calls,
      ...(reply.items !== undefined && { items: reply.items }),
      ...(reply.from !== undefined && { from: reply.from }),
    } as const;
    await addMessage(tx, deps.vaultRing, { ...keysOf(input), part: 0 }, message);
  }
  if (reply.text.trim() !== '' && judged.stop === null && input.question === undefined) {
    await deps.events.publish(tx, eventsOf(run), {
      key: `message/${turn}`,
      type: 'message',
      payload: { turn, message_id: messageId, text: maskText(reply.text, known) },
    });
  }
  for (const [at, made] of judged.calls.entries()) {
    const index = at + 1;
    await deps.events.publish(tx, eventsOf(run), {
      key: `call/${turn}/${index}`,
      type: 'tool.call',
      payload: {
        turn,
        message_id: messageId,
        call_id: made.id,
        tool: maskText(made.tool, known),
        arguments: JSON.stringify(maskJson(made.arguments, known)),
      },
    });
    if (made.fault === undefined) continue;
    const answer = { parts: [{ type: 'text', text: made.fault } as const], is_error: true };
    await answerCall(tx, deps, {
      call: { run, turn, index, step: input.step },
      made,
      answer,
      outcome: { next_step: input.step },
    });
  }
  if (judged.words !== '') await addCorrection(tx, deps, { run, turn, text: judged.words });
};

const resultOf = ({ step }: TurnInput, { reply, judged, cost }: CompleteTurn): TurnResult => ({
  kind: judged.kind,
  calls: judged.calls.flatMap((call, at) =>
    call.fault === undefined ? [{ index: at + 1, tool: call.tool, digest: digestOf(call) }] : [],
  ),
  correction: judged.correction,
  stop: judged.stop === null ? null : stopOf(judged.stop, reply),
  input_tokens: reply.input_tokens,
  output_tokens: reply.output_tokens,
  cost,
  next_step: step + 1,
});

const stopOf = (code: NonNullable<Judged['stop']>, { text }: Turn): TurnStop => {
  if (code === 'content_filtered') {
    return { code, message: "The provider's content filter ended the reply. None of the reply is used." };
  }
  const said = recordable(text, 300);
  return { code, message: said === '' ? 'The model declined.' : `The model declined: ${said}` };
};

const rowOf = (
  input: TurnInput,
  { agent, reply, judged, attempt, showsPictures, prompt, answeredBy, insteadOf }: CompleteTurn,
): NewEntry => {
  const { run, turn, step, question } = input;
  const { governance, governanceOfPictures } = agent;
  const tools = judged.calls.map(({ tool, fault }) =>
    fault === undefined ? tool : `${maskText(tool)} (refused)`,
  );
  const model = recordable(reply.model, 100);
  return {
    teamId: run.team_id,
    ledgerRef: run.ledger_ref,
    step,
    idemKey: `${run.ledger_ref}/turn/${turn}`,
    suspendable: scopesOfAgent(run.agent),
    action: 'agent.turn',
    governance: (showsPictures ? governanceOfPictures : undefined) ?? governance,
    summary: `${nameOfTurn(input)} of ${model}${insteadOf === undefined ? '' : ` in place of ${insteadOf}`}: ${wordsOf(judged, tools)}.`,
    detail: {
      ...(question === undefined
        ? { turn }
        : { question, attempt_of_question: turn - firstTurnOf(question) }),
      model,
      finish: reply.finish,
      input_tokens: reply.input_tokens,
      output_tokens: reply.output_tokens,
      cached_tokens: reply.cached_tokens ?? 0,
      answered_by: answeredBy,
      ...(prompt !== undefined && { prompt: { ...prompt } }),
      ...(insteadOf !== undefined && { instead_of: insteadOf }),
      calls: tools.map((tool) => clip(tool, 100)).slice(0, 20),
      correction: judged.correction,
      stop: judged.stop,
    },
    actor: askedBy(run, { run_id: run.run_id, activity_id: activityInfo().activityId, attempt }),
  };
};

const wordsOf = ({ kind, correction, stop }: Judged, tools: readonly string[]): string => {
  if (stop !== null) return stop.replaceAll('_', ' ');
  if (kind === 'answer') return 'an answer';
  if (kind === 'corrected') return `corrected (${(correction ?? '').replaceAll('_', ' ')})`;
  return `calls ${tools.slice(0, 20).join(', ')}`;
};
