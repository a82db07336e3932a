import { type Kysely, sql } from 'kysely';
import type { RunBody } from '../../contract/run.ts';
import type { Database } from '../../store/db/schema.ts';
import { runsOfTeam, toRunBody } from './read.ts';

/** Where a page ended: the next one goes on below it. */
export interface RunPosition {
  readonly createdAt: Date;
  readonly id: string;
}

export interface RunPage {
  readonly runs: RunBody[];
  /** undefined on the last page */
  readonly end: RunPosition | undefined;
}

/** One page of a team's runs, newest first. Runs that start meanwhile shift nothing. */
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
  // One more than asked for tells whether there is a next page.
  const rows = await query
    .orderBy('runs.created_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(options.limit + 1)
    .execute();
  const page = rows.slice(0, options.limit);
  const last = rows.length > options.limit ? page.at(-1) : undefined;
  return { runs: page.map(toRunBody), end: last && { createdAt: last.created_at, id: last.id } };
};
