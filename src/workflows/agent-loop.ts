import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  proxyActivities,
  TimeoutFailure,
  workflowInfo,
} from '@temporalio/workflow';
import type { AgentActivities } from '../activities/agent/index.ts';
import type {
  AgentRun,
  CallInput,
  ModelUse,
  ToolOutcome,
  TurnInput,
  TurnResult,
} from '../activities/agent/types.ts';
import {
  BOUND_WORDS,
  boundReached,
  type Budgets,
  nothingUsed,
  type Used,
} from '../governance/agent/budgets.ts';
import { createRepeatGuard } from '../governance/agent/repeats.ts';
import type { Suspension } from './suspension.ts';
import { queuesOf } from '../temporal/queues.ts';

/** A loop's tool. Each call is made once, and its effect and result are stored before `run` resolves. */
export interface Tool {
  readonly run: (call: CallInput, left: TimeLeft) => Promise<ToolOutcome>;
  /** Whether a call asks a model, so that it counts towards the limits on turns, tokens and cost as well. */
  readonly asksModel?: boolean;
  /** Whether repeated calls are normal (a click, a look at a screen) rather than a sign that the model is going in circles. */
  readonly repeatable?: boolean;
}

/** The time that remains of the run's own limit, in milliseconds. */
export interface TimeLeft {
  readonly leftMs: number;
}

export interface AgentLoopOptions {
  readonly run: AgentRun;
  readonly budgets: Budgets;
  readonly suspension: Suspension;
  /** Tools, by name in the agent's definition. */
  readonly tools: Readonly<Record<string, Tool>>;
  /** The next free step number for the run's ledger rows. Both the loop and its tools advance it. */
  readonly steps: { next: number };
  /**
   * Checks a plain-text answer. If the function does not accept it, it must already have stored a correction for the model
   * (activities/agent/tool-call.ts, addCorrection), and the loop continues. Without this function, every answer is accepted.
   * @param rejected number of earlier answers that were not accepted
   */
  readonly onAnswer?: (answer: {
    readonly turn: number;
    readonly step: number;
    readonly rejected: number;
  }) => Promise<{ readonly accepted: boolean; readonly next_step: number }>;
}

/** How a loop ended. A stop's `code` is the limit that was reached, a class of model error, or one of the loop's own reasons. */
export type LoopEnd = { readonly used: Used; readonly turn: number } & (
  | { readonly how: 'done'; readonly by: 'answer' | 'tool'; readonly facts?: ToolOutcome['facts'] }
  | { readonly how: 'stopped'; readonly code: string; readonly message: string }
);

/** Maximum number of consecutive corrections. A model that ignores two will ignore a third. */
const MAX_CORRECTIONS = 2;

/**
 * Returns the turn activity. A turn may wait minutes for a model, and sends a heartbeat every second. The activity itself
 * determines which failures are retried and after what delay (src/model/errors.ts).
 */
const turnsOnModelQueue = (leftMs: number) =>
  proxyActivities<Pick<AgentActivities, 'modelTurn'>>({
    taskQueue: queuesOf(workflowInfo().taskQueue).models,
    startToCloseTimeout: '15m',
    heartbeatTimeout: '5s',
    // All attempts at a turn together may not take longer than the run's remaining time.
    scheduleToCloseTimeout: Math.min(leftMs, MOST_PER_TURN_MS),
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 8 },
    // If a turn is stored despite a cancellation, it must be stored before the run's end.
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  });

const MOST_PER_TURN_MS = 3_600_000;

/** Asks the model for one turn, for the loop or for a question of its own. */
export const askModel = async (leftMs: number, input: TurnInput): Promise<TurnResult> =>
  turnsOnModelQueue(leftMs).modelTurn(input);

const { repeatAnswer } = proxyActivities<Pick<AgentActivities, 'repeatAnswer'>>({
  startToCloseTimeout: '30s',
  heartbeatTimeout: '5s',
  scheduleToCloseTimeout: '10m',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '5s' },
});

/**
 * Runs an agent's loop: a turn of the model, then the requested calls one after another, and so on until the agent's end rule
 * applies or a limit is reached. Only an incomplete turn is repeated, and a call is never made twice. Throws on cancellation and
 * on errors that the model layer has not classified, and returns every other end.
 */
export const agentLoop = async (options: AgentLoopOptions): Promise<LoopEnd> => {
  const { run, budgets, tools, steps, suspension } = options;
  const started = Date.now();
  const elapsedMs = (): number => Date.now() - started - suspension.waitedMs();
  const repeats = createRepeatGuard();
  let used = nothingUsed;
  let corrections = 0;
  let rejected = 0;

  for (let turn = 1; ; turn += 1) {
    const stopped = (code: string, message: string): LoopEnd => ({
      how: 'stopped',
      code,
      message,
      used,
      turn,
    });
    const bound = boundReached(budgets, used, elapsedMs());
    if (bound !== undefined) return stopped(bound, BOUND_WORDS[bound]);

    let result: TurnResult;
    try {
      result = await suspension.heed(async () =>
        askModel(budgets.wall_ms - elapsedMs(), { run, turn, step: steps.next }),
      );
    } catch (error) {
      const over = isTimeout(error) ? boundReached(budgets, used, elapsedMs()) : undefined;
      if (over !== undefined) return stopped(over, BOUND_WORDS[over]);
      const stop = stopOf(error);
      if (stop === undefined) throw error;
      return stopped(stop.code, stop.message);
    }
    steps.next = result.next_step;
    used = withTurn(used, result);

    if (result.stop !== null) return stopped(result.stop.code, result.stop.message);
    if (result.kind === 'corrected') {
      corrections += 1;
      if (corrections > MAX_CORRECTIONS) return stopped(...lastCorrection(result));
      continue;
    }
    corrections = 0;

    if (result.kind === 'answer') {
      const verdict = await options.onAnswer?.({ turn, step: steps.next, rejected });
      steps.next = verdict?.next_step ?? steps.next;
      if (verdict?.accepted ?? true) return { how: 'done', by: 'answer', used, turn };
      rejected += 1;
      continue;
    }

    for (const { index, tool: name, digest } of result.calls) {
      const tool = tools[name]!;
      const call: CallInput = { run, turn, index, step: steps.next };
      const again = tool.repeatable === true ? undefined : repeats.see({ turn, index, tool: name, digest });
      if (again?.verdict === 'stop') {
        return stopped('loop_detected', 'The model kept repeating the same call.');
      }
      const over = boundReached(
        tool.asksModel === true ? budgets : { ...budgets, turns: Infinity, tokens: Infinity, cost: 0 },
        used,
        elapsedMs(),
      );
      if (over !== undefined) return stopped(over, BOUND_WORDS[over]);
      used = { ...used, tool_calls: used.tool_calls + 1 };
      if (again?.verdict === 'answer') {
        await repeatAnswer({ call, of: again.of });
        continue;
      }
      const outcome = await tool.run(call, { leftMs: budgets.wall_ms - elapsedMs() });
      if (outcome.used !== undefined) used = withUse(used, outcome.used);
      steps.next = outcome.next_step;
      if (outcome.ends === true) {
        return {
          how: 'done',
          by: 'tool',
          used,
          turn,
          ...(outcome.facts !== undefined && { facts: outcome.facts }),
        };
      }
    }
  }
};

const withTurn = (used: Used, result: TurnResult): Used => withUse(used, { ...result, turns: 1 });

const withUse = (used: Used, more: ModelUse): Used => ({
  ...used,
  turns: used.turns + more.turns,
  input_tokens: used.input_tokens + more.input_tokens,
  output_tokens: used.output_tokens + more.output_tokens,
  cost: used.cost + more.cost,
});

const lastCorrection = ({ correction }: TurnResult): [string, string] =>
  correction === 'empty_answer'
    ? ['empty_answer', 'The model gave no answer.']
    : ['unusable_reply', `The model did not correct its reply (${correction ?? 'unknown'}).`];

const isTimeout = (error: unknown): boolean =>
  error instanceof ActivityFailure && error.cause instanceof TimeoutFailure;

/**
 * Returns how to stop the run for an error that the model layer has classified; undefined for a bug or an unavailable
 * dependency.
 */
export const stopOf = (error: unknown): { readonly code: string; readonly message: string } | undefined => {
  if (!(error instanceof ActivityFailure)) return undefined;
  const { cause } = error;
  if (isTimeout(error)) {
    return { code: 'model_unavailable', message: 'The model did not answer in time.' };
  }
  if (!(cause instanceof ApplicationFailure) || cause.type == null) return undefined;
  if (cause.type.startsWith('model_') || cause.type === 'content_filtered') {
    return { code: cause.type, message: cause.message };
  }
  return undefined;
};
