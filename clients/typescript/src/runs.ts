import type { CallOptions, Given, Messages, Reply, StreamOptions } from './call.ts';
import type { Caller } from './client.ts';
import type { Case, LiveRunInput, Run, RunWithReceipt, VerticalId } from './generated/types.ts';
import { type StartOptions, waitUntil, type WaitOptions } from './wait.ts';

type Filters = NonNullable<Given<'listRuns'>['query']>;

/** Runs of agent verticals. */
export class Runs {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Starts a simulated run. Without a case, the vertical's sample case runs. */
  async start(vertical: VerticalId, given?: Case, options?: CallOptions): Promise<Run> {
    const body = given === undefined ? {} : { case: given };
    return this.#caller.call('startRun', { params: { id: vertical }, body }, options);
  }

  /** Reads a run. Once it has ended and a checkpoint covers it, it has a receipt. */
  async get(id: string, options?: CallOptions): Promise<RunWithReceipt> {
    return this.#caller.call('getRun', { params: { id } }, options);
  }

  /** Waits until a run has ended, whether it succeeded or not. @throws TimedOutError with the id */
  async wait(id: string, options: WaitOptions = {}): Promise<RunWithReceipt> {
    return waitUntil(
      id,
      async (limits) => this.get(id, limits),
      ({ status }) => status !== 'running',
      options,
    );
  }

  /** Starts a simulated run and waits for its end. */
  async startAndWait(
    vertical: VerticalId,
    given?: Case,
    options: StartOptions = {},
  ): Promise<RunWithReceipt> {
    const { signal, idempotencyKey } = options;
    const { id } = await this.start(vertical, given, { signal, idempotencyKey });
    options.onStarted?.(id);
    return this.wait(id, options);
  }

  /** Starts a live run, and yields its events. To follow it again later, keep the id in its first event. */
  live(
    input: LiveRunInput,
    options?: StreamOptions & Pick<CallOptions, 'idempotencyKey'>,
  ): Messages<'runLive'> {
    return this.#caller.stream('runLive', { body: input }, options);
  }

  /** Yields the events of a run, from its first one or after `lastEventId`, until it ends. */
  follow(id: string, options?: StreamOptions): Messages<'followRun'> {
    return this.#caller.stream('followRun', { params: { id } }, options);
  }

  /** Yields runs, the newest first. */
  list(query: Filters = {}, options?: CallOptions): AsyncGenerator<Run> {
    return this.#caller.pages('listRuns', { query }, options);
  }

  /** Reads a run's ledger rows. */
  async ledger(id: string, options?: CallOptions): Promise<Reply<'getRunLedger'>> {
    return this.#caller.call('getRunLedger', { params: { id } }, options);
  }

  /** Cancels a run: its current step finishes first. */
  async cancel(id: string, options?: CallOptions): Promise<Run> {
    return this.#caller.call('cancelRun', { params: { id } }, options);
  }
}
