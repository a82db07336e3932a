import { z } from 'zod';
import { credentialListSchema, credentialName, credentialSchema, putCredentialBody } from '../credential.ts';
import { operation } from '../operation.ts';

const tag = 'Operators';
const document = 'services';
const access = 'admin';
const params = z.object({ name: credentialName });

export const putCredential = operation({
  id: 'putCredential',
  method: 'put',
  path: '/v1/credentials/{name}',
  document,
  tag,
  summary: 'Create or replace a credential',
  description:
    'A credential is a login of your team for a site. An operator whose run names it can have it typed, and neither its model ' +
    'nor anybody who watches sees it. The change works from the next time that it is typed on.',
  access,
  params,
  body: { schema: putCredentialBody, limit: 131_072 },
  replies: {
    200: { description: 'The replaced credential', schema: credentialSchema },
    201: { description: 'The new credential', schema: credentialSchema },
  },
});

export const listCredentials = operation({
  id: 'listCredentials',
  method: 'get',
  path: '/v1/credentials',
  document,
  tag,
  summary: "List your team's credentials",
  description: 'Values are never shown. A team has at most 200 credentials, so the list has no pages.',
  access,
  query: z.strictObject({}),
  replies: { 200: { description: 'The credentials, by name', schema: credentialListSchema } },
});

export const getCredential = operation({
  id: 'getCredential',
  method: 'get',
  path: '/v1/credentials/{name}',
  document,
  tag,
  summary: 'Read a credential without its values',
  access,
  params,
  replies: { 200: { description: 'The credential', schema: credentialSchema } },
});

export const deleteCredential = operation({
  id: 'deleteCredential',
  method: 'delete',
  path: '/v1/credentials/{name}',
  document,
  tag,
  summary: 'Delete a credential and its values',
  description: 'Runs that are using it cannot have it typed any more.',
  access,
  params,
  replies: { 200: { description: 'The deleted credential', schema: credentialSchema } },
});
