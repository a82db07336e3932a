import { z } from 'zod';
import { operation } from '../operation.ts';
import { meSchema } from '../person.ts';

export const tag = 'Sign-in';
export const document = 'services';
export const page = 'text/html';
export const refusals = {
  400: { description: 'The answer does not belong to a sign-in that this browser began', type: page },
  401: { description: 'The identity provider, or the link, did not identify anybody', type: page },
  403: { description: 'The person may not sign in here', type: page },
} as const;

export const signIn = operation({
  id: 'signIn',
  method: 'get',
  path: '/v1/auth/sign-in',
  document,
  tag,
  summary: 'Sign in at the identity provider',
  description:
    'For browsers. Starts the OpenID Connect code flow with PKCE; the browser returns to `/v1/auth/callback`.',
  access: 'public',
  query: z.strictObject({
    return_to: z
      .string()
      .max(500)
      .optional()
      .meta({ description: 'Path of this service to show after the sign-in' }),
  }),
  problems: ['dependency-away', 'rate-limited'],
  replies: {
    303: {
      description: "The identity provider's page",
      type: page,
      headers: ['Location', 'Set-Cookie'],
    },
    404: { description: 'No identity provider is configured', type: page },
  },
});

export const finishSignIn = operation({
  id: 'finishSignIn',
  method: 'get',
  path: '/v1/auth/callback',
  document,
  tag,
  summary: 'Finish a sign-in',
  description:
    'The identity provider sends the browser here. Register this address as a redirect URI. Sets the cookie `__Host-pramaan_session`.',
  access: 'public',
  query: z.object({ state: z.string().max(500).optional() }),
  problems: ['dependency-away', 'rate-limited'],
  replies: {
    200: { description: 'Signed in', type: page, headers: ['Set-Cookie'] },
    ...refusals,
    404: { description: 'No identity provider is configured', type: page },
  },
});

export const signOut = operation({
  id: 'signOut',
  method: 'post',
  path: '/v1/auth/sign-out',
  document,
  tag,
  summary: 'Sign out',
  description: "Ends this request's session everywhere and clears its cookie.",
  access: 'any',
  body: { schema: z.strictObject({}).meta({ id: 'SignOut' }), optional: true, limit: 1_024 },
  replies: {
    200: {
      description: 'Signed out',
      headers: ['Set-Cookie'],
      schema: z
        .object({
          provider_sign_out_url: z
            .string()
            .nullable()
            .meta({ description: 'Address that also signs out at the identity provider' }),
        })
        .meta({ id: 'SignedOut' }),
    },
  },
});

export const openWebUi = operation({
  id: 'openWebUi',
  method: 'get',
  path: '/v1/auth/web-ui',
  document,
  tag,
  summary: "Open Temporal's Web UI",
  description:
    'For browsers that are signed in as `auditor` or `admin`: passes the session on to the Web UI and shows it.',
  access: 'public',
  query: z.strictObject({}),
  problems: ['dependency-away'],
  replies: {
    200: { description: 'A page that opens the Web UI', type: page },
    303: {
      description: 'The sign-in, for a browser that is not signed in',
      type: page,
      headers: ['Location'],
    },
    403: refusals[403],
    404: { description: 'This API does not serve the Web UI', type: page },
  },
});

export const getMe = operation({
  id: 'getMe',
  method: 'get',
  path: '/v1/me',
  document,
  tag,
  summary: 'Who you are and what you may do',
  access: 'any',
  query: z.strictObject({}),
  replies: { 200: { description: 'The person or key that this request came from', schema: meSchema } },
});
