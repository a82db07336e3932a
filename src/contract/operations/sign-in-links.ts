import { z } from 'zod';
import { operation } from '../operation.ts';
import { document, page, refusals, tag } from './auth.ts';

const token = z.string().min(1).max(200);

export const showLink = operation({
  id: 'showLink',
  method: 'get',
  path: '/v1/auth/link',
  document,
  tag,
  summary: 'Page of a sign-in link',
  description:
    'Shows a button that signs in. Opening the page does not use up the link, so link previews cannot.',
  access: 'public',
  query: z.strictObject({ token: token.optional() }),
  replies: { 200: { description: 'A form', type: page } },
});

export const useLink = operation({
  id: 'useLink',
  method: 'post',
  path: '/v1/auth/link',
  document,
  tag,
  summary: 'Sign in with a link',
  description:
    'A link works once, within 10 minutes. `pramaan people link` makes one. Sets the cookie `__Host-pramaan_session`.',
  access: 'public',
  body: {
    schema: z.object({ token }).meta({ id: 'LinkForm' }),
    type: 'application/x-www-form-urlencoded',
    limit: 4096,
  },
  problems: ['dependency-away', 'rate-limited', 'csrf-refused'],
  replies: {
    200: { description: 'Signed in', type: page, headers: ['Set-Cookie'] },
    401: refusals[401],
    403: refusals[403],
  },
});
