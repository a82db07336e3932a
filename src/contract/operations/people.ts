import { z } from 'zod';
import { personId } from '../common.ts';
import { operation } from '../operation.ts';
import { addPersonBody, changeRolesBody, personListSchema, personSchema } from '../person.ts';

export const tag = 'People';
export const document = 'services';
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
