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

/** Bounds of one call to the database, and of what may wait for the next. */
const MAX_BATCH_ENTRIES = 256;
const MAX_BATCH_CHARACTERS = 2_000_000;
const MAX_WAITING = 20_000;

/**
 * Of more than these a first flush takes half, and a team's next flush does not wait for the one under way: database and
 * process then work side by side. Fewer make one flush more worth than an early one.
 */
const PIPELINE_THRESHOLD = 16;

/** Connections in use at a time. A team is on one of them only; the others go on while one waits for a head that is locked. */
const MAX_LANES = 4;

/** Flushes of one lane under way at a time: the server has the next at hand when it is done with one. */
const MAX_AHEAD = 2;

/** A lane, and the teams of each flush that it has under way. */
interface Busy {
  readonly lane: PipelinedConnection;
  readonly flushes: Set<ReadonlySet<string>>;
  /** One of these flushes found an outage: what is under way may share it, and nothing is sent behind it. */
  isLost: boolean;
}

/**
 * Gathers the entries of all teams. A flush takes what has come while the one before it was under way: no timer, so
 * that a lone entry waits for nobody and a crowd shares one commit.
 */
export class Batcher {
  readonly #openLane: () => Busy;
  readonly #lanes: readonly Busy[];
  /** By team, in the order in which teams get their turn. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #flushes = new Set<Promise<void>>();
  #count = 0;
  #scheduled = false;
  #closed = false;

  constructor(openLane: () => PipelinedConnection) {
    this.#openLane = () => ({ lane: openLane(), flushes: new Set(), isLost: false });
    this.#lanes = Array.from({ length: MAX_LANES }, this.#openLane);
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
      if (this.#flushes.size === 0 && this.#count > PIPELINE_THRESHOLD)
        this.#startNext(Math.ceil(this.#count / 2));
      this.#startNext(this.#count);
    });
  }

  /**
   * Starts a flush on a lane that has none, of teams that no lane has; or else one more where its teams are. None while
   * a team waits for a lane: crowds would hand all four on to themselves for ever.
   */
  #startNext(most: number): boolean {
    for (const busy of this.#lanes)
      if (busy.flushes.size === 0 && this.#startOn(busy, most, (team) => !this.#isUnderWay(team)))
        return true;
    if (this.#count <= PIPELINE_THRESHOLD || this.#waiting.keys().some((team) => !this.#isUnderWay(team)))
      return false;
    for (const busy of this.#lanes) {
      const { lane, flushes, isLost } = busy;
      const ahead = flushes.size > 0 && flushes.size < MAX_AHEAD && !isLost && lane.maySendAhead;
      if (ahead && this.#startOn(busy, most, (team) => has(busy, team))) return true;
    }
    return false;
  }

  #isUnderWay(team: string): boolean {
    return this.#lanes.some((busy) => has(busy, team));
  }

  #startOn(busy: Busy, most: number, fits: (team: string) => boolean): boolean {
    const batch = this.#nextBatch(Math.min(most, MAX_BATCH_ENTRIES), fits);
    if (batch.length === 0) return false;
    const flush = this.#flush(busy, batch).finally(() => this.#flushes.delete(flush));
    this.#flushes.add(flush);
    return true;
  }

  /** The next flush is on its way before the callers of this one get their answers: the database works while they do. */
  async #flush(busy: Busy, batch: readonly Waiting[]): Promise<void> {
    const teams = new Set(batch.map(({ entry }) => entry.teamId));
    busy.flushes.add(teams);
    const answer = await this.#store(busy, batch);
    busy.flushes.delete(teams);
    if (busy.flushes.size === 0) busy.isLost = false;
    if (this.#startNext(this.#count)) await setImmediate();
    answer();
    this.#schedule();
  }

  /** Goes round the teams that fit; one that has more than its share gets its next turn last. */
  #nextBatch(most: number, fits: (team: string) => boolean): readonly Waiting[] {
    const batch: Waiting[] = [];
    let characters = 0;
    for (const [team, ofTeam] of this.#waiting.entries().toArray()) {
      if (!fits(team)) continue;
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
  async #store(busy: Busy, batch: readonly Waiting[]): Promise<() => void> {
    try {
      const answer = await busy.lane.send(batch.map(({ entry }) => entry));
      return () => {
        settle(batch, answer);
      };
    } catch (error) {
      return this.#storeAfter(busy, batch, error);
    }
  }

  /** One bad entry, or one team whose head is locked for long, must not fail the others of its batch, nor hold them up. */
  async #storeAfter(busy: Busy, batch: readonly Waiting[], error: unknown): Promise<() => void> {
    if (isOutage(error) || batch.length === 1) {
      const refused = isOutage(error) ? [...batch, ...this.#takeAll(busy)] : batch;
      return () => {
        for (const { reject } of refused) reject(ledgerError(error));
      };
    }
    const teams = [...Map.groupBy(batch, ({ entry }) => entry.teamId).values()];
    if (teams.length > 1)
      await Promise.all(teams.map(async (ofTeam) => this.#storeAndAnswer(this.#openLane(), ofTeam)));
    else for (const waiting of batch) await this.#storeAndAnswer(busy, [waiting]);
    return () => {};
  }

  async #storeAndAnswer(busy: Busy, batch: readonly Waiting[]): Promise<void> {
    const answer = await this.#store(busy, batch);
    answer();
  }

  /** Those that wait would only find the same outage, one time-out later each; those that came since may not. */
  #takeAll(busy: Busy): readonly Waiting[] {
    if (busy.isLost) return [];
    busy.isLost = true;
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#count = 0;
    return all;
  }
}

const has = ({ flushes }: Busy, team: string): boolean => {
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
