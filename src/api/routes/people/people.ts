import {
  addPerson,
  changeRoles,
  deactivatePerson,
  getPerson,
  listPeople,
  reactivatePerson,
} from '../../../contract/operations/people.ts';
import {
  addPerson as add,
  findPerson,
  listPeople as list,
  type PersonRecord,
} from '../../../people/people.ts';
import { changeRoles as change, setActive } from '../../../people/person-changes.ts';
import { actorOf } from '../../../ledger/index.ts';
import { ProblemError } from '../../http/problem.ts';
import { answerOnce } from '../../runs/answer-once.ts';
import { type Reply, route } from '../../services/route.ts';
import { showPerson } from './show.ts';

const found = (person: PersonRecord | undefined): Reply => {
  if (person === undefined) throw new ProblemError('not-found');
  return { status: 200, body: showPerson(person) };
};

export const listPeopleRoute = route(listPeople, async ({ caller }, { db }) => ({
  status: 200,
  body: { people: (await list(db, caller.teamId)).map(showPerson) },
}));

export const getPersonRoute = route(getPerson, async ({ caller, params }, { db }) =>
  found(await findPerson(db, { teamId: caller.teamId, personId: params.id })),
);

export const addPersonRoute = route(addPerson, async (call, services) => {
  const { name, roles, subject } = call.body;
  const issuer = subject === undefined ? undefined : await services.identity?.provider.issuer();
  if (subject !== undefined && issuer === undefined) throw new ProblemError('no-identity-provider');
  const identity = subject === undefined || issuer === undefined ? undefined : { issuer, subject };
  return answerOnce(addPerson, call, services, async (tx) => {
    const wanted = { teamId: call.caller.teamId, name, roles, rolesFrom: 'here', identity } as const;
    const person = await add(tx, services.ledger, wanted, actorOf(call.caller));
    if (person === undefined) throw new ProblemError('person-exists');
    return { status: 201, body: showPerson(person) };
  });
});

export const changeRolesRoute = route(changeRoles, async ({ caller, params, body }, { db, ledger }) => {
  const which = { teamId: caller.teamId, personId: params.id };
  const changed = await db
    .transaction()
    .execute(async (tx) => change(tx, ledger, which, body.roles, actorOf(caller)));
  if (changed === 'local') {
    throw new ProblemError('no-identity-provider', {
      detail: 'This person does not sign in at an identity provider. Name the roles.',
    });
  }
  return found(changed);
});

export const deactivatePersonRoute = route(deactivatePerson, async ({ caller, params }, { db, ledger }) => {
  const which = { teamId: caller.teamId, personId: params.id };
  return found(
    await db.transaction().execute(async (tx) => setActive(tx, ledger, which, false, actorOf(caller))),
  );
});

export const reactivatePersonRoute = route(reactivatePerson, async (call, services) => {
  const which = { teamId: call.caller.teamId, personId: call.params.id };
  return answerOnce(reactivatePerson, call, services, async (tx) => {
    const person = await setActive(tx, services.ledger, which, true, actorOf(call.caller));
    if (person === undefined) throw new ProblemError('not-found');
    return { status: 200, body: showPerson(person) };
  });
});
