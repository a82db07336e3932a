import type { Caller } from './client.ts';
import type {
  DecideAct,
  DecidedActWithReceipt,
  RecordAct,
  RecordedActWithReceipt,
} from './generated/types.ts';
import { waitUntil, type WaitOptions } from './wait.ts';

/** Acts of agents that run elsewhere: whether they may act, and reports of what they did. */
export class Acts {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Asks whether an agent may act. `ask` means that a person decides; {@link untilDecided} waits for that. */
  async decide(body: DecideAct): Promise<DecidedActWithReceipt> {
    return this.#caller.call('decideAct', { body });
  }

  /**
   * Asks whether an agent may act, and waits while a person decides. Asking uses up an approval.
   * @throws TimedOutError with the id of the review; ask again with it as `review_id`
   */
  async untilDecided(body: DecideAct, options: WaitOptions = {}): Promise<DecidedActWithReceipt> {
    const first = await this.decide(body);
    if (first.decision !== 'ask' || first.review_id === null) return first;
    const again = { ...body, review_id: first.review_id };
    return waitUntil(
      first.review_id,
      async (limits) => this.#caller.call('decideAct', { body: again }, limits),
      ({ decision }) => decision !== 'ask',
      { everyMs: 2_000, ...options },
    );
  }

  /** Reports what an agent did. */
  async record(body: RecordAct): Promise<RecordedActWithReceipt> {
    return this.#caller.call('recordAct', { body });
  }
}
