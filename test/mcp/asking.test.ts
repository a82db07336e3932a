import type { Client, ElicitResult } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startApi } from '../../src/api/main.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { startTestApi, type TestApi } from '../helpers/api.ts';
import { connectMcp, REVISIONS, type Revision, textOf } from '../helpers/mcp.ts';

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ key } = await api.newTeam());
});

/** Connects a client whose person gives this answer, and returns what the person was asked for. */
const asking = async (
  answer: ElicitResult | (() => Promise<ElicitResult>),
  revision: Revision,
  fetch?: typeof globalThis.fetch,
): Promise<{ readonly client: Client; readonly asked: string[][] }> => {
  const client = await connectMcp({ url: api.url, key, ...(fetch && { fetch }) }, revision, {
    capabilities: { elicitation: { form: {} } },
  });
  const asked: string[][] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push('requestedSchema' in params ? Object.keys(params.requestedSchema.properties) : []);
    return typeof answer === 'function' ? answer() : answer;
  });
  return { client, asked };
};

const CASE = { applicant: 'Asha Sample', pan: 'ABCPK1234L', aadhaar: '2345 6789 1238', amount: '₹ 48,500' };

describe.each(REVISIONS)('A call that lacks members in revision %s', (revision) => {
  it('a person is asked for the members of a case, and the run has their values', async () => {
    const content = { id: 'CLM-ASKED-1', policy: ' ', more: 'x' };
    const { client, asked } = await asking({ action: 'accept', content }, revision);
    const started = await client.callTool({
      name: 'start_case',
      arguments: { vertical: 'kyc', case: CASE },
    });
    expect(asked).toEqual([['id', 'policy', 'admission', 'discharge', 'diagnosis', 'hospital']]);
    expect(started.structuredContent).toMatchObject({ vertical: 'kyc', case_id: 'CLM-ASKED-1' });
  });

  it('a case that a person does not complete starts unchanged', async () => {
    const { client, asked } = await asking({ action: 'decline' }, revision);
    const started = await client.callTool({
      name: 'start_case',
      arguments: { vertical: 'kyc', case: CASE },
    });
    expect(asked).toHaveLength(1);
    expect(started.structuredContent).toMatchObject({ status: 'running', case_id: null });
  });

  it('a person is asked for an argument that the tool requires, or the call is refused', async () => {
    const { client, asked } = await asking(
      { action: 'accept', content: { text: 'PAN ABCPK1234L' } },
      revision,
    );
    const scanned = await client.callTool({ name: 'scan_text', arguments: {} });
    expect([asked, scanned.structuredContent]).toMatchObject([[['text']], { flags: ['pan'] }]);
    const declined = await asking({ action: 'decline' }, revision);
    const refused = await declined.client.callTool({ name: 'scan_text', arguments: {} });
    expect(textOf(refused)).toMatchObject({ status: 422 });
  });

  it('nobody is asked if the client cannot, or if nothing is missing', async () => {
    const plain = await connectMcp({ url: api.url, key }, revision);
    const started = await plain.callTool({ name: 'start_case', arguments: { vertical: 'kyc', case: CASE } });
    expect(started.structuredContent).toMatchObject({ status: 'running' });
    const { client, asked } = await asking({ action: 'decline' }, revision);
    await client.callTool({ name: 'start_case', arguments: { vertical: 'kyc' } });
    await client.callTool({ name: 'scan_text', arguments: { text: 'x' } });
    expect(asked).toEqual([]);
  });
});

describe('A client of 2025-11-25 that is asked', () => {
  const accept = { action: 'accept', content: { text: 'PAN ABCPK1234L' } } as const;

  it('two calls at once get their own answers, though both arrive as later messages', async () => {
    const texts = ['PAN ABCPK1234L', 'call 98765 43210'];
    const { client } = await asking(
      async () => ({ action: 'accept', content: { text: texts.pop()! } }),
      '2025-11-25',
    );
    const call = { name: 'scan_text', arguments: {} };
    const both = await Promise.all([client.callTool(call), client.callTool(call)]);
    expect(both.map(({ structuredContent }) => structuredContent)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ flags: ['pan'] }),
        expect.objectContaining({ flags: ['phone'] }),
      ]),
    );
  });

  it('the answer and a cancellation reach the call from another process', async () => {
    const log = createLogger('fatal', 'api', { write: () => undefined });
    const other = await startApi({ ...api.config, PORT: 0 }, log);
    onTestFinished(other.stop);
    // A load balancer sends later messages elsewhere.
    const elsewhere: typeof fetch = async (url, init) => {
      const isLate = /"result"|notifications\/cancelled/.test(sentBy(init));
      return fetch(isLate ? `${other.url}/mcp` : url, init);
    };
    const { client } = await asking(accept, '2025-11-25', elsewhere);
    const scanned = await client.callTool({ name: 'scan_text', arguments: {} });
    expect(scanned.structuredContent).toMatchObject({ flags: ['pan'] });

    const before = refusals();
    const stop = new AbortController();
    const held = await asking(
      async () => {
        stop.abort('enough');
        return new Promise(() => undefined);
      },
      '2025-11-25',
      elsewhere,
    );
    const call = { name: 'scan_text', arguments: {} };
    await expect(held.client.callTool(call, { signal: stop.signal })).rejects.toThrow();
    await expect.poll(refusals).toBe(before + 1);
  });

  it('an answer from another key, or one that is too large, is refused', async () => {
    const stranger = await api.newTeam();
    const forged: unknown[] = [];
    const forging: typeof fetch = async (url, init) => {
      if (!sentBy(init).includes('"result"')) return fetch(url, init);
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${stranger.key}`);
      forged.push((await fetch(url, { ...init, headers })).status);
      const large = JSON.stringify({
        ...(JSON.parse(sentBy(init)) as object),
        result: { action: 'accept', content: { text: 'x'.repeat(10_000) } },
      });
      forged.push((await fetch(url, { ...init, body: large })).status);
      return fetch(url, init);
    };
    const { client } = await asking(accept, '2025-11-25', forging);
    const scanned = await client.callTool({ name: 'scan_text', arguments: {} });
    expect([forged, scanned.structuredContent]).toMatchObject([[202, 413], { flags: ['pan'] }]);
  });
});

/** Returns the body of a request of the client, which sends texts only. */
const sentBy = (init: RequestInit | undefined): string => (typeof init?.body === 'string' ? init.body : '');

/**
 * Number of calls that were refused because their arguments are invalid, such as those that nobody completes.
 */
const refusals = (): number =>
  api.logs
    .lines()
    .filter(({ msg, error_code: code }) => msg === 'tool call refused' && code === 'invalid-request').length;
