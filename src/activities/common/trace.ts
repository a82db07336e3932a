import type { Context } from '@temporalio/activity';
import type { ActivityExecuteInput, ActivityInboundCallsInterceptor, Next } from '@temporalio/worker';
import type { Spans } from '../../observability/tracing.ts';
import { readTraceHeader } from '../../temporal/trace-header.ts';
import { below, readTraceparent, withTrace } from '../../trace-context.ts';

/** Runs an activity at its place in the trace that its workflow carries, and records its span. */
export class TraceInterceptor implements ActivityInboundCallsInterceptor {
  readonly #context: Context;
  readonly #spans: Spans;

  constructor(context: Context, spans: Spans) {
    this.#context = context;
    this.#spans = spans;
  }

  async execute(
    input: ActivityExecuteInput,
    next: Next<ActivityInboundCallsInterceptor, 'execute'>,
  ): Promise<unknown> {
    const parent = readTraceparent(readTraceHeader(input.headers) ?? '');
    if (parent === undefined) return next(input);
    const { activityType, attempt, workflowExecution } = this.#context.info;
    const context = below(parent);
    const startMs = Date.now();
    const record = (error?: string): void =>
      this.#spans.record({
        name: `activity ${activityType}`,
        kind: 'internal',
        context,
        parentSpanId: parent.spanId,
        startMs,
        endMs: Date.now(),
        attributes: {
          'temporal.activity.type': activityType,
          'temporal.workflow.id': workflowExecution?.workflowId ?? '',
          'pramaan.attempt': attempt,
        },
        error,
      });
    try {
      const result = await withTrace(context, async () => next(input));
      record();
      return result;
    } catch (error) {
      record(error instanceof Error ? error.name : 'unknown');
      throw error;
    }
  }
}
