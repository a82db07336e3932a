import type pg from 'pg';
import { Batcher } from './append.ts';
import type { Entry, NewEntry } from './entry.ts';
import { prepare } from './prepare-entry.ts';
import { ledgerError } from './errors.ts';
import { PipelinedConnection } from './pipelined-connection.ts';
import { readEntries } from './read.ts';
import { storeOn, type Appended, type LedgerTransaction } from './statement.ts';
import { verifyChain, type Verification, type VerifiedUpTo } from './verify.ts';

export interface Ledger {
  /**
   * Stores an entry. The row is committed when the promise resolves. All callers' entries are batched together.
   * @throws LedgerEntryError when the entry cannot be stored, LedgerUnavailableError when the caller may retry
   */
  append(entry: NewEntry): Promise<Appended>;
  /**
   * Stores an entry in the caller's transaction, together with the effect that it records. The team's head remains locked until
   * the transaction ends, so append last, commit at once, and never wait for `append` in between.
   */
  appendIn(tx: LedgerTransaction, entry: NewEntry): Promise<Appended>;
  /** Returns a ledger_ref's entries in seq order, or none if the team has no such ref. */
  read(teamId: string, ledgerRef: string): Promise<readonly Entry[]>;
  /** Verifies the team's chain in the database, either all of it or only the rows after a previously verified one. */
  verify(teamId: string, since?: VerifiedUpTo): Promise<Verification>;
  /** Waits until queued entries are settled. Leaves the pool open, because it belongs to the caller. */
  close(): Promise<void>;
}

/** Reports that a key was used again with different content, which no legitimate retry does. It contains ids but no content. */
export interface Conflict {
  readonly teamId: string;
  readonly ledgerRef: string;
  readonly idemKey: string;
  readonly seq: number;
}

export const createLedger = ({
  pool,
  onConflict,
}: {
  readonly pool: pg.Pool;
  readonly onConflict?: (conflict: Conflict) => void;
}): Ledger => {
  const batcher = new Batcher(() => new PipelinedConnection(pool));

  const watched = async (
    entry: NewEntry,
    store: (entry: ReturnType<typeof prepare>) => Promise<Appended>,
  ) => {
    const prepared = prepare(entry);
    const appended = await store(prepared);
    if (appended.differs) {
      const { teamId, ledgerRef, idemKey } = prepared;
      onConflict?.({ teamId, ledgerRef, idemKey, seq: appended.entry.seq });
    }
    return appended;
  };

  return {
    append: async (entry) => watched(entry, async (prepared) => batcher.add(prepared)),
    appendIn: async (tx, entry) =>
      watched(entry, async (prepared) => {
        try {
          const answer = await storeOn(tx, [prepared]);
          return answer()[0] as Appended;
        } catch (error) {
          throw ledgerError(error);
        }
      }),
    read: async (teamId, ledgerRef) => readEntries(pool, teamId, ledgerRef),
    verify: async (teamId, since) => verifyChain(pool, teamId, since),
    close: async () => batcher.close(),
  };
};
