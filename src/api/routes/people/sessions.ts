import { endSession, listSessions } from '../../../contract/operations/people-sessions.ts';
import { actorOf } from '../../../ledger/index.ts';
import { listSessions as list } from '../../../people/sessions.ts';
import { endSession as end } from '../../../people/session-end.ts';
import type { Caller } from '../../../store/keys/authenticate.ts';
import { ProblemError } from '../../http/problem.ts';
import { type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { showSession } from './show.ts';

/** Returns the person whose sessions the caller may see; undefined for all people of the team. */
const limitOf = ({ id, scopes }: Caller): string | undefined => (scopes.has('people') ? undefined : id);

const shown = async (
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  personId: string | undefined,
): Promise<Reply> => {
  const sessions = await list(db, { teamId: caller.teamId, personId });
  return {
    status: 200,
    body: { sessions: sessions.map((session) => showSession(session, caller.person?.sessionId)) },
  };
};

export const listSessionsRoute = route(listSessions, async ({ caller, query }, services) => {
  const limit = limitOf(caller);
  const { person_id: wanted = limit } = query;
  if (limit !== undefined && wanted !== limit) {
    throw new ProblemError('scope-missing', { detail: 'The sessions of others need the scope "people".' });
  }
  return shown(services, caller, wanted);
});

export const endSessionRoute = route(endSession, async ({ caller, params }, services) => {
  const personId = limitOf(caller);
  const ended = await services.db
    .transaction()
    .execute(async (tx) =>
      end(tx, services.ledger, { teamId: caller.teamId, sessionId: params.id, personId }, actorOf(caller)),
    );
  if (!ended) throw new ProblemError('not-found');
  return shown(services, caller, personId);
});
