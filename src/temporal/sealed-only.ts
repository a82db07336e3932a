import { ApplicationFailure } from '@temporalio/common';
import {
  type ActivityInput,
  log,
  type Next,
  type QueryInput,
  type SignalInput,
  type UpdateInput,
  type WorkflowExecuteInput,
  type WorkflowInboundCallsInterceptor,
  workflowInfo,
  type WorkflowInterceptors,
  type WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow';
import { refusalOf } from './refused.ts';

const refused = (what: string): ApplicationFailure =>
  ApplicationFailure.nonRetryable(`${what} was not sealed for this workflow.`, 'Unsealed');

const isRefused = (args: readonly unknown[]): boolean => args.some((arg) => refusalOf(arg) !== undefined);

/** Returns whether an input was made for a different workflow. Each input contains its workflow's id. */
const isMisplaced = ([input]: readonly unknown[]): boolean => {
  const { workflow_id, run_id, ledger_ref } = (input ?? {}) as {
    /** For a workflow that works for a run but has an id of its own. */
    readonly workflow_id?: string;
    readonly run_id?: string;
    readonly ledger_ref?: string;
  };
  const id = workflow_id ?? run_id ?? ledger_ref;
  return id !== undefined && id !== workflowInfo().workflowId;
};

/**
 * Refuses inputs that this service did not seal, because anyone who can reach Temporal can start, signal, query and update
 * workflows.
 */
class SealedInputs implements WorkflowInboundCallsInterceptor {
  async execute(
    input: WorkflowExecuteInput,
    next: Next<WorkflowInboundCallsInterceptor, 'execute'>,
  ): Promise<unknown> {
    if (isRefused(input.args) || isMisplaced(input.args)) throw refused('The input');
    return next(input);
  }

  /** Ignores a refused signal, because an error would fail the workflow and thus another caller's run. */
  async handleSignal(
    input: SignalInput,
    next: Next<WorkflowInboundCallsInterceptor, 'handleSignal'>,
  ): Promise<void> {
    if (input.args.length > 0 && !isRefused(input.args)) return next(input);
    const why = input.args.map(refusalOf).find((reason) => reason !== undefined) ?? 'unsealed';
    log.warn(`a signal to ${idForLog()} was refused: ${why}`);
  }

  async handleQuery(
    input: QueryInput,
    next: Next<WorkflowInboundCallsInterceptor, 'handleQuery'>,
  ): Promise<unknown> {
    if (isRefused(input.args)) throw refused('The query');
    return next(input);
  }

  validateUpdate(input: UpdateInput, next: Next<WorkflowInboundCallsInterceptor, 'validateUpdate'>): void {
    if (input.args.length === 0 || isRefused(input.args)) throw refused('The update');
    next(input);
  }
}

/** Refuses results that this service did not seal, because anyone who can take a task from a queue can complete it. */
class SealedResults implements WorkflowOutboundCallsInterceptor {
  async scheduleActivity(
    input: ActivityInput,
    next: Next<WorkflowOutboundCallsInterceptor, 'scheduleActivity'>,
  ): Promise<unknown> {
    const result = await next(input);
    if (refusalOf(result) === undefined) return result;
    log.error(`a result of an activity of ${idForLog()} was refused: ${refusalOf(result)}`);
    throw refused('The result of an activity');
  }
}

/**
 * Returns a workflow id that is safe to log. Only this service's own ids are safe, because an attacker could choose any other
 * text.
 */
const idForLog = (): string => {
  const { workflowId } = workflowInfo();
  return /^[\w.:-]{1,100}$/.test(workflowId) ? workflowId : 'a workflow with an unusual id';
};

/** Interceptors that bundle.ts bundles with the workflows. */
export const interceptors = (): WorkflowInterceptors => ({
  inbound: [new SealedInputs()],
  outbound: [new SealedResults()],
});
