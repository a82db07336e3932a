import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import type { Role } from '../../src/contract/roles.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { deadPort, startTestApi, type TestApi } from '../helpers/api.ts';
import { type Keycloak, KEYCLOAK_CLIENT, startKeycloak } from '../helpers/keycloak.ts';
import { recheckNow } from '../helpers/recheck.ts';
import { useBrowser } from '../helpers/use-browser.ts';
import { atEnd } from '../helpers/at-end.ts';

const found = inject('keycloak');
if ('lacking' in found) process.stderr.write(`The tests with Keycloak are skipped: ${found.lacking}.\n`);

const test = it.skipIf('lacking' in found);

let api: TestApi;
let keycloak: Keycloak;
let browser: Browser;

beforeAll(async () => {
  if ('lacking' in found) return;
  const port = await deadPort();
  const redirectUri = `http://127.0.0.1:${port}/v1/auth/callback`;
  const starting = startKeycloak(found.home, redirectUri, inject('scratch'));
  browser = await useBrowser();
  keycloak = await starting;
  atEnd(async () => keycloak.stop());
  api = await startTestApi({
    PORT: String(port),
    OIDC_ISSUER: keycloak.issuer,
    OIDC_CLIENT_ID: KEYCLOAK_CLIENT.id,
    OIDC_CLIENT_SECRET: KEYCLOAK_CLIENT.secret,
    OIDC_AUDIENCE: 'urn:pramaan:api',
    OIDC_ROLE_MAP: JSON.stringify({ 'claims-reviewers': ['reviewer'], 'it-admins': ['admin', 'auditor'] }),
  });
  await ensureTeam(api.database.db, { name: 'default' });
}, 180_000);

const signIn = async (context: BrowserContext, username: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${api.url}/v1/auth/sign-in`);
  await page.fill('#username', username);
  await page.fill('#password', `${username}-password`);
  await page.click('#kc-login');
  return page;
};

interface Me {
  readonly roles: readonly Role[];
  readonly actor: { readonly id: string; readonly name: string };
  readonly csrf_token: string;
}

/** Asks from a page of the service itself, as its console does; the page of `/v1/me` itself forbids that, so the test lifts its policy. */
const asked = async (page: Page): Promise<{ status: number; body: Me }> =>
  page.evaluate(async () => {
    const response = await fetch('/v1/me');
    return { status: response.status, body: (await response.json()) as Me };
  });

test('a person signs in across sites, goes back, opens another tab, signs out, and no other site can do so', async () => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await signIn(context, 'asha');
  // The page after the sign-in opens this address by itself, with the cookie that is only sent to its own site.
  await page.waitForURL(`${api.url}/console`);
  const { status, body } = await asked(page);
  expect(status).toBe(200);
  expect(body).toMatchObject({ roles: ['reviewer'], actor: { name: 'A. S.' } });
  const cookies = await context.cookies(api.url);
  expect(cookies.find(({ name }) => name === '__Host-pramaan_session')).toMatchObject({
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
  });
  expect(await page.evaluate('document.cookie')).toBe('');

  await page.goBack();
  await page.goto(`${api.url}/v1/me`);
  expect((await asked(page)).status).toBe(200);

  // Keycloak knows the browser, so a second tab signs in without a password, and the first tab can finish too.
  const tab = await context.newPage();
  await tab.goto(`${api.url}/v1/auth/sign-in`);
  await tab.waitForURL(`${api.url}/console`);
  const again = await asked(page);
  expect(again.body.actor).toEqual(body.actor);

  const elsewhere = await context.newPage();
  await elsewhere.goto(`${keycloak.issuer}/.well-known/openid-configuration`);
  await elsewhere.evaluate(async (url) => {
    await fetch(url, {
      method: 'POST',
      mode: 'no-cors',
      credentials: 'include',
      headers: { 'content-type': 'text/plain' },
      body: '{}',
    }).catch(() => undefined);
  }, `${api.url}/v1/auth/sign-out`);
  expect((await asked(page)).status).toBe(200);

  const out = await page.evaluate(async (token) => {
    const response = await fetch('/v1/auth/sign-out', {
      method: 'POST',
      headers: { 'x-csrf-token': token },
    });
    return { status: response.status, body: (await response.json()) as { provider_sign_out_url: string } };
  }, again.body.csrf_token);
  expect(out.status).toBe(200);
  expect(out.body.provider_sign_out_url).toContain(keycloak.issuer);
  expect((await asked(tab)).status).toBe(401);
  await context.close();
});

test('a role that Keycloak takes away during a session ends it at the next check, and the person sees why', async () => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await signIn(context, 'ravi');
  await page.waitForURL(`${api.url}/console`);
  await recheckNow(api);
  expect((await asked(page)).body.roles).toEqual(['auditor', 'admin']);

  const [user] = (await (await keycloak.admin('GET', '/users?username=ravi')).json()) as [{ id: string }];
  const role: unknown = await (await keycloak.admin('GET', '/roles/it-admins')).json();
  const mappings = `/users/${user.id}/role-mappings/realm`;
  expect((await keycloak.admin('DELETE', mappings, [role] as object)).status).toBe(204);
  await recheckNow(api);
  expect((await asked(page)).status).toBe(401);
  await page.goto(`${api.url}/v1/auth/sign-in`);
  await page.waitForURL(/\/v1\/auth\/callback/);
  expect(await page.textContent('[role=status]')).toContain('You have no role here');
  await context.close();
});

/** Returns tokens for a program that acts for a person. */
const tokensOf = async (username: string): Promise<{ access_token: string; id_token: string }> => {
  const response = await fetch(`${keycloak.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: KEYCLOAK_CLIENT.id,
      client_secret: KEYCLOAK_CLIENT.secret,
      username,
      password: `${username}-password`,
      scope: 'openid',
    }),
  });
  return (await response.json()) as { access_token: string; id_token: string };
};

test('an access token of Keycloak works on the API, and its ID token does not', async () => {
  const tokens = await tokensOf('asha');
  const { status, body } = await api.send<Me>('GET', '/v1/me', { key: tokens.access_token });
  expect([status, body.roles]).toEqual([200, ['reviewer']]);
  expect((await api.send('GET', '/v1/me', { key: tokens.id_token })).status).toBe(401);
});

const keyOf = ({ access_token: token }: { access_token: string }): string =>
  (JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid;

test('tokens go on working after Keycloak has rotated its keys', async () => {
  const before = await tokensOf('asha');
  const { id } = (await (await keycloak.admin('GET', '')).json()) as { id: string };
  const component = {
    name: 'newer key',
    providerId: 'rsa-generated',
    providerType: 'org.keycloak.keys.KeyProvider',
    parentId: id,
    config: { priority: ['200'] },
  };
  expect((await keycloak.admin('POST', '/components', component)).status).toBe(201);
  const fresh = await tokensOf('asha');
  expect(keyOf(fresh)).not.toBe(keyOf(before));
  await expect
    .poll(async () => (await api.send('GET', '/v1/me', { key: fresh.access_token })).status)
    .toBe(200);
});
