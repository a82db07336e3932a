import type { Pool } from 'pg';
import { createLeaseStore, type LeaseStore, type LeaseStoreOptions } from '../sandbox/leases.ts';

/** Desktop leases: sandbox leases that can also pass from one process on a host to the next. */
export interface DesktopLeases extends LeaseStore {
  /**
   * Transfers one of this host's claimed desktops to this process.
   * @returns false if its lifetime is over or it is unknown
   */
  takeOver(sandboxId: string): Promise<boolean>;
}

export const createDesktopLeases = (options: LeaseStoreOptions): DesktopLeases => ({
  ...createLeaseStore(options),
  takeOver: async (sandboxId) => takeOver(options.pool, options, sandboxId),
});

const takeOver = async (
  pool: Pool,
  { host, owner, ttlMs }: LeaseStoreOptions,
  sandboxId: string,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `UPDATE sandbox_leases
     SET owner = $3, deadline = least(now() + $4 * interval '1 millisecond', ends_at)
     WHERE sandbox_id = $1 AND host = $2 AND profile = 'desktop' AND state = 'claimed' AND ends_at > now()`,
    [sandboxId, host, owner, ttlMs],
  );
  return rowCount === 1;
};
