import { ProtocolError } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/ids.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';
import { METRICS_TOKEN } from '../helpers/contract.ts';
import { connectMcp, REVISIONS, textOf } from '../helpers/mcp.ts';
import { bodyOf } from './messages.ts';
import { storeAgentRuns } from './started-runs.ts';

const LIMIT = 120;
const headers = { accept: 'application/json, text/event-stream' };

let api: TestApi;
let team: Awaited<ReturnType<TestApi['newTeam']>>;

beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_PER_MINUTE: String(LIMIT) });
  team = await api.newTeam();
});

const connect = async (revision: (typeof REVISIONS)[number], key = team.key) =>
  connectMcp({ url: api.url, key }, revision);

describe.each(REVISIONS)('A refused call in revision %s', (revision) => {
  it('wrong arguments are a result that points at each of them', async () => {
    const client = await connect(revision);
    const wrong = await client.callTool({ name: 'scan_text', arguments: { text: 1, more: true } });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toMatchObject({
      type: 'urn:pramaan:problem:invalid-request',
      errors: expect.arrayContaining([
        expect.objectContaining({ pointer: '/text' }),
        expect.objectContaining({ pointer: '/more' }),
      ]),
    });
    const surplus = await client.callTool({ name: 'list_reviews', arguments: { decide: 'approve' } });
    expect(textOf(surplus)).toMatchObject({ status: 422 });
  });

  it.each([
    ['scan_text', { text: 'x', idempotency_key: 'k' }, '/idempotency_key'],
    ['scan_text', { text: 'x', wait_seconds: 1 }, '/wait_seconds'],
    ['start_case', { vertical: 'it', id: 'kyc' }, '/id'],
    ['start_case', { vertical: 'it', wait_seconds: 1 }, '/wait_seconds'],
    ['get_run', { id: 'run_0', wait_seconds: '60' }, '/wait_seconds'],
    ['get_run', { id: 'run_0', wait_seconds: 301 }, '/wait_seconds'],
    ['get_run', { id: 'run_0', idempotency_key: 'k' }, '/idempotency_key'],
    ['run_task', { task: 'x', wait_seconds: -1 }, '/wait_seconds'],
    ['run_task', { task: 'x', receipt: 'true' }, '/receipt'],
    ['get_run', { id: newId('run'), receipt: 'maybe' }, '/receipt'],
  ])('%s refuses arguments outside its schema: %j', async (name, given, pointer) => {
    const client = await connect(revision);
    const refused = await client.callTool({ name, arguments: given });
    expect(textOf(refused)).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('a refused call is counted, and logged with the name of its tool', async () => {
    const { key, keyId } = await api.newTeam();
    const client = await connect(revision, key);
    const counted = async (): Promise<number> => {
      const { body } = await api.send<string>('GET', '/metrics', { key: METRICS_TOKEN });
      return Number(/^http_problems_total\{code="not-found"\} (\d+)$/m.exec(body)?.[1] ?? 0);
    };
    const before = await counted();
    await client.callTool({ name: 'get_run', arguments: { id: 'run_0' } });
    expect(await counted()).toBe(before + 1);
    expect(api.logs.lines()).toContainEqual(
      expect.objectContaining({
        msg: 'tool call refused',
        route: '/mcp get_run',
        error_code: 'not-found',
        key_id: keyId,
      }),
    );
  });

  it('an unknown tool is an error of the protocol', async () => {
    const client = await connect(revision);
    const call = client.callTool({ name: 'decide_review', arguments: {} });
    await expect(call).rejects.toThrow(ProtocolError);
    await expect(call).rejects.toMatchObject({ code: -32_602 });
  });

  it('the runs and rows of another team are not found', async () => {
    const theirs = await api.newTeam();
    const run = await api.send<{ id: string; ledger_ref: string }>(
      'POST',
      '/v1/workforce/verticals/it/runs',
      { key: theirs.key },
    );
    const owner = await connect(revision, theirs.key);
    const handles = [run.body.id, ...(await storeAgentRuns(api, theirs.teamId))];
    for (const id of handles) {
      const read = await owner.callTool({ name: 'get_run', arguments: { id } });
      expect(read.structuredContent).toMatchObject({ status: 'running' });
    }
    const client = await connect(revision);
    for (const id of [...handles, 'op_1', 'task-1', 'analyze-1', 'nothing', 1, { toString: 1 }]) {
      const read = await client.callTool({ name: 'get_run', arguments: { id } });
      expect([read.isError, textOf(read)['status']]).toEqual([true, 404]);
    }
    const scan = await api.send<{ ledger_ref: string }>('POST', '/v1/govern/scan', {
      key: theirs.key,
      body: { text: 'x' },
    });
    const rows = await client.callTool({ name: 'get_ledger', arguments: { ref: scan.body.ledger_ref } });
    expect([rows.isError, textOf(rows)['status']]).toEqual([true, 404]);
  });

  it('a suspended team starts nothing, and the refusal is a row', async () => {
    const suspended = await api.newTeam(['runs:write', 'safety', 'ledger:read']);
    await api.send('POST', '/v1/govern/switches', {
      key: suspended.key,
      body: { scope: 'all', action: 'suspend', reason: 'x' },
    });
    const client = await connect(revision, suspended.key);
    const refused = await client.callTool({ name: 'start_case', arguments: { vertical: 'it' } });
    expect(textOf(refused)).toMatchObject({ type: 'urn:pramaan:problem:suspended', status: 423 });
    const rows = await api.database.db
      .selectFrom('agent_actions')
      .select('action')
      .where('team_id', '=', suspended.teamId)
      .orderBy('seq')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['safety.suspended', 'safety.refused']);
  });

  it('work that needs a model is refused without one', async () => {
    const client = await connect(revision);
    const refused = await client.callTool({ name: 'start_operator', arguments: { task: 'x' } });
    expect(textOf(refused)).toMatchObject({ type: 'urn:pramaan:problem:no-model-provider' });
  });
});

describe('A request to /mcp', () => {
  it('a request without a key is refused with the address of the metadata', async () => {
    const { status, headers } = await api.send('POST', '/mcp', { body: bodyOf('tools/list') });
    expect(status).toBe(401);
    expect(headers.get('WWW-Authenticate')).toBe(
      `Bearer resource_metadata="${api.url}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  it('a request whose key lacks the scope is refused with the name of the scope', async () => {
    const { key } = await api.newTeam(['runs:read']);
    const body = bodyOf('tools/call', { name: 'scan_text', arguments: { text: 'x' } });
    const refused = await api.send('POST', '/mcp', { key, body });
    expect([refused.status, problemOf(refused)]).toEqual([403, 'scope-missing']);
    expect(refused.headers.get('WWW-Authenticate')).toContain('error="insufficient_scope", scope="scan"');
    for (const [id, scope] of [
      ['op_1', 'operators:read'],
      ['task-1', 'agents'],
      ['analyze-1', 'analyze'],
    ] as const) {
      const read = bodyOf('tools/call', { name: 'get_run', arguments: { id } });
      const { headers } = await api.send('POST', '/mcp', { key, body: read });
      expect(headers.get('WWW-Authenticate')).toContain(`scope="${scope}"`);
    }
  });

  it.each(['https://evil.example', 'http://rebound.example:3000', 'null'])(
    'a page of %s may not send it, even with a key',
    async (origin) => {
      const sent = { key: team.key, headers: { origin }, body: bodyOf('tools/list') };
      const refused = await api.send('POST', '/mcp', sent);
      expect([refused.status, problemOf(refused)]).toEqual([403, 'csrf-refused']);
    },
  );

  it('a request to /mcp counts towards the same limit as any request', async () => {
    const { key } = await api.newTeam();
    const replies = await Promise.all(
      Array.from({ length: 2 * LIMIT }, async () => api.send('POST', '/mcp', { key, headers, body: {} })),
    );
    const statuses = new Set(replies.map(({ status }) => status));
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([400, 429]);
  });

  it('a page of this machine may send it to a service on this machine', async () => {
    const origin = api.url.replace('127.0.0.1', 'localhost');
    const sent = { key: team.key, headers: { ...headers, origin }, body: bodyOf('ping') };
    expect((await api.send('POST', '/mcp', sent)).status).toBe(200);
  });

  it('the endpoint refuses GET and DELETE, because the server keeps no sessions', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await api.send(method, '/mcp', { key: team.key });
      expect([status, headers.get('Allow')]).toEqual([405, 'POST']);
    }
  });

  it.each([
    ['an array of messages', [], 422],
    ['no message of the protocol', {}, 400],
  ])('%s is refused', async (_what, body, expected) => {
    const { status } = await api.send('POST', '/mcp', { key: team.key, headers, body });
    expect(status).toBe(expected);
  });
});

describe('The metadata of the protected resource', () => {
  it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    '%s names the endpoint exactly as clients type it',
    async (path) => {
      const { status, body } = await api.send('GET', path);
      expect(status).toBe(200);
      expect(body).toMatchObject({ resource: `${api.url}/mcp`, authorization_servers: [] });
    },
  );
});
