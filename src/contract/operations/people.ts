import { z } from 'zod';
import { personId, sessionId } from '../common.ts';
import { operation } from '../operation.ts';
import {
  addPersonBody,
  changeRolesBody,
  personListSchema,
  personSchema,
  sessionListSchema,
} from '../person.ts';

const tag = 'People';
const document = 'services';
const access = 'people';
const params = z.object({ id: personId });

export const listPeople = operation({
  id: 'listPeople',
  method: 'get',
  path: '/v1/people',
  document,
  tag,
  summary: "List your team's people",
  access,
  query: z.strictObject({}),
  replies: {
    200: { description: 'The people, newest first, including deactivated ones', schema: personListSchema },
  },
});

export const addPerson = operation({
  id: 'addPerson',
  method: 'post',
  path: '/v1/people',
  document,
  tag,
  summary: 'Add a person',
  description:
    'Not needed for people whose roles come from the identity provider: they are added when they first sign in.',
  access,
  body: { schema: addPersonBody, limit: 16_384 },
  idempotent: true,
  problems: ['person-exists', 'no-identity-provider'],
  replies: {
    201: {
      description: 'The person',
      schema: personSchema,
      headers: ['Idempotency-Replayed'],
      links: { ChangeRoles: { operationId: 'changeRoles', parameters: { id: '$response.body#/id' } } },
    },
  },
});

export const getPerson = operation({
  id: 'getPerson',
  method: 'get',
  path: '/v1/people/{id}',
  document,
  tag,
  summary: 'Read a person',
  access,
  params,
  replies: { 200: { description: 'The person', schema: personSchema } },
});

export const changeRoles = operation({
  id: 'changeRoles',
  method: 'put',
  path: '/v1/people/{id}/roles',
  document,
  tag,
  summary: "Change a person's roles",
  description: 'Applies to open sessions at once, in every process.',
  access,
  params,
  body: { schema: changeRolesBody, limit: 16_384 },
  problems: ['no-identity-provider'],
  replies: { 200: { description: 'The person', schema: personSchema } },
});

export const deactivatePerson = operation({
  id: 'deactivatePerson',
  method: 'delete',
  path: '/v1/people/{id}',
  document,
  tag,
  summary: 'Deactivate a person',
  description:
    "Ends the person's sessions and refuses new ones, whatever the identity provider says. The person stays in the list, because ledger rows name them. Adding roles again with `PUT …/roles` does not reactivate.",
  access,
  params,
  replies: { 200: { description: 'The person', schema: personSchema } },
});

export const reactivatePerson = operation({
  id: 'reactivatePerson',
  method: 'post',
  path: '/v1/people/{id}/reactivate',
  document,
  tag,
  summary: 'Reactivate a person',
  access,
  params,
  idempotent: true,
  replies: { 200: { description: 'The person', schema: personSchema, headers: ['Idempotency-Replayed'] } },
});

export const listSessions = operation({
  id: 'listSessions',
  method: 'get',
  path: '/v1/sessions',
  document,
  tag,
  summary: 'List open sessions',
  description: "Your own sessions; with the scope `people`, all of your team's, or one person's.",
  access: 'any',
  query: z.strictObject({ person_id: personId.optional() }),
  replies: { 200: { description: 'The sessions, newest first', schema: sessionListSchema } },
});

export const endSession = operation({
  id: 'endSession',
  method: 'delete',
  path: '/v1/sessions/{id}',
  document,
  tag,
  summary: 'End a session',
  description:
    "One of your own; with the scope `people`, any of your team's. Takes effect at once, in every process.",
  access: 'any',
  params: z.object({ id: sessionId }),
  replies: { 200: { description: 'The sessions that are still open', schema: sessionListSchema } },
});
