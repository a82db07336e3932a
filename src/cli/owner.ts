import pg from 'pg';
import { ProvisionError } from '../provision/problem.ts';
import type { Outcome } from './outcome.ts';

/**
 * Runs a task over the owner's connection, for operations that the service itself may not perform.
 * @throws ProvisionError when no owner's connection is configured
 */
export const asOwner = async (
  url: string | undefined,
  task: (pool: pg.Pool) => Promise<Outcome>,
): Promise<Outcome> => {
  if (url === undefined) {
    throw new ProvisionError(
      "This command needs the database owner's rights.",
      "Set DATABASE_MIGRATION_URL; the service's own role lacks these rights.",
    );
  }
  const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c search_path=public' });
  try {
    return await task(pool);
  } finally {
    await pool.end();
  }
};
