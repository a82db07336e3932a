import type { McpCall } from './perform.ts';
import type { JsonObject } from './schemas.ts';

/**
 * The calls in progress that a client of 2025-11-25 can cancel with a message of its own. Such a message reaches the call if it
 * comes to the same process; otherwise the work goes on, as after a lost connection. Clients of 2026-07-28 cancel by closing the
 * response.
 */
export class Cancellations {
  readonly #calls = new Map<string, AbortController>();

  /** Runs `work` with a signal that aborts if the client cancels the request. */
  async during<T>(carrier: McpCall, id: unknown, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const key = keyOf(carrier, id);
    const call = new AbortController();
    if (key !== undefined) this.#calls.set(key, call);
    try {
      return await work(call.signal);
    } finally {
      if (key !== undefined && this.#calls.get(key) === call) this.#calls.delete(key);
    }
  }

  /** Cancels the call that the message names, if it is one of the same caller and session. */
  hear({ method, params }: JsonObject, carrier: McpCall): void {
    if (method !== 'notifications/cancelled') return;
    const key = keyOf(carrier, (params as JsonObject | undefined)?.['requestId']);
    if (key !== undefined) this.#calls.get(key)?.abort();
  }
}

/** Ids of requests are unique only within a session, so without one nothing can be cancelled. */
const keyOf = ({ caller, header }: McpCall, id: unknown): string | undefined => {
  const session = header('Mcp-Session-Id');
  if (session === '' || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  return JSON.stringify([caller.id, session, id]);
};
