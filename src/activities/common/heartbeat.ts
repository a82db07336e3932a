import type { Context } from '@temporalio/activity';
import type { ActivityExecuteInput, ActivityInboundCallsInterceptor, Next } from '@temporalio/worker';

const EVERY_MS = 1_000;

/**
 * Sends a heartbeat every second, so that Temporal notices a dead worker within seconds and a cancellation reaches a waiting
 * activity. An activity that takes milliseconds ends before the first heartbeat, and so costs nothing extra.
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
