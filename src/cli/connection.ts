import type pg from 'pg';
import { byService, createLedger, type Ledger } from '../ledger/index.ts';
import { createDatabase, createPool } from '../store/db/client.ts';
import type { Db } from '../store/db/client.ts';
import { findTeam } from '../store/keys/team.ts';
import type { Team } from '../store/keys/team.ts';
import { ProvisionError } from '../provision/problem.ts';
import { readServiceFile } from '../provision/service-file.ts';

export interface Connection {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly ledger: Ledger;
}

/** Where the command line finds the service: DATABASE_URL, or otherwise the file that the last `npm start` wrote. */
export interface Where {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

/**
 * Runs a task with a connection to the service's database.
 * @throws ProvisionError when no database is configured, or it does not respond
 */
export const withDatabase = async <T>(
  where: Where,
  task: (connection: Connection) => Promise<T>,
): Promise<T> => {
  const url = where.databaseUrl ?? (await readServiceFile(where.dataDir))?.database_url;
  if (url === undefined) {
    throw new ProvisionError(
      'No service has been started here.',
      'Run npm start in another terminal, or set DATABASE_URL.',
    );
  }
  const pool = createPool(url, { max: 2 });
  const ledger = createLedger({ pool });
  try {
    await pool.query('SELECT 1').catch((error: unknown) => {
      throw new ProvisionError(
        `The database does not respond: ${error instanceof Error ? error.message : String(error)}`,
        "Run npm start in another terminal, or set DATABASE_URL to the service's database.",
      );
    });
    return await task({ db: createDatabase(pool), pool, ledger });
  } finally {
    await ledger.close();
    await pool.end();
  }
};

/** The actor of rows for what an administrator does here. Whoever runs a command has the database's rights, but no key. */
export const COMMAND_LINE = byService('command-line', { tool: 'command line' });

/**
 * Returns the team with the given name or id.
 * @throws ProvisionError when there is none
 */
export const requireTeam = async (db: Db, nameOrId: string): Promise<Team> => {
  const team = nameOrId.startsWith('team_')
    ? await db.selectFrom('teams').select(['id', 'name']).where('id', '=', nameOrId).executeTakeFirst()
    : await findTeam(db, nameOrId);
  if (team !== undefined) return team;
  const teams = await db.selectFrom('teams').select('name').orderBy('name').limit(20).execute();
  const known =
    teams.length === 0 ? 'There is no team yet' : `Teams: ${teams.map(({ name }) => name).join(', ')}`;
  throw new ProvisionError(
    `There is no team ${nameOrId}.`,
    `${known}. keys create --team <name> creates one.`,
  );
};
