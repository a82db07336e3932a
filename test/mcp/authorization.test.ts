import { discoverOAuthProtectedResourceMetadata } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { deadPort, startTestApi, type TestApi } from '../helpers/api.ts';
import { connectMcp } from '../helpers/mcp.ts';
import { startProvider, type TestProvider } from '../helpers/oidc-provider.ts';
import { bodyOf } from './messages.ts';

let api: TestApi;
let provider: TestProvider;

beforeAll(async () => {
  const port = await deadPort();
  provider = await startProvider(`http://127.0.0.1:${port}/v1/auth/callback`);
  api = await startTestApi({ PORT: String(port), ...provider.env({ OIDC_TEAM: 'acme' }) });
  await ensureTeam(api.database.db, { name: 'acme' });
});

/** Returns a token of a person with these roles. */
const tokenOf = async (...roles: readonly string[]): Promise<string> => {
  const subject = `sub-${roles.join('-')}`;
  provider.accounts.set(subject, { name: 'Asha Sample', roles });
  return provider.accessToken(subject);
};

describe('A client that signs in a person', () => {
  it('a client finds the identity provider and the scopes to request there', async () => {
    const { headers } = await api.send('POST', '/mcp', { body: bodyOf('tools/list') });
    expect(headers.get('WWW-Authenticate')).toContain('scope="openid profile"');
    const metadata = await discoverOAuthProtectedResourceMetadata(new URL(`${api.url}/mcp`));
    expect(metadata).toMatchObject({
      resource: `${api.url}/mcp`,
      authorization_servers: [provider.issuer],
      scopes_supported: ['openid', 'profile'],
    });
  });

  it("a client may do what the person's roles allow, and rows name the person by initials", async () => {
    const client = await connectMcp({ url: api.url, key: await tokenOf('analyst', 'auditor') }, '2026-07-28');
    const scanned = await client.callTool({ name: 'scan_text', arguments: { text: 'x' } });
    const { ledger_ref: ref } = scanned.structuredContent as { ledger_ref: string };
    const rows = await client.callTool({ name: 'get_ledger', arguments: { ref } });
    expect(rows.structuredContent).toMatchObject({ entries: [{ actor: { kind: 'person', name: 'A. S.' } }] });
    const viewer = await tokenOf('viewer');
    const body = bodyOf('tools/call', { name: 'run_code', arguments: { code: '1' } });
    const refused = await api.send('POST', '/mcp', { key: viewer, body });
    expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([
      403,
      expect.stringContaining('scope="code:run"'),
    ]);
  });
});
