import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { ModelError } from '../../model/errors.ts';
import { isAtTheProvider } from '../../model/outages.ts';
import { judgeTurn } from '../../model/judge.ts';
import { scopesOfAgent } from '../../governance/suspension/scopes.ts';
import { maskJson } from '../../governance/mask.ts';
import type { AgentDefinition } from '../../model/agents.ts';
import { answerSchemaFor, outputSchemaOf, type OutputSchema } from '../../runs/agent/request.ts';
import { promptVersionIn } from '../../model/prompt-version.ts';
import type { ModelClient, Turn, TurnRequest } from '../../model/client.ts';
import type { Message } from '../../model/messages.ts';
import { readMessages } from '../../runs/agent/transcript.ts';
import { showsPictures } from '../../runs/agent/pictures.ts';
import { agentOf } from './agent-of.ts';
import { candidatesFor, seesNothing } from './choose-model.ts';
import type { AgentDependencies } from './dependencies.ts';
import { readImages } from './images.ts';
import type { SharedRequests } from './shared-requests.ts';
import { firstTurnOf } from '../../governance/agent/question-turns.ts';
import { findTurn, storeTurn } from './stored-turn.ts';
import { teamBoundReached } from './team-bounds.ts';
import { eventsOf } from './tool-call.ts';
import type { TurnInput, TurnResult } from './types.ts';
import { withTrace } from '../../trace-context.ts';

/** Maximum delay before a retry. If the provider asks for a longer one, the run ends and reports that. */
const LONGEST_WAIT_MS = 300_000;

/**
 * Asks the model for one turn. A stored turn is never requested again. An interrupted turn does not leave anything behind, and
 * Temporal retries it if that class of error can be retried.
 * @param requests requests in progress in this process; an attempt that replaces another takes over its request
 */
export const modelTurn = async (
  deps: AgentDependencies,
  requests: SharedRequests<Turn>,
  input: TurnInput,
): Promise<TurnResult> => {
  const { run } = input;
  const agent = await agentOf(deps, run, input.question);
  const before = await findTurn(deps.db, input);
  if (before !== undefined) return before;
  const work = { teamId: run.team_id, scopes: scopesOfAgent(run.agent) };
  return deps.suspensions.during(work, async (cut) => askAndStore(deps, requests, input, { agent, cut }));
};

/** @param cut aborts when the turn is suspended */
const askAndStore = async (
  deps: AgentDependencies,
  requests: SharedRequests<Turn>,
  input: TurnInput,
  { agent, cut }: { readonly agent: AgentDefinition; readonly cut: AbortSignal },
): Promise<TurnResult> => {
  const { run, turn } = input;
  const messages = await readMessages(deps.db, deps.vaultRing, {
    teamId: run.team_id,
    ledgerRef: run.ledger_ref,
    beforeTurn: turn,
    ...(input.question !== undefined && { fromTurn: firstTurnOf(input.question) }),
  });
  const pictures = messages.some(showsPictures);
  const { models, candidates } = await candidatesFor(deps, run, agent, pictures);
  const model = models.available(candidates);
  const bound = await teamBoundReached(deps, model.client, input);
  if (bound !== undefined) return bound;

  const { attempt } = activityInfo();
  const schema = agent.answer?.schema ?? (await schemaOf(deps, input, agent));
  const answerSchema = schema && answerSchemaFor(schema);
  const request: TurnRequest = {
    messages,
    tools: agent.tools,
    images: await readImages(deps, run.team_id, messages),
    ...(answerSchema !== undefined && { answerSchema }),
    ...(agent.answer !== undefined && { maxTokens: agent.answer.maxTokens }),
  };
  const started = performance.now();
  const onText = (text: string): void => {
    // For a question in a conversation of its own, the stream shows the result but not the model's words.
    if (input.question !== undefined) return;
    deps.events.delta(eventsOf(run), { turn, attempt, message_id: messageIdOf(input), text });
  };
  const reply = await traced(deps, { input, request, model: model.client }, async () =>
    classed(
      deps,
      { input, model: model.client, hasStandIn: () => models.available(candidates) !== model },
      async () =>
        requests.share(
          `${messageIdOf(input)} ${model.settings.alias}`,
          AbortSignal.any([cancellationSignal(), cut]),
          async (signal) => model.client.ask(request, { signal, onText }),
        ),
    ),
  );
  // The server refused the pictures just now, so the reply is about a question without them.
  if (pictures && !model.memory.capabilities.images) throw seesNothing();
  return storeTurn(deps, input, {
    reply,
    showsPictures: pictures,
    agent,
    prompt: agent.prompt ?? promptVersionIn(agent, messages, run.run_id),
    judged: judgeTurn(reply, judgedAs(agent, reply, schema)),
    attempt,
    durationMs: Math.round(performance.now() - started),
    cost: model.client.costOf(reply),
    answeredBy: model.settings.alias,
    ...(model !== candidates[0] && { insteadOf: candidates[0].settings.alias }),
    messageId: messageIdOf(input),
  });
};

/** Returns the schema that the run's answer must fit. Only agents that run code have one. */
const schemaOf = async (
  { db, vaultRing }: AgentDependencies,
  { run: { team_id: teamId, ledger_ref: ledgerRef } }: TurnInput,
  { codeTool }: AgentDefinition,
): Promise<OutputSchema | undefined> =>
  codeTool === undefined ? undefined : outputSchemaOf(db, vaultRing, { teamId, ledgerRef });

/**
 * Returns the agent's definition for judging a reply. With a schema, JSON in a code fence may be the answer rather than a call.
 */
const judgedAs = (
  agent: AgentDefinition,
  { calls }: Turn,
  schema: OutputSchema | undefined,
): AgentDefinition => {
  if (calls.length > 0 || schema === undefined) return agent;
  const { codeTool: _, ...without } = agent;
  return without;
};

/** Records a span for the model call, whether it succeeds or fails. */
const traced = async (
  { spans }: AgentDependencies,
  asked: { readonly input: TurnInput; readonly request: TurnRequest; readonly model: ModelClient },
  ask: () => Promise<Turn>,
): Promise<Turn> => {
  const { request, model } = asked;
  const { run, turn } = asked.input;
  const startMs = Date.now();
  const span = {
    turn,
    attempt: activityInfo().attempt,
    provider: model.provider,
    model: model.name,
    context: spans.begin(run),
  };
  try {
    const reply = await withTrace(span.context, ask);
    const content = () => ({
      input: maskJson(request.messages.map(withoutItems)),
      output: maskJson({ text: reply.text, calls: reply.calls }),
    });
    spans.turn(run, { ...span, startMs, endMs: Date.now(), reply, content });
    return reply;
  } catch (error) {
    const code = error instanceof ApplicationFailure ? (error.type ?? 'unknown') : 'cancelled';
    spans.turn(run, { ...span, startMs, endMs: Date.now(), error: code });
    throw error;
  }
};

/** Removes a turn's provider-specific items, which contain the model's reasoning. */
const withoutItems = (message: Message): Message => {
  if (message.role !== 'assistant') return message;
  const { role, text, calls } = message;
  return { role, text, calls };
};

/** Returns the id of a turn's text in a stream. */
const messageIdOf = ({ run, turn }: TurnInput): string => `${run.run_id}-${turn}`;

interface Asked {
  readonly input: TurnInput;
  readonly model: ModelClient;
  /** Returns whether the next attempt would ask another model, now that this provider has failed. */
  readonly hasStandIn: () => boolean;
}

/**
 * Converts a model error into a failure that tells Temporal whether and when to retry.
 * @throws that failure, or any other error unchanged
 */
const classed = async (deps: AgentDependencies, asked: Asked, ask: () => Promise<Turn>): Promise<Turn> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const wait = waitAfter(error, asked);
    if (wait !== undefined) await publishRetry(deps, asked.input, error, wait);
    throw ApplicationFailure.create({
      message: error.message,
      type: error.code,
      nonRetryable: wait === undefined,
      ...(wait !== undefined && { nextRetryDelay: wait }),
    });
  }
};

/** Returns the milliseconds until the next attempt; undefined if there is none. */
const waitAfter = (error: ModelError, { model: { retry }, hasStandIn }: Asked): number | undefined => {
  const { attempt } = activityInfo();
  const elsewhere = isAtTheProvider(error) && hasStandIn();
  const usual = Math.min(retry.initialMs * 2 ** (attempt - 1), 30_000);
  // Temporal treats a delay of 0, which a provider may ask for, as no retry.
  const wait = elsewhere ? 1 : Math.ceil(error.retryAfterMs ?? 0) || usual;
  const again = (elsewhere || error.retryable) && attempt < retry.maxAttempts && wait <= LONGEST_WAIT_MS;
  return again ? wait : undefined;
};

/** Publishes that the run waits for its model. A stream that misses this still gets everything else. */
const publishRetry = async (
  { db, events }: AgentDependencies,
  { run, turn }: TurnInput,
  { code, message }: ModelError,
  wait_ms: number,
): Promise<void> => {
  const { attempt } = activityInfo();
  const event = {
    key: `retry/${turn}/${attempt}`,
    type: 'model.retry',
    payload: { turn, attempt, code, message, wait_ms },
  } as const;
  await db
    .transaction()
    .execute(async (tx) => events.publish(tx, eventsOf(run), event))
    .catch(() => undefined);
};
