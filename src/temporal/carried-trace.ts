import type { Headers } from '@temporalio/common';
import type {
  ActivityInput,
  ContinueAsNewInput,
  Next,
  StartChildWorkflowExecutionInput,
  WorkflowExecuteInput,
  WorkflowInboundCallsInterceptor,
  WorkflowInterceptors,
  WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow';
import { TRACE_HEADER } from './trace-header.ts';

/** Passes a workflow's trace header on to all that it starts. It changes no command but for that header, so old histories replay. */
class CarriedTrace implements WorkflowInboundCallsInterceptor, WorkflowOutboundCallsInterceptor {
  #carried: Headers = {};

  async execute(
    input: WorkflowExecuteInput,
    next: Next<WorkflowInboundCallsInterceptor, 'execute'>,
  ): Promise<unknown> {
    const payload = input.headers[TRACE_HEADER];
    if (payload !== undefined) this.#carried = { [TRACE_HEADER]: payload };
    return next(input);
  }

  async scheduleActivity(
    input: ActivityInput,
    next: Next<WorkflowOutboundCallsInterceptor, 'scheduleActivity'>,
  ): Promise<unknown> {
    return next(this.#carry(input));
  }

  async startChildWorkflowExecution(
    input: StartChildWorkflowExecutionInput,
    next: Next<WorkflowOutboundCallsInterceptor, 'startChildWorkflowExecution'>,
  ): Promise<[Promise<string>, Promise<unknown>]> {
    return next(this.#carry(input));
  }

  async continueAsNew(
    input: ContinueAsNewInput,
    next: Next<WorkflowOutboundCallsInterceptor, 'continueAsNew'>,
  ): Promise<never> {
    return next(this.#carry(input));
  }

  #carry<T extends { readonly headers: Headers }>(input: T): T {
    return { ...input, headers: { ...input.headers, ...this.#carried } };
  }
}

/** Interceptors that bundle.ts bundles with the workflows. */
export const interceptors = (): WorkflowInterceptors => {
  const carried = new CarriedTrace();
  return { inbound: [carried], outbound: [carried] };
};
