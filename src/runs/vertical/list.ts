import { type Kysely, sql } from 'kysely';
import type { RunBody } from '../../contract/run.ts';
import type { Database } from '../../store/db/schema.ts';
import { runsOfTeam, toRunBody } from './read.ts';

/** Position at which a page ended; the next page continues below it. */
export interface RunPosition {
  readonly createdAt: Date;
  readonly id: string;
}

export interface RunPage {
  readonly runs: RunBody[];
  /** Undefined on the last page. */
  readonly end: RunPosition | undefined;
}

/** Returns one page of a team's runs, newest first. Runs that start in the meantime do not shift the pages. */
export const listRuns = async (
  db: Kysely<Database>,
  options: {
    readonly teamId: string;
    readonly vertical?: RunBody['vertical'] | undefined;
    readonly status?: RunBody['status'] | undefined;
    readonly limit: number;
    readonly after?: RunPosition | undefined;
  },
): Promise<RunPage> => {
  let query = runsOfTeam(db, options.teamId);
  if (options.vertical !== undefined) query = query.where('runs.vertical', '=', options.vertical);
  if (options.status !== undefined) query = query.where('runs.status', '=', options.status);
  if (options.after !== undefined) {
    const { createdAt, id } = options.after;
    query = query.where(sql<boolean>`(runs.created_at, runs.id) < (${createdAt}, ${id})`);
  }
  // Fetches one run more than requested, to see whether there is a next page.
  const rows = await query
    .orderBy('runs.created_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(options.limit + 1)
    .execute();
  const page = rows.slice(0, options.limit);
  const last = rows.length > options.limit ? page.at(-1) : undefined;
  return { runs: page.map(toRunBody), end: last && { createdAt: last.created_at, id: last.id } };
};
