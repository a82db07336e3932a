import { describe, expect, it } from 'vitest';
import type { ReviewBody } from '../../src/contract/review.ts';
import { connectMcp, REVISIONS, textOf } from '../helpers/mcp.ts';
import { python, useScriptedModel } from '../helpers/scripted-model.ts';
import { useService } from '../helpers/use-service.ts';

const LIMIT = { timeout: 240_000 };

const model = await useScriptedModel();
const service = await useService({ sandboxes: true, provider: model.provider });

const ESCALATED = { id: 'CLM-MCP-1', applicant: 'Asha Sample' };

describe.each(REVISIONS)('The tools in revision %s', (revision) => {
  it('the list has the tools of the contract, with titles, annotations and schemas of objects', async () => {
    const client = await connectMcp(service, revision);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
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
    for (const { title, annotations, inputSchema, outputSchema } of tools) {
      expect(title).toMatch(/^[A-Z]/);
      expect(typeof annotations?.readOnlyHint).toBe('boolean');
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);
    }
  });

  it('a scan masks as REST does, leaves a row of the key, and its receipt verifies', LIMIT, async () => {
    const client = await connectMcp(service, revision);
    const text = 'PAN ABCPK1234L, call 98765 43210';
    const scanned = await client.callTool({ name: 'scan_text', arguments: { text, receipt: 'true' } });
    const rest = await service.request('POST', '/v1/govern/scan', { text, record: false });
    const { masked } = (await rest.json()) as { masked: string };
    expect(scanned.structuredContent).toMatchObject({ flags: ['pan', 'phone'], masked, recorded: true });
    expect(textOf(scanned)).toEqual(scanned.structuredContent);
    const { ledger_ref: ref, receipt } = scanned.structuredContent as {
      ledger_ref: string;
      receipt: { rows: { body: string }[] };
    };
    const ledger = await client.callTool({ name: 'get_ledger', arguments: { ref } });
    expect(ledger.structuredContent).toMatchObject({
      entries: [{ action: 'pii.scan', actor: { kind: 'key', id: service.keyId } }],
    });
    const verified = await client.callTool({ name: 'verify_receipt', arguments: { receipt } });
    expect(verified.structuredContent).toMatchObject({ ok: true, ledger_ref: ref, reason: null });
    const forged = { ...receipt, rows: receipt.rows.map((row) => ({ ...row, body: `${row.body} ` })) };
    const refuted = await client.callTool({ name: 'verify_receipt', arguments: { receipt: forged } });
    expect(refuted.structuredContent).toMatchObject({
      ok: false,
      reason: expect.stringContaining('row_hash'),
    });
  });

  it('a document is extracted and code runs in sandboxes, once for an idempotency key', LIMIT, async () => {
    const client = await connectMcp(service, revision);
    const extracted = await client.callTool({
      name: 'extract_document',
      arguments: { type: 'pan', text: 'PAN ABCPK1234L' },
    });
    expect(extracted.structuredContent).toMatchObject({ valid: true, fields: { pan: 'ABCPK1234L' } });
    const call = {
      name: 'run_code',
      arguments: { code: "print('namaste')", idempotency_key: `mcp-${revision}` },
    };
    const first = await client.callTool(call);
    expect(first.structuredContent).toMatchObject({ stdout: 'namaste\n', exit_code: 0 });
    expect((await client.callTool(call)).structuredContent).toEqual(first.structuredContent);
  });

  it(
    'a case runs to its end, and what waits for a person is listed but cannot be decided',
    LIMIT,
    async () => {
      const client = await connectMcp(service, revision);
      const started = await client.callTool({
        name: 'start_case',
        arguments: { vertical: 'kyc', case: ESCALATED },
      });
      const { id } = started.structuredContent as { id: string };
      const read = await client.callTool({ name: 'get_run', arguments: { id, wait_seconds: 120 } });
      expect(read.structuredContent).toMatchObject({ id, status: 'succeeded', decision: 'escalate' });
      expect(read.structuredContent).toEqual(await service.run(id));
      const listed = await client.callTool({ name: 'list_reviews', arguments: { limit: 100 } });
      const { reviews } = listed.structuredContent as { reviews: ReviewBody[] };
      expect(reviews.map(({ run_id }) => run_id)).toContain(id);
      const { tools } = await client.listTools();
      expect(tools.filter(({ name }) => /decide|approve/.test(name))).toEqual([]);
    },
  );

  it('an agent does a task and answers a question about data', LIMIT, async () => {
    const client = await connectMcp(service, revision);
    model.play(`task-${revision}`, [python("print('3')"), { text: 'There are 3.' }]);
    const task = await client.callTool({
      name: 'run_task',
      arguments: { task: `[task-${revision}] Count.`, wait_seconds: 120 },
    });
    expect(task.structuredContent).toMatchObject({ status: 'succeeded', result: 'There are 3.' });
    const { ledger_ref: id } = task.structuredContent as { ledger_ref: string };
    const proven = await client.callTool({ name: 'get_run', arguments: { id, receipt: 'true' } });
    const { receipt } = proven.structuredContent as { receipt: object };
    const verified = await client.callTool({ name: 'verify_receipt', arguments: { receipt } });
    expect(verified.structuredContent).toMatchObject({ ok: true, ledger_ref: id });
    model.play(`data-${revision}`, [python('print(df.amount.sum())'), { text: 'The sum is 3.' }]);
    const analysis = await client.callTool({
      name: 'analyze_data',
      arguments: { question: `[data-${revision}] Sum?`, data: 'amount\n1\n2\n', wait_seconds: 120 },
    });
    expect(analysis.structuredContent).toMatchObject({ status: 'succeeded', answer: 'The sum is 3.' });
  });
});
