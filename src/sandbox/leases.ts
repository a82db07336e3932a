import type { Pool } from 'pg';
import type { Profile } from './job.ts';

/** Details that a lease records when a run claims its sandbox. */
export interface Claim {
  readonly teamId: string;
  readonly run: string;
  readonly lifetimeMs: number;
}

/**
 * Records which process is responsible for which container. A row is written before its container is created and deleted once the
 * container is gone, so a container without a current row is an orphan. All times come from the database.
 */
export interface LeaseStore {
  /** Writes the row. Callers wait for this before they create a container. */
  open(sandboxId: string, profile: Profile | 'desktop'): Promise<void>;
  claim(sandboxId: string, claim: Claim): Promise<void>;
  close(sandboxId: string): Promise<void>;
  /** Extends the lease deadlines of this owner's live sandboxes. */
  renew(sandboxIds: readonly string[]): Promise<void>;
  /**
   * Returns all leases on this host and those of the given sandboxes on any host, because hosts may share a container engine.
   * Each entry says whether the deadline has passed.
   */
  known(sandboxIds: readonly string[]): Promise<ReadonlyMap<string, { readonly expired: boolean }>>;
  /**
   * Deletes the rows of sandboxes that do not exist: this owner's at once, and other owners' once they have expired. Also deletes
   * all rows that expired more than a day ago.
   */
  forget(sandboxIds: readonly string[]): Promise<void>;
}

export interface LeaseStoreOptions {
  readonly pool: Pool;
  readonly host: string;
  /** Unique for each process start. */
  readonly owner: string;
  /** Milliseconds that a lease remains valid after its owner's last sign of life. */
  readonly ttlMs: number;
}

/** Maximum time for an owner to remove a sandbox after its lifetime ends. */
const CLOSING_MS = 15_000;

/** Creates a lease store in Postgres (sql/0005_sandbox_leases.sql). */
export const createLeaseStore = ({ pool, host, owner, ttlMs }: LeaseStoreOptions): LeaseStore => ({
  open: async (sandboxId, profile) => {
    await pool.query(
      `INSERT INTO sandbox_leases (sandbox_id, host, owner, profile, state, deadline)
       VALUES ($1, $2, $3, $4, 'warm', now() + $5 * interval '1 millisecond')`,
      [sandboxId, host, owner, profile, ttlMs],
    );
  },
  claim: async (sandboxId, { teamId, run, lifetimeMs }) => {
    await pool.query(
      `UPDATE sandbox_leases SET state = 'claimed', team_id = $2, run = $3,
         ends_at = now() + $4 * interval '1 millisecond'
       WHERE sandbox_id = $1`,
      [sandboxId, teamId, run, lifetimeMs + CLOSING_MS],
    );
  },
  close: async (sandboxId) => {
    await pool.query('DELETE FROM sandbox_leases WHERE sandbox_id = $1', [sandboxId]);
  },
  renew: async (sandboxIds) => {
    await pool.query(
      `UPDATE sandbox_leases
       SET deadline = least(now() + $2 * interval '1 millisecond', ends_at)
       WHERE owner = $1 AND sandbox_id = ANY ($3)`,
      [owner, ttlMs, sandboxIds],
    );
  },
  known: async (sandboxIds) => {
    const { rows } = await pool.query<{ sandbox_id: string; expired: boolean }>(
      `SELECT sandbox_id, deadline < now() AS expired FROM sandbox_leases
       WHERE host = $1 OR sandbox_id = ANY ($2)`,
      [host, sandboxIds],
    );
    return new Map(rows.map(({ sandbox_id: id, expired }) => [id, { expired }]));
  },
  forget: async (sandboxIds) => {
    await pool.query(
      `DELETE FROM sandbox_leases
       WHERE (sandbox_id = ANY ($1) AND (deadline < now() OR owner = $2))
          OR deadline < now() - interval '1 day'`,
      [sandboxIds, owner],
    );
  },
});
