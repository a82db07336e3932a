import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { ModelError } from '../../model/errors.ts';
import { judgeTurn } from '../../model/judge.ts';
import { maskJson } from '../../governance/mask.ts';
import type { ModelClient, Turn, TurnRequest } from '../../model/client.ts';
import { readMessages } from '../../runs/agent/transcript.ts';
import type { AgentDependencies } from './index.ts';
import { readImages } from './images.ts';
import type { SharedRequests } from './shared-requests.ts';
import { findTurn, storeTurn } from './stored-turn.ts';
import { teamBoundReached } from './team-bounds.ts';
import { eventsOf } from './tool-call.ts';
import type { TurnInput, TurnResult } from './types.ts';

/** Longer than this nobody waits: the run ends and says that the provider asks for it. */
const LONGEST_WAIT_MS = 300_000;

/**
 * One call of the model. A turn that is stored is never asked for again; one that broke off leaves nothing behind, and
 * the engine has it tried again when its class says that this can help.
 * @param requests those under way in this process: an attempt that replaces another takes over its request
 */
export const modelTurn = async (
  deps: AgentDependencies,
  requests: SharedRequests<Turn>,
  input: TurnInput,
): Promise<TurnResult> => {
  const { run, turn } = input;
  const agent = deps.agents[run.agent];
  if (agent === undefined) throw new Error(`no agent is named ${run.agent}`);
  const before = await findTurn(deps.db, input);
  if (before !== undefined) return before;
  const { model } = deps;
  if (model === undefined) {
    throw ApplicationFailure.nonRetryable('This worker has no model provider.', 'model_not_configured');
  }
  const bound = await teamBoundReached(deps, model, input);
  if (bound !== undefined) return bound;

  const { attempt } = activityInfo();
  const messages = await readMessages(deps.db, deps.vaultRing, {
    teamId: run.team_id,
    ledgerRef: run.ledger_ref,
    beforeTurn: turn,
  });
  const request = { messages, tools: agent.tools, images: await readImages(deps, run.team_id, messages) };
  const started = performance.now();
  const onText = (text: string): void =>
    deps.events.delta(eventsOf(run), { turn, attempt, message_id: messageIdOf(input), text });
  const reply = await traced(deps, input, request, async () =>
    classed(model, async () =>
      requests.share(messageIdOf(input), cancellationSignal(), async (signal) =>
        model.ask(request, { signal, onText }),
      ),
    ),
  );
  return storeTurn(deps, input, {
    reply,
    judged: judgeTurn(reply, agent),
    attempt,
    durationMs: Math.round(performance.now() - started),
    cost: model.costOf(reply),
    messageId: messageIdOf(input),
  });
};

/** Tells of the model's call, however it went. */
const traced = async (
  { spans, model }: AgentDependencies,
  { run, turn }: TurnInput,
  request: TurnRequest,
  ask: () => Promise<Turn>,
): Promise<Turn> => {
  const startMs = Date.now();
  const span = {
    turn,
    attempt: activityInfo().attempt,
    provider: model?.provider ?? '',
    model: model?.name ?? '',
  };
  try {
    const reply = await ask();
    const content = () => ({
      input: maskJson(request.messages),
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

/** Names the text of a turn on a stream. */
const messageIdOf = ({ run, turn }: TurnInput): string => `${run.run_id}-${turn}`;

/** @throws what Temporal reads of a model error: whether and when to try again */
const classed = async (model: ModelClient, ask: () => Promise<Turn>): Promise<Turn> => {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof ModelError ? failureOf(error, model) : error;
  }
};

/** Whether and when the engine tries again. @throws nothing; gives what is to be thrown */
const failureOf = (error: ModelError, { retry }: ModelClient): ApplicationFailure => {
  const { attempt } = activityInfo();
  const wait = error.retryAfterMs ?? Math.min(retry.initialMs * 2 ** (attempt - 1), 30_000);
  const again = error.retryable && attempt < retry.maxAttempts && wait <= LONGEST_WAIT_MS;
  return ApplicationFailure.create({
    message: error.message,
    type: error.code,
    nonRetryable: !again,
    ...(again && { nextRetryDelay: wait }),
  });
};
