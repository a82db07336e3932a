import { operation } from '../operation.ts';
import { codecLoginForm, payloadsSchema } from '../service.ts';

const tag = 'Payload codec';
const document = 'services';

export const decodePayloads = operation({
  id: 'decodePayloads',
  method: 'post',
  path: '/v1/temporal/codec/decode',
  document,
  tag,
  summary: "Open Temporal's sealed payloads",
  description:
    "For the Temporal Web UI's remote codec, from its own origin alone. Needs a key with scope `codec`, as a bearer " +
    'token or through the cookie of the login page.',
  access: 'codec',
  session: true,
  body: { schema: payloadsSchema },
  replies: { 200: { description: 'The payloads, opened, in the same order', schema: payloadsSchema } },
});

export const codecLoginPage = operation({
  id: 'codecLoginPage',
  method: 'get',
  path: '/v1/temporal/codec/login',
  document,
  tag,
  summary: 'Page that takes a key for the Web UI',
  access: 'public',
  replies: { 200: { description: 'A form', type: 'text/html' } },
});

export const codecLogin = operation({
  id: 'codecLogin',
  method: 'post',
  path: '/v1/temporal/codec/login',
  document,
  tag,
  summary: 'Sign in to the codec',
  description:
    'Sets a cookie (HttpOnly, SameSite=Strict, one hour) that stands for the key but does not contain it.',
  access: 'public',
  body: { schema: codecLoginForm, type: 'application/x-www-form-urlencoded', limit: 4_096 },
  problems: ['dependency-away', 'rate-limited'],
  replies: {
    200: { description: 'Signed in', type: 'text/html', headers: ['Set-Cookie'] },
    401: { description: 'No such key: the form again', type: 'text/html' },
    403: { description: 'The key has no `codec` scope: the form again', type: 'text/html' },
  },
});
