import type { PreparedEntry } from './entry.ts';
import { isOutage, LedgerUnavailableError, ledgerError } from './errors.ts';
import type { Appended } from './statement.ts';

interface Waiting {
  readonly entry: PreparedEntry;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

const keyOf = ({ teamId, idemKey }: PreparedEntry): string => `${teamId} ${idemKey}`;

type Send = (batch: readonly PreparedEntry[]) => Promise<readonly Appended[]>;

/** Bounds of one call to the database, and of what may wait for the next. */
const MAX_BATCH_ENTRIES = 256;
const MAX_BATCH_CHARACTERS = 2_000_000;
const MAX_WAITING = 20_000;

/**
 * One line of entries of all teams. A flush takes what has gathered while the flush before it was under way: no timer,
 * so that a lone entry waits for nobody and a crowd shares one commit.
 */
export class Batcher {
  readonly #send: Send;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(send: Send) {
    this.#send = send;
  }

  /** @throws LedgerEntryError (refused), LedgerUnavailableError (append again) */
  async add(entry: PreparedEntry): Promise<Appended> {
    if (this.#closed) throw new LedgerUnavailableError('The ledger is closed');
    if (this.#waiting.length >= MAX_WAITING)
      throw new LedgerUnavailableError('Too many entries wait for the ledger');
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Takes no more entries, and ends when those that wait are stored or refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    // Lets every caller of this turn of the event loop into the first batch.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#flush(this.#nextBatch());
    this.#running = undefined;
  }

  #nextBatch(): readonly Waiting[] {
    const keys = new Set<string>();
    let characters = 0;
    for (const { entry } of this.#waiting.slice(0, MAX_BATCH_ENTRIES)) {
      characters += entry.content.length;
      // The same key twice: the second comes with the next batch, where it finds the first stored.
      if (keys.has(keyOf(entry)) || (keys.size > 0 && characters > MAX_BATCH_CHARACTERS)) break;
      keys.add(keyOf(entry));
    }
    return this.#waiting.splice(0, keys.size);
  }

  async #flush(batch: readonly Waiting[]): Promise<void> {
    let appended: readonly Appended[];
    try {
      appended = await this.#send(batch.map(({ entry }) => entry));
    } catch (error) {
      await this.#flushFailed(batch, error);
      return;
    }
    for (const [index, { resolve }] of batch.entries()) resolve(appended[index] as Appended);
  }

  /** One bad entry, or one team whose head is held by a slow transaction, must not fail the others of its batch. */
  async #flushFailed(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (isOutage(error)) {
      const away = ledgerError(error);
      for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(away);
      return;
    }
    if (batch.length === 1) {
      batch[0]?.reject(ledgerError(error));
      return;
    }
    const teams = Map.groupBy(batch, ({ entry }) => entry.teamId);
    if (teams.size > 1) {
      await Promise.all([...teams.values()].map(async (ofTeam) => this.#flush(ofTeam)));
    } else {
      for (const waiting of batch) await this.#flush([waiting]);
    }
  }
}
