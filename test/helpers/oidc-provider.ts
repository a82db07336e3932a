import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { UserAgent } from './user-agent.ts';
import { atEnd } from './at-end.ts';

/** Audience of the access tokens that the provider issues for the API. */
export const API_AUDIENCE = 'urn:pramaan:api';

export const CLIENT_SECRET = 'a-secret-of-tests-that-is-long-enough';

type Claims = Readonly<Record<string, unknown>>;

export interface TestProvider {
  readonly issuer: string;
  /** Settings of a service that uses this provider. */
  readonly env: (more?: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** The accounts by subject, with their claims. Tests change them. */
  readonly accounts: Map<string, Claims>;
  /** Who signs in next. */
  signsIn: string;
  /** Changes the ID tokens of the token endpoint. */
  tamper: ((claims: Claims) => Promise<string>) | undefined;
  /** Replaces the signing keys. */
  readonly rotate: () => Promise<void>;
  /** Signs claims with the current key. */
  readonly sign: (claims: Claims, header?: Readonly<Record<string, string>>) => Promise<string>;
  /** Returns an access token for the API, as the provider issues it to a program on somebody's behalf. */
  readonly accessToken: (subject: string) => Promise<string>;
  readonly close: () => Promise<void>;
  readonly open: () => Promise<void>;
}

const newKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: crypto.randomUUID() };
};

const CLI_REDIRECT = 'http://127.0.0.1/cli';

/** Starts a real OpenID Connect provider on loopback, whose accounts, keys and answers a test controls. */
export const startProvider = async (redirectUri: string): Promise<TestProvider> => {
  let key = await newKey();
  const accounts: TestProvider['accounts'] = new Map();
  const server = createServer();
  const listen = async (port: number): Promise<void> =>
    new Promise((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://localhost:${port}`;
  let provider: Provider;
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;

  const configuration = (): Configuration => ({
    jwks: { keys: [key] },
    clients: [
      {
        client_id: 'pramaan',
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
      {
        client_id: 'cli',
        application_type: 'native',
        redirect_uris: [CLI_REDIRECT],
        token_endpoint_auth_method: 'none',
      },
    ],
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub'],
      profile: ['name', 'groups', 'roles', 'team', '_claim_names', '_claim_sources'],
    },
    issueRefreshToken: async (_ctx, { clientId }) => clientId === 'pramaan',
    findAccount: (_ctx, id) =>
      accounts.has(id)
        ? { accountId: id, claims: async () => ({ sub: id, ...accounts.get(id) }) }
        : undefined,
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['cookies of tests'] },
    extraTokenClaims: (_ctx, token) => {
      const id = (token as { accountId?: string }).accountId ?? '';
      return { ...accounts.get(id) };
    },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, client) => (client.clientId === 'cli' ? API_AUDIENCE : []),
        getResourceServerInfo: () => ({
          scope: 'openid profile',
          audience: API_AUDIENCE,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
        useGrantedResource: () => true,
      },
    },
  });

  const begin = (): void => {
    provider = new Provider(issuer, configuration());
    answer = provider.callback();
  };
  begin();

  const test: TestProvider = {
    issuer,
    accounts,
    signsIn: '',
    tamper: undefined,
    env: (more) => ({
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'pramaan',
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_AUDIENCE: API_AUDIENCE,
      ...more,
    }),
    rotate: async () => {
      key = await newKey();
      begin();
    },
    sign: async (claims, header = {}) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: key.kid!, ...header }).sign(key),
    accessToken: async (subject) => {
      const before = test.signsIn;
      test.signsIn = subject;
      const verifier = 'v'.repeat(43);
      const { createHash } = await import('node:crypto');
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const query = new URLSearchParams({
        client_id: 'cli',
        response_type: 'code',
        redirect_uri: CLI_REDIRECT,
        scope: 'openid profile',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      const { url } = await new UserAgent().visit(`${issuer}/auth?${query.toString()}`, {}, (next) =>
        next.startsWith(CLI_REDIRECT),
      );
      test.signsIn = before;
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: 'cli',
          code: new URL(url).searchParams.get('code') ?? '',
          redirect_uri: CLI_REDIRECT,
          code_verifier: verifier,
        }),
      });
      const { access_token: token } = (await response.json()) as { access_token?: string };
      if (token === undefined) throw new Error(`no access token: ${response.status} at ${url}`);
      return token;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    open: async () => listen(port),
  };

  /** Signs in the account and agrees to everything, as a person would. */
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      await provider.interactionFinished(request, response, { login: { accountId: test.signsIn } });
      return;
    }
    const grant =
      (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
      new provider.Grant({ accountId: session!.accountId, clientId: String(params['client_id']) });
    grant.addOIDCScope('openid profile');
    grant.addResourceScope(API_AUDIENCE, 'openid profile');
    await provider.interactionFinished(
      request,
      response,
      { consent: { grantId: await grant.save() } },
      { mergeWithLastSubmission: true },
    );
  };

  const tampered = (response: ServerResponse): void => {
    const { tamper } = test;
    if (tamper === undefined) return;
    const end = response.end.bind(response) as (text: string) => void;
    response.end = ((chunk: string | Buffer) => {
      const body = JSON.parse(String(chunk)) as { id_token?: string };
      const [, payload = ''] = (body.id_token ?? '').split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as Claims;
      void tamper(claims).then((token) => {
        const text = JSON.stringify({ ...body, id_token: token });
        response.setHeader('content-length', Buffer.byteLength(text));
        end(text);
        return undefined;
      });
      return response;
    }) as typeof response.end;
  };

  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else {
      if (request.url === '/token') tampered(response);
      void answer(request, response);
    }
  });
  atEnd(async () => test.close());
  return test;
};
