import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import type { CallInput, ToolOutcome } from '../activities/agent/types.ts';

import type { CallResult } from '../activities/operator/call-desktop.ts';
import type { OperatorActivities } from '../activities/operator/index.ts';
import type {
  Approval,
  CallDesktopInput,
  CallFacts,
  ClosedDesktop,
  LostFrom,
  OperatorEnd,
} from '../activities/operator/types.ts';
import { ELEMENT_TOOLS } from '../governance/operators/dialects/elements.ts';
import {
  afterStep,
  noProgressYet,
  STUCK_WORDS,
  type Stuck,
  stuckBy,
} from '../governance/operators/progress.ts';
import { agentLoop, type LoopEnd, type TimeLeft } from './agent-loop.ts';
import { hearApproval, type HeardApproval } from './approval.ts';
import { isDesktopLost, openDesktop, type RunDesktop } from './operator-desktop.ts';
import { createSuspension } from './suspension.ts';
import type { ApprovalWord, OperatorRunInput } from '../runs/operator/workflow.ts';

/** Signal with a person's answer to the question for which a run is waiting. */
export const approvalSignal = defineSignal<[ApprovalWord]>('approval');

const { skipCall, askApproval, noteApproval, finishOperator } = proxyActivities<OperatorActivities>({
  startToCloseTimeout: '30s',
  heartbeatTimeout: '5s',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '5s' },
});

/** Tool names in all dialects. */
const OPERATOR_TOOLS = ['computer', 'desktop', ...ELEMENT_TOOLS];
/** Time in milliseconds after which an unanswered question counts as refused. */
const ANSWER_WITHIN_MS = 300_000;
/** The same for a question of the model, because a person may have to look something up. */
const QUESTION_WITHIN_MS = 600_000;
/** Maximum number of desktops for one run. If a task loses them all, the cause is probably the task itself. */
const MAX_OPENINGS = 3;
/**
 * Maximum number of turns per allowed step. Some turns contain corrections instead of calls, so there must be more turns than
 * steps; three times as many are more than enough.
 */
const TURNS_PER_STEP = 3;
/** Token limit for runs that were started without one. */
const MAX_TOKENS = 5_000_000;

/**
 * Runs an operator: a model works on a desktop, one call at a time, until it says that it has finished or a limit is reached. The
 * desktop is destroyed in either case.
 */
export const operatorRun = async (run: OperatorRunInput): Promise<OperatorEnd> => {
  const operator = new Operator(run);
  let end: OperatorEnd;
  try {
    end = await operator.work();
  } catch (error) {
    end = endOfError(error);
  }
  await CancellationScope.nonCancellable(async () => {
    await operator.close();
    await finishOperator({ run, end, step: operator.steps.next });
  });
  return end;
};

/** A call whose desktop was lost, and its progress until then. */
interface LostCall {
  readonly call: CallInput;
  readonly approvals: Readonly<Record<string, Approval>>;
  readonly done: number;
}

class Operator {
  readonly #run: OperatorRunInput;
  readonly #suspension = createSuspension();
  readonly steps = { next: 1 };
  #desktop: RunDesktop | undefined;
  #openings = 0;
  /** Number of the next step. */
  #n = 1;
  #progress = noProgressYet;
  /** State of the current turn. Its calls are made in order until one fails. */
  #turn = { number: 0, last: 0, failed: false };
  #ended: Stuck | 'max_steps' | 'desktop_lost' | undefined;
  /** When the run's time is up, on a clock that stops while the run is suspended. */
  #endsAt = Infinity;
  /** A person's answers by question. If a question has several answers, the first one counts. */
  readonly #answers = new Map<string, HeardApproval>();

  constructor(run: OperatorRunInput) {
    this.#run = run;
    setHandler(approvalSignal, (said) => {
      const word = hearApproval(said, run.run_id);
      if (word !== undefined && !this.#answers.has(word.id)) this.#answers.set(word.id, word);
    });
  }

  async work(): Promise<OperatorEnd> {
    const { run_id, team_id, max_steps, wall_ms, tokens = MAX_TOKENS, cost = 0, asked_by, model } = this.#run;
    await this.#open();
    const turns = max_steps * TURNS_PER_STEP;
    // Repeated calls, such as a click or a look at the screen, are normal here.
    const tool = {
      run: async (call: CallInput, { leftMs }: TimeLeft) => {
        this.#endsAt = this.#now() + leftMs;
        return this.#make(call);
      },
      repeatable: true,
    };
    const end = await agentLoop({
      run: {
        run_id,
        team_id,
        ledger_ref: run_id,
        agent: 'operator',
        ...(asked_by !== undefined && { asked_by }),
        ...(model !== undefined && { model }),
      },
      budgets: { turns, tool_calls: turns, tokens, wall_ms, cost },
      tools: Object.fromEntries(OPERATOR_TOOLS.map((name) => [name, tool])),
      steps: this.steps,
      suspension: this.#suspension,
    });
    return this.#endOf(end);
  }

  /** Closes the desktop. @returns undefined if there is none, or in histories from before the activity returned a value */
  async close(): Promise<ClosedDesktop | undefined> {
    if (this.#desktop === undefined) return undefined;
    const closed = (await this.#desktop.close(this.steps.next)) ?? undefined;
    this.steps.next = closed?.next_step ?? this.steps.next + 1;
    return closed;
  }

  async #open(): Promise<void> {
    this.#openings += 1;
    const { desktop, next_step } = await this.#suspension.heed(async () =>
      openDesktop(this.#run, { opening: this.#openings, step: this.steps.next }),
    );
    this.#desktop = desktop;
    this.steps.next = next_step;
  }

  /** Makes a call. If an earlier call in the same turn has failed, does not make the call but only answers it. */
  async #make(call: CallInput): Promise<ToolOutcome> {
    if (call.turn !== this.#turn.number) this.#turn = { number: call.turn, last: 0, failed: false };
    // If an index is missing, that call could not be parsed and was answered by the loop itself.
    if (call.index !== this.#turn.last + 1) this.#turn.failed = true;
    this.#turn.last = call.index;
    if (this.#turn.failed) return this.#skip(call, 'not-executed');
    const outcome = await this.#onDesktop(call);
    return this.#judge(outcome);
  }

  async #onDesktop(call: CallInput): Promise<ToolOutcome> {
    const approvals: Record<string, Approval> = {};
    let done = 0;
    try {
      for (;;) {
        const input = {
          ...this.#callOf(call),
          ...(Object.keys(approvals).length > 0 && { approvals, done }),
        };
        const result = await this.#suspension.heed(async () => this.#desktop!.call(input));
        if ('outcome' in result) return result.outcome;
        const { question, so_far } = result;
        if (so_far !== undefined) {
          done = so_far.done;
          this.#n = so_far.next_n;
          this.steps.next = so_far.next_step;
        }
        approvals[question.id] = await this.#ask(question);
      }
    } catch (error) {
      if (!isDesktopLost(error)) throw error;
      return this.#replace({ call, approvals, done });
    }
  }

  #callOf(call: CallInput): CallDesktopInput {
    const step = this.steps.next;
    return { run: this.#run, ...this.#desktop!.reference, call: { ...call, step }, step, n: this.#n };
  }

  /** Replaces a lost desktop. The model is informed and starts again on a fresh one. */
  async #replace({ call, approvals, done }: LostCall): Promise<ToolOutcome> {
    const lost = { from_n: this.#n, done, approvals };
    const closed = await this.close();
    if (this.#openings >= MAX_OPENINGS) this.#ended = 'desktop_lost';
    else await this.#open();
    // Some of the call's steps may have begun on the lost desktop. Their numbers are not reused.
    this.#n = closed?.next_n ?? this.#n + 1;
    return this.#skip(call, 'desktop-lost', lost);
  }

  async #skip(
    call: CallInput,
    because: 'not-executed' | 'desktop-lost',
    lost?: LostFrom,
  ): Promise<ToolOutcome> {
    this.#turn.failed = true;
    const outcome = await skipCall({ of: this.#callOf(call), because, ...(lost && { lost }) });
    // The call during which the desktop was lost may have taken a step number.
    if (lost !== undefined) {
      this.#n = Math.max(this.#n, (outcome.facts as unknown as CallFacts).next_n);
    }
    // The call may have been made after all, and this outcome may be the one from that time. More rows have been written since.
    const next_step = Math.max(outcome.next_step, this.steps.next);
    return { ...outcome, next_step, ends: this.#ended !== undefined };
  }

  #judge(outcome: ToolOutcome): ToolOutcome {
    const facts = outcome.facts as unknown as CallFacts;
    this.#n = Math.max(this.#n, facts.next_n);
    this.#turn.failed = !facts.ok;
    this.#progress = afterStep(this.#progress, facts);
    if (facts.finished === null) {
      this.#ended = stuckBy(this.#progress) ?? (this.#n > this.#run.max_steps ? 'max_steps' : undefined);
    }
    return { ...outcome, ends: facts.finished !== null || this.#ended !== undefined };
  }

  /** Asks a person and waits for the answer. */
  async #ask(question: Extract<CallResult, { question: unknown }>['question']): Promise<Approval> {
    const { id, wants } = question;
    const step = this.#takeStep();
    // The desktop does not outlive its run's time, so an answer after that would be of no use.
    const leftMs = Math.max(1_000, this.#endsAt - this.#now());
    const withinMs = Math.min(wants === undefined ? ANSWER_WITHIN_MS : QUESTION_WITHIN_MS, leftMs);
    await this.#suspension.heed(async () => {
      const until = new Date(Date.now() + withinMs).toISOString();
      await askApproval({ run: this.#run, step, question: { ...question, until } });
    });
    await condition(() => this.#answers.has(id), withinMs);
    const answer = this.#answers.get(id);
    const approved = answer?.approve === true;
    const [yes, no] =
      wants === undefined ? (['approved', 'refused'] as const) : (['answered', 'declined'] as const);
    const said = approved ? yes : answer === undefined ? 'no answer' : no;
    const by = {
      ...(answer?.keyId !== undefined && { key_id: answer.keyId }),
      ...(answer?.actor !== undefined && { actor: answer.actor }),
    };
    const isQuestion = wants !== undefined;
    const noted = await noteApproval({ run: this.#run, step: this.#takeStep(), id, said, isQuestion, ...by });
    // An answer counts from when it was stored, even if its signal comes late. Earlier releases used only the
    // signal.
    return (noted?.approved ?? approved) ? 'approved' : 'refused';
  }

  /** The time, without suspensions of the run. */
  #now(): number {
    return Date.now() - this.#suspension.waitedMs();
  }

  #takeStep(): number {
    const step = this.steps.next;
    this.steps.next += 1;
    return step;
  }

  #endOf(end: LoopEnd): OperatorEnd {
    if (end.how === 'stopped') return { success: false, result: end.message, ended_by: end.code };
    if (this.#ended !== undefined) {
      return { success: false, result: endWords(this.#ended, this.#run), ended_by: this.#ended };
    }
    const { finished } = end.facts as unknown as CallFacts;
    if (finished?.invalid === true) {
      return { success: false, result: OUTPUT_INVALID, ended_by: 'output_invalid' };
    }
    return { success: finished?.success === true, ended_by: 'finish' };
  }
}

const OUTPUT_INVALID = 'The output did not fit the schema, even after a correction.';

const endWords = (ended: Stuck | 'max_steps' | 'desktop_lost', { max_steps }: OperatorRunInput): string =>
  ended === 'max_steps' ? `The run reached max_steps (${max_steps}).` : STUCK_WORDS[ended];

const NO_DESKTOP: ReadonlySet<string> = new Set(['DesktopsBusy', 'DesktopsUnavailable']);

/** Returns the end for an error. Never includes text from the task. */
const endOfError = (error: unknown): OperatorEnd => {
  if (isCancellation(error)) {
    return { success: false, result: 'cancelled', ended_by: 'cancelled' };
  }
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && NO_DESKTOP.has(cause.type ?? '')) {
    return { success: false, result: cause.message, ended_by: 'no_desktop' };
  }
  return {
    success: false,
    result: 'The run failed; the service log has the cause.',
    ended_by: 'internal',
  };
};
