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
    'Remote codec for the Temporal Web UI, and only for its origin. Needs a key with the scope `codec`, ' +
    "as a bearer token or through the login page's cookie.",
  access: 'codec',
  session: true,
  body: { schema: payloadsSchema },
  replies: { 200: { description: 'The opened payloads, in the same order', schema: payloadsSchema } },
});

export const codecLoginPage = operation({
  id: 'codecLoginPage',
  method: 'get',
  path: '/v1/temporal/codec/login',
  document,
  tag,
  summary: "Login page for the Web UI's codec",
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
    'Sets a cookie (HttpOnly, SameSite=Strict, one hour) that replaces the key without containing it.',
  access: 'public',
  body: { schema: codecLoginForm, type: 'application/x-www-form-urlencoded', limit: 4_096 },
  problems: ['dependency-away', 'rate-limited'],
  replies: {
    200: { description: 'Signed in', type: 'text/html', headers: ['Set-Cookie'] },
    401: { description: 'The key is not valid; the form is shown again', type: 'text/html' },
    403: { description: 'The key lacks the scope `codec`; the form is shown again', type: 'text/html' },
  },
});
