import type { Client, ElicitResult } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../helpers/api.ts';
import { connectMcp, type Revision, textOf } from '../helpers/mcp.ts';

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ key } = await api.newTeam());
});

/** Connects a client whose person gives this answer, and returns what the person was asked for. */
const asking = async (
  answer: ElicitResult,
  revision: Revision = '2026-07-28',
): Promise<{ readonly client: Client; readonly asked: string[][] }> => {
  const client = await connectMcp({ url: api.url, key }, revision, {
    capabilities: { elicitation: { form: {} } },
  });
  const asked: string[][] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push('requestedSchema' in params ? Object.keys(params.requestedSchema.properties) : []);
    return answer;
  });
  return { client, asked };
};

const CASE = { applicant: 'Asha Sample', pan: 'ABCPK1234L', aadhaar: '2345 6789 1238', amount: '₹ 48,500' };

describe('A call that lacks members', () => {
  it('a person is asked for the members of a case, and the run has what they gave', async () => {
    const content = { id: 'CLM-ASKED-1', policy: ' ', more: 'x' };
    const { client, asked } = await asking({ action: 'accept', content });
    const started = await client.callTool({
      name: 'start_case',
      arguments: { vertical: 'kyc', case: CASE },
    });
    expect(asked).toEqual([['id', 'policy', 'admission', 'discharge', 'diagnosis', 'hospital']]);
    expect(started.structuredContent).toMatchObject({ vertical: 'kyc', case_id: 'CLM-ASKED-1' });
  });

  it('a case that a person does not complete starts as it is', async () => {
    const { client, asked } = await asking({ action: 'decline' });
    const started = await client.callTool({
      name: 'start_case',
      arguments: { vertical: 'kyc', case: CASE },
    });
    expect(asked).toHaveLength(1);
    expect(started.structuredContent).toMatchObject({ status: 'running', case_id: null });
  });

  it('a person is asked for an argument that the tool requires, or the call is refused', async () => {
    const { client, asked } = await asking({ action: 'accept', content: { text: 'PAN ABCPK1234L' } });
    const scanned = await client.callTool({ name: 'scan_text', arguments: {} });
    expect([asked, scanned.structuredContent]).toMatchObject([[['text']], { flags: ['pan'] }]);
    const declined = await asking({ action: 'decline' });
    const refused = await declined.client.callTool({ name: 'scan_text', arguments: {} });
    expect(textOf(refused)).toMatchObject({ status: 422 });
  });

  it('nobody is asked if the client cannot, or if nothing is missing', async () => {
    const plain = await connectMcp({ url: api.url, key }, '2026-07-28');
    const started = await plain.callTool({ name: 'start_case', arguments: { vertical: 'kyc', case: CASE } });
    expect(started.structuredContent).toMatchObject({ status: 'running' });
    for (const revision of ['2026-07-28', '2025-11-25'] as const) {
      const { client, asked } = await asking({ action: 'decline' }, revision);
      await client.callTool({ name: 'start_case', arguments: { vertical: 'kyc' } });
      await client.callTool({ name: 'scan_text', arguments: { text: 'x' } });
      expect(asked).toEqual([]);
    }
    const old = await asking({ action: 'accept', content: { text: 'x' } }, '2025-11-25');
    const refused = await old.client.callTool({ name: 'scan_text', arguments: {} });
    expect([old.asked, textOf(refused)['status']]).toEqual([[], 422]);
  });
});
