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

/** Limits of one batch, and of how many entries may wait in memory. */
const MAX_BATCH_ENTRIES = 256;
const MAX_BATCH_CHARACTERS = 2_000_000;
const MAX_WAITING = 20_000;

/**
 * Number of waiting entries above which the batcher pipelines: an idle batcher starts with half of them, and a team's next flush
 * does not wait for the one under way, so that the database and this process work in parallel. With fewer entries one full flush
 * is cheaper than an early one.
 */
const PIPELINE_THRESHOLD = 16;

/** Connections in use at a time. A team uses one of them only; the others carry on while one waits for a locked head. */
const MAX_CONNECTIONS = 4;

/** Flushes under way at a time per connection, so that the server has the next one at hand when it finishes one. */
const MAX_AHEAD = 2;

/** A connection and the teams of each flush under way on it. */
interface LedgerWriter {
  readonly connection: PipelinedConnection;
  readonly flushes: Set<ReadonlySet<string>>;
  /** Set when one of these flushes found an outage: flushes under way may share it, and nothing more is sent behind them. */
  isLost: boolean;
}

/**
 * Collects the entries of all teams into batches. A flush takes whatever arrived while the one before it was under way. There is
 * no timer, so a lone entry never waits, and many entries share one commit.
 */
export class Batcher {
  readonly #openWriter: () => LedgerWriter;
  readonly #writers: readonly LedgerWriter[];
  /** Waiting entries by team, in the order in which teams get their turn. */
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
   * @throws LedgerEntryError when the entry is refused, LedgerUnavailableError when it may be appended again
   */
  async add(entry: PreparedEntry): Promise<Appended> {
    if (this.#closed) throw new LedgerUnavailableError('The ledger is closed');
    if (this.#count >= MAX_WAITING)
      throw new LedgerUnavailableError('Too many entries are waiting for the ledger');
    return new Promise((resolve, reject) => {
      const ofTeam = this.#waiting.get(entry.teamId);
      if (ofTeam === undefined) this.#waiting.set(entry.teamId, [{ entry, resolve, reject }]);
      else ofTeam.push({ entry, resolve, reject });
      this.#count += 1;
      this.#schedule();
    });
  }

  /** Accepts no more entries, and resolves once all waiting ones are stored or refused. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#count > 0 || this.#flushes.size > 0) await Promise.all(this.#flushes);
  }

  /** Starts a flush after every caller in this turn of the event loop has added its entry. */
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
   * Starts a flush on an idle connection, with teams that no connection is serving. Otherwise sends one more flush behind those
   * of a busy connection, with that connection's teams. Sends nothing ahead while an unserved team waits, because busy teams
   * would otherwise keep all four connections to themselves forever.
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

  /** Starts the next flush before the callers of this one get their results, so that the database works meanwhile. */
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

  /** Takes entries from the teams that fit, in turn. A team with entries left over goes to the back of the queue. */
  #nextBatch(most: number, fits: (team: string) => boolean): readonly Waiting[] {
    const batch: Waiting[] = [];
    let characters = 0;
    for (const [team, ofTeam] of this.#waiting.entries().toArray()) {
      if (!fits(team)) continue;
      const keys = new Set<string>();
      for (const { entry } of ofTeam) {
        // The second entry with the same key goes into a later batch, where it finds the first one stored.
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
   * Retries a failed batch in parts, so that one bad entry, or one team whose head is locked for long, neither fails nor delays
   * the others.
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
   * Takes all waiting entries after an outage: each would only find the same outage one time-out later. Entries that arrive
   * afterwards get a fresh attempt.
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
