import { z } from 'zod';
import { personId, sessionId } from '../common.ts';
import { operation } from '../operation.ts';
import { sessionListSchema } from '../person.ts';
import { document, tag } from './people.ts';

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
