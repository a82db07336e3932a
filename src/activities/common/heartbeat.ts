import type { Context } from '@temporalio/activity';
import type { ActivityExecuteInput, ActivityInboundCallsInterceptor, Next } from '@temporalio/worker';

const EVERY_MS = 1_000;

/**
 * Says once a second that the worker is alive, so that the engine notices a dead one in seconds and a cancellation
 * reaches an activity that waits. An activity of milliseconds never gets that far and pays nothing.
 */
export class HeartbeatInterceptor implements ActivityInboundCallsInterceptor {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async execute(
    input: ActivityExecuteInput,
    next: Next<ActivityInboundCallsInterceptor, 'execute'>,
  ): Promise<unknown> {
    const timer = setInterval(() => this.#context.heartbeat(), EVERY_MS);
    try {
      return await next(input);
    } finally {
      clearInterval(timer);
    }
  }
}
