import type { Kysely } from 'kysely';
import { byService, type Ledger } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import { recordPersonAct } from './rows.ts';
import { teamNamed } from './sign-in.ts';

/** A kind of request from somebody who could not be identified. */
export type StrangerAttempt = 'unknown_link' | 'unknown_key' | 'invalid_token';

/** One row stands for all attempts of a kind in this time, because strangers could otherwise fill the ledger. */
const WINDOW_MS = 600_000;

/**
 * Records the refusals of people and programs that could not be identified, in the chain of one team, because
 * their own team is unknown. Metrics and the log count them.
 */
export class Strangers {
  readonly #db: Kysely<Database>;
  readonly #ledger: Ledger;
  readonly #team: string;
  readonly #onError: (error: unknown) => void;
  readonly #onNoTeam: () => void;
  /** Start of the last window recorded here, by kind. */
  readonly #recorded = new Map<StrangerAttempt, number>();

  /**
   * @param options.team name of the team whose chain gets the rows; without such a team nothing is recorded, and `onNoTeam` is
   * called instead
   */
  constructor(options: {
    readonly db: Kysely<Database>;
    readonly ledger: Ledger;
    readonly team: string;
    readonly onError: (error: unknown) => void;
    readonly onNoTeam: () => void;
  }) {
    this.#db = options.db;
    this.#ledger = options.ledger;
    this.#team = options.team;
    this.#onError = options.onError;
    this.#onNoTeam = options.onNoTeam;
  }

  /** Returns the team whose chain records refusals without a team, if there is one. */
  async team(db: Kysely<Database> = this.#db): Promise<{ readonly teamId: string } | undefined> {
    const team = await teamNamed(db, [this.#team]);
    if (typeof team !== 'string') return team;
    this.#onNoTeam();
    return undefined;
  }

  /** Records an attempt, unless this or another process has recorded one of its kind in the same ten minutes. */
  async refused(attempt: StrangerAttempt, now = Date.now()): Promise<void> {
    const since = now - (now % WINDOW_MS);
    if (this.#recorded.get(attempt) === since) return;
    this.#recorded.set(attempt, since);
    try {
      const team = await this.team();
      if (team === undefined) return;
      const from = new Date(since).toISOString();
      await this.#db.transaction().execute(async (tx) =>
        recordPersonAct(this.#ledger, tx, {
          ...team,
          personId: undefined,
          action: 'person.sign_in_refused',
          detail: { reason: attempt, from, minutes: WINDOW_MS / 60_000 },
          actor: byService('sign-in'),
          once: `${attempt} ${from}`,
        }),
      );
    } catch (error) {
      this.#recorded.delete(attempt);
      this.#onError(error);
    }
  }
}
