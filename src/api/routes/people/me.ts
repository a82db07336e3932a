import { getMe } from '../../../contract/operations/auth.ts';
import { roles as allRoles } from '../../../contract/roles.ts';
import { maskText } from '../../../governance/mask.ts';
import { findPerson } from '../../../people/people.ts';
import { listSessions } from '../../../people/sessions.ts';
import { csrfTokenOf } from '../../auth/csrf.ts';
import { route } from '../../services/route.ts';
import { showSession } from './show.ts';

export const getMeRoute = route(getMe, async ({ caller }, { db, rings }) => {
  const { teamId, id, actor, scopes, person } = caller;
  const sessionId = person?.sessionId;
  const team = await db
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
  const record = person && (await findPerson(db, { teamId, personId: id }));
  const sessions = sessionId === undefined ? [] : await listSessions(db, { teamId, personId: id });
  const session = sessions.find((one) => one.id === sessionId);
  return {
    status: 200,
    body: {
      actor,
      name: record === undefined ? actor.name : maskText(record.name),
      team,
      roles: allRoles.filter((role) => person?.roles.has(role)),
      scopes: [...scopes].toSorted(),
      session: session === undefined ? null : showSession(session, sessionId),
      csrf_token: sessionId === undefined ? null : csrfTokenOf(rings.csrf, sessionId),
    },
  };
});
