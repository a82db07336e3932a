import type { Pool } from 'pg';
import type { Profile } from './job.ts';

/** What a lease records when its sandbox begins to work for someone. */
export interface Claim {
  readonly teamId: string;
  readonly run: string;
  readonly lifetimeMs: number;
}

/**
 * Records which process is responsible for which container. A row is written before its container is made and deleted after it is
 * gone, so a container without a current row is an orphan. All times are the database's.
 */
export interface LeaseStore {
  /** Writes the row. Callers wait for this before they make a container. */
  open(sandboxId: string, profile: Profile | 'desktop'): Promise<void>;
  claim(sandboxId: string, claim: Claim): Promise<void>;
  close(sandboxId: string): Promise<void>;
  /** Extends the deadlines of the leases of this owner's living sandboxes. */
  renew(sandboxIds: readonly string[]): Promise<void>;
  /** Returns all leases of this host, and whether each is past its deadline. */
  ofHost(): Promise<ReadonlyMap<string, { readonly expired: boolean }>>;
  /**
   * Deletes the rows of sandboxes that do not exist: this owner's at once, other owners' on this host once they have expired, and
   * any host's a day after that.
   */
  forget(sandboxIds: readonly string[]): Promise<void>;
}

export interface LeaseStoreOptions {
  readonly pool: Pool;
  readonly host: string;
  /** Unique for each start of a process. */
  readonly owner: string;
  /** Milliseconds that a lease lasts after its owner's last sign of life. */
  readonly ttlMs: number;
}

/** Time that an owner has to remove a sandbox after the end of its life. */
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
  ofHost: async () => {
    const { rows } = await pool.query<{ sandbox_id: string; expired: boolean }>(
      'SELECT sandbox_id, deadline < now() AS expired FROM sandbox_leases WHERE host = $1',
      [host],
    );
    return new Map(rows.map(({ sandbox_id: id, expired }) => [id, { expired }]));
  },
  forget: async (sandboxIds) => {
    await pool.query(
      `DELETE FROM sandbox_leases
       WHERE (host = $1 AND sandbox_id = ANY ($2) AND (deadline < now() OR owner = $3))
          OR deadline < now() - interval '1 day'`,
      [host, sandboxIds, owner],
    );
  },
});
