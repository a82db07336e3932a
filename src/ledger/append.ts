import { setImmediate } from 'node:timers/promises';
import type { PreparedEntry } from './entry.ts';
import { isOutage, LedgerUnavailableError, ledgerError } from './errors.ts';
import type { PipelinedConnection } from './pipelined-connection.ts';
import type { BatchResult, Appended } from './statement.ts';

interface Waiting {
  readonly entry: PreparedEntry;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

/** Maximum size of a batch, and maximum number of entries waiting in memory. */
const MAX_BATCH_ENTRIES = 256;
const MAX_BATCH_CHARACTERS = 2_000_000;
const MAX_WAITING = 20_000;

/**
 * If more entries than this are waiting, the batcher pipelines: an idle batcher flushes half of them first, and sends a team's
 * next flush before the current one has finished, so that the database and this process work in parallel. With fewer entries, one
 * full flush is cheaper than an early one.
 */
const PIPELINE_THRESHOLD = 16;

/**
 * Maximum number of connections in use at a time. Each team uses only one, so if a locked head blocks one connection, the others
 * carry on.
 */
const MAX_CONNECTIONS = 4;

/**
 * Maximum number of unfinished flushes per connection. With two, the server already has the next one when it finishes the first.
 */
const MAX_AHEAD = 2;

/** A connection and, for each of its unfinished flushes, the teams in that flush. */
interface LedgerWriter {
  readonly connection: PipelinedConnection;
  readonly flushes: Set<ReadonlySet<string>>;
  /**
   * True after a flush on this connection has failed because of an outage. The remaining flushes may fail too, so no more are
   * sent.
   */
  isLost: boolean;
}

/**
 * Batches all teams' entries. Each flush sends the entries that arrived during the previous one. There is no timer, so a single
 * entry never waits, and under load many entries share one commit.
 */
export class Batcher {
  readonly #openWriter: () => LedgerWriter;
  readonly #writers: readonly LedgerWriter[];
  /** Waiting entries by team. Teams take turns in this map's order. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #flushes = new Set<Promise<void>>();
  #count = 0;
  #scheduled = false;
  #closed = false;

  constructor(openConnection: () => PipelinedConnection) {
    this.#openWriter = () => ({ connection: openConnection(), flushes: new Set(), isLost: false });
    this.#writers = Array.from({ length: MAX_CONNECTIONS }, this.#openWriter);
  }

  /**
   * Queues an entry for the next flush.
   * @throws LedgerEntryError when the entry is refused, LedgerUnavailableError when the caller may retry
   */
  async add(entry: PreparedEntry): Promise<Appended> {
    if (this.#closed) throw new LedgerUnavailableError('The ledger is closed');
    if (this.#count >= MAX_WAITING)
      throw new LedgerUnavailableError('Too many entries are waiting to be appended to the ledger');
    return new Promise((resolve, reject) => {
      const ofTeam = this.#waiting.get(entry.teamId);
      if (ofTeam === undefined) this.#waiting.set(entry.teamId, [{ entry, resolve, reject }]);
      else ofTeam.push({ entry, resolve, reject });
      this.#count += 1;
      this.#schedule();
    });
  }

  /** Stops accepting entries, and resolves once all waiting ones are stored or refused. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#count > 0 || this.#flushes.size > 0) await Promise.all(this.#flushes);
  }

  /** Schedules a flush to run after the current event-loop turn, once every caller in that turn has added its entry. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      if (this.#flushes.size === 0 && this.#count > PIPELINE_THRESHOLD)
        this.#startNext(Math.ceil(this.#count / 2));
      this.#startNext(this.#count);
    });
  }

  /**
   * Starts a flush on an idle connection, for teams that no connection is serving. If no connection is idle, queues another flush
   * on a busy connection for that connection's own teams, unless another team is waiting: otherwise busy teams would keep all
   * four connections to themselves forever.
   */
  #startNext(most: number): boolean {
    for (const writer of this.#writers)
      if (writer.flushes.size === 0 && this.#startOn(writer, most, (team) => !this.#isUnderWay(team)))
        return true;
    if (this.#count <= PIPELINE_THRESHOLD || this.#waiting.keys().some((team) => !this.#isUnderWay(team)))
      return false;
    for (const writer of this.#writers) {
      const { connection, flushes, isLost } = writer;
      const ahead = flushes.size > 0 && flushes.size < MAX_AHEAD && !isLost && connection.maySendAhead;
      if (ahead && this.#startOn(writer, most, (team) => serves(writer, team))) return true;
    }
    return false;
  }

  #isUnderWay(team: string): boolean {
    return this.#writers.some((writer) => serves(writer, team));
  }

  #startOn(writer: LedgerWriter, most: number, fits: (team: string) => boolean): boolean {
    const batch = this.#nextBatch(Math.min(most, MAX_BATCH_ENTRIES), fits);
    if (batch.length === 0) return false;
    const flush = this.#flush(writer, batch).finally(() => this.#flushes.delete(flush));
    this.#flushes.add(flush);
    return true;
  }

  /**
   * Stores a batch. Starts the next flush before it returns the results to this one's callers, so that the database is never
   * idle.
   */
  async #flush(writer: LedgerWriter, batch: readonly Waiting[]): Promise<void> {
    const teams = new Set(batch.map(({ entry }) => entry.teamId));
    writer.flushes.add(teams);
    const answer = await this.#store(writer, batch);
    writer.flushes.delete(teams);
    if (writer.flushes.size === 0) writer.isLost = false;
    if (this.#startNext(this.#count)) await setImmediate();
    answer();
    this.#schedule();
  }

  /** Takes entries from each eligible team in turn. If a team has entries left over, it moves to the back of the queue. */
  #nextBatch(most: number, fits: (team: string) => boolean): readonly Waiting[] {
    const batch: Waiting[] = [];
    let characters = 0;
    for (const [team, ofTeam] of this.#waiting.entries().toArray()) {
      if (!fits(team)) continue;
      const keys = new Set<string>();
      for (const { entry } of ofTeam) {
        // A second entry with the same key waits for a later batch, which finds the first one already stored.
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

  /** Stores a batch and returns a function that settles its callers' promises. */
  async #store(writer: LedgerWriter, batch: readonly Waiting[]): Promise<() => void> {
    try {
      const answer = await writer.connection.send(batch.map(({ entry }) => entry));
      return () => {
        settle(batch, answer);
      };
    } catch (error) {
      return this.#storeAfter(writer, batch, error);
    }
  }

  /**
   * Retries a failed batch in parts, so that a bad entry, or a team whose head remains locked, does not fail or delay the others.
   */
  async #storeAfter(writer: LedgerWriter, batch: readonly Waiting[], error: unknown): Promise<() => void> {
    if (isOutage(error) || batch.length === 1) {
      const refused = isOutage(error) ? [...batch, ...this.#takeAll(writer)] : batch;
      return () => {
        for (const { reject } of refused) reject(ledgerError(error));
      };
    }
    const teams = [...Map.groupBy(batch, ({ entry }) => entry.teamId).values()];
    if (teams.length > 1)
      await Promise.all(teams.map(async (ofTeam) => this.#storeAndAnswer(this.#openWriter(), ofTeam)));
    else for (const waiting of batch) await this.#storeAndAnswer(writer, [waiting]);
    return () => {};
  }

  async #storeAndAnswer(writer: LedgerWriter, batch: readonly Waiting[]): Promise<void> {
    const answer = await this.#store(writer, batch);
    answer();
  }

  /**
   * Takes all waiting entries after an outage so that they fail at once: retrying each would only hit the same outage after
   * another time-out. Entries that arrive later get a fresh attempt.
   */
  #takeAll(writer: LedgerWriter): readonly Waiting[] {
    if (writer.isLost) return [];
    writer.isLost = true;
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#count = 0;
    return all;
  }
}

const serves = ({ flushes }: LedgerWriter, team: string): boolean => {
  for (const teams of flushes) if (teams.has(team)) return true;
  return false;
};

const settle = (batch: readonly Waiting[], answer: BatchResult): void => {
  try {
    const appended = answer();
    for (const [index, { resolve }] of batch.entries()) resolve(appended[index] as Appended);
  } catch (error) {
    for (const { reject } of batch) reject(ledgerError(error));
  }
};
