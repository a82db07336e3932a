import { migrate } from '../store/db/migrate.ts';
import { ProvisionError } from '../provision/problem.ts';
import { EXIT } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/**
 * Applies the files in sql/ that the database does not have yet. If several processes call this at once, one of them does the
 * work.
 */
export const migrateDatabase = async (url: string | undefined): Promise<Outcome> => {
  if (url === undefined) {
    throw new ProvisionError(
      'No database is set.',
      'Set DATABASE_MIGRATION_URL to a role that may create roles and tables.',
    );
  }
  const applied = await migrate(url);
  return {
    code: EXIT.ok,
    json: { applied },
    text: applied.length === 0 ? 'The tables are up to date.' : `Applied: ${applied.join(', ')}`,
  };
};
