import { describe, expect, it } from 'vitest';
import { connectMcp, REVISIONS } from '../helpers/mcp.ts';
import { useService } from '../helpers/use-service.ts';

const service = await useService({ worker: false });

describe.each(REVISIONS)('the official client in revision %s', (revision) => {
  it('lists the tools of the contract and scans a text', async () => {
    const client = await connectMcp(service, revision);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'scan_text',
      'extract_document',
      'run_code',
      'start_case',
      'get_run',
      'analyze_data',
      'run_task',
      'start_operator',
      'get_ledger',
      'verify_receipt',
      'list_reviews',
    ]);
    const result = await client.callTool({
      name: 'scan_text',
      arguments: { text: 'PAN ABCPK1234L' },
    });
    expect(result.structuredContent).toMatchObject({ flags: ['pan'], recorded: true });
  });
});
