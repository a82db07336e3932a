import type { Kysely } from 'kysely';
import type { RunBody } from '../../contract/run.ts';
import type { Database } from '../../store/db/schema.ts';
import { type PageOptions, readPage, type RunPosition } from '../page.ts';
import { caseIdOf } from './create.ts';
import { runsOfTeam, toRunBody } from './read.ts';

/** Returns a page of a team's runs, newest first. Runs that start in the meantime do not shift the pages. */
export const listRuns = async (
  db: Kysely<Database>,
  options: PageOptions & {
    readonly teamId: string;
    readonly vertical?: RunBody['vertical'] | undefined;
    readonly status?: RunBody['status'] | undefined;
    /** The caller's own id for the case, as it was given. */
    readonly case_id?: string | undefined;
  },
): Promise<{ readonly runs: RunBody[]; readonly end: RunPosition | undefined }> => {
  let query = runsOfTeam(db, options.teamId);
  if (options.vertical !== undefined) query = query.where('runs.vertical', '=', options.vertical);
  if (options.status !== undefined) query = query.where('runs.status', '=', options.status);
  if (options.case_id !== undefined)
    query = query.where('runs.case_id', '=', caseIdOf({ id: options.case_id }));
  const { rows, end } = await readPage(query, options);
  return { runs: rows.map(toRunBody), end };
};
