import { setImmediate } from 'node:timers/promises';
import type { PreparedEntry } from './entry.ts';
import { isOutage, LedgerUnavailableError, ledgerError } from './errors.ts';
import type { Answer, Appended } from './statement.ts';

interface Waiting {
  readonly entry: PreparedEntry;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

type Send = (batch: readonly PreparedEntry[]) => Promise<Answer>;

/** Bounds of one call to the database, and of what may wait for the next. */
const MAX_BATCH_ENTRIES = 256;
const MAX_BATCH_CHARACTERS = 2_000_000;
const MAX_WAITING = 20_000;

/** Of more than these a first flush takes half: the next is ready by its end, and database and process work side by side. */
const CROWD = 16;

/** Flushes under way at a time, never two of one team. The others go on while one waits for a head that is locked. */
const MAX_FLUSHES = 4;

/**
 * Gathers the entries of all teams. A flush takes what has come while the one before it was under way: no timer, so
 * that a lone entry waits for nobody and a crowd shares one commit.
 */
export class Batcher {
  readonly #send: Send;
  /** By team, in the order in which teams get their turn. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #flushes = new Set<Promise<void>>();
  readonly #teamsUnderWay = new Set<string>();
  #count = 0;
  #underWay = 0;
  #scheduled = false;
  #closed = false;

  constructor(send: Send) {
    this.#send = send;
  }

  /** @throws LedgerEntryError (refused), LedgerUnavailableError (append again) */
  async add(entry: PreparedEntry): Promise<Appended> {
    if (this.#closed) throw new LedgerUnavailableError('The ledger is closed');
    if (this.#count >= MAX_WAITING) throw new LedgerUnavailableError('Too many entries wait for the ledger');
    return new Promise((resolve, reject) => {
      const ofTeam = this.#waiting.get(entry.teamId);
      if (ofTeam === undefined) this.#waiting.set(entry.teamId, [{ entry, resolve, reject }]);
      else ofTeam.push({ entry, resolve, reject });
      this.#count += 1;
      this.#schedule();
    });
  }

  /** Takes no more entries, and ends when those that wait are stored or refused. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#count > 0 || this.#flushes.size > 0) await Promise.all(this.#flushes);
  }

  /** Starts a flush once every caller of this turn of the event loop has added its entry. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      const half = this.#underWay === 0 && this.#count > CROWD;
      this.#startNext(half ? Math.ceil(this.#count / 2) : this.#count);
    });
  }

  #startNext(most: number): boolean {
    if (this.#underWay >= MAX_FLUSHES) return false;
    const batch = this.#nextBatch(Math.min(most, MAX_BATCH_ENTRIES));
    if (batch.length === 0) return false;
    const flush = this.#flush(batch).finally(() => this.#flushes.delete(flush));
    this.#flushes.add(flush);
    return true;
  }

  /** The next flush is on its way before the callers of this one get their answers: the database works while they do. */
  async #flush(batch: readonly Waiting[]): Promise<void> {
    const teams = new Set(batch.map(({ entry }) => entry.teamId));
    for (const team of teams) this.#teamsUnderWay.add(team);
    this.#underWay += 1;
    const answer = await this.#store(batch);
    this.#underWay -= 1;
    for (const team of teams) this.#teamsUnderWay.delete(team);
    if (this.#startNext(this.#count)) await setImmediate();
    answer();
    this.#schedule();
  }

  /** Goes round the teams that have no flush under way; one that has more than fits gets its next turn last. */
  #nextBatch(most: number): readonly Waiting[] {
    const batch: Waiting[] = [];
    let characters = 0;
    for (const [team, ofTeam] of this.#waiting.entries().toArray()) {
      if (this.#teamsUnderWay.has(team)) continue;
      const keys = new Set<string>();
      for (const { entry } of ofTeam) {
        // The same key twice: the second comes with a later batch, where it finds the first stored.
        const full = batch.length + keys.size >= most || characters > MAX_BATCH_CHARACTERS;
        if (full || keys.has(entry.idemKey)) break;
        keys.add(entry.idemKey);
        characters += entry.content.length;
      }
      batch.push(...ofTeam.splice(0, keys.size));
      if (keys.size > 0) this.#waiting.delete(team);
      if (keys.size > 0 && ofTeam.length > 0) this.#waiting.set(team, ofTeam);
      if (batch.length >= most) break;
    }
    this.#count -= batch.length;
    return batch;
  }

  /** Stores a batch, and gives what tells its callers. */
  async #store(batch: readonly Waiting[]): Promise<() => void> {
    try {
      const answer = await this.#send(batch.map(({ entry }) => entry));
      return () => {
        tell(batch, answer);
      };
    } catch (error) {
      return this.#storeAfter(batch, error);
    }
  }

  /** One bad entry, or one team whose head is locked for long, must not fail the others of its batch. */
  async #storeAfter(batch: readonly Waiting[], error: unknown): Promise<() => void> {
    if (isOutage(error) || batch.length === 1) {
      const refused = isOutage(error) ? [...batch, ...this.#takeAll()] : batch;
      return () => {
        for (const { reject } of refused) reject(ledgerError(error));
      };
    }
    const teams = [...Map.groupBy(batch, ({ entry }) => entry.teamId).values()];
    if (teams.length > 1) await Promise.all(teams.map(async (ofTeam) => this.#storeAndAnswer(ofTeam)));
    else for (const waiting of batch) await this.#storeAndAnswer([waiting]);
    return () => {};
  }

  async #storeAndAnswer(batch: readonly Waiting[]): Promise<void> {
    const answer = await this.#store(batch);
    answer();
  }

  /** Those that wait would only find the same outage, one time-out later each. */
  #takeAll(): readonly Waiting[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#count = 0;
    return all;
  }
}

const tell = (batch: readonly Waiting[], answer: Answer): void => {
  try {
    const appended = answer();
    for (const [index, { resolve }] of batch.entries()) resolve(appended[index] as Appended);
  } catch (error) {
    for (const { reject } of batch) reject(ledgerError(error));
  }
};
