import type { Kysely } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { Database } from '../../store/db/schema.ts';
import { requestCancelIn } from '../cancellation.ts';
import type { RunOfTeam } from './read.ts';

/** Records a request to cancel a run. @returns whether the run is still running; undefined when the team has no such run */
export const requestCancel = async (
  db: Kysely<Database>,
  { teamId, runId }: RunOfTeam,
  actor: Actor,
): Promise<{ readonly running: boolean } | undefined> =>
  requestCancelIn(db, 'runs', { team_id: teamId, id: runId }, actor);
