import { describe, expect, it } from 'vitest';
import type { ExtractionBody } from '../../../src/contract/documents.ts';
import { useService } from '../../helpers/use-service.ts';
import { withoutIds } from '../../helpers/without-ids.ts';

const service = await useService({ sandboxes: true });

const extract = async (body: object): Promise<ExtractionBody> => {
  const response = await service.request('POST', '/v1/documents/extract', body);
  expect(response.status).toBe(200);
  return (await response.json()) as ExtractionBody;
};

interface Row {
  readonly action: string;
  readonly step: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

const rowsOf = async (ref: string): Promise<readonly Row[]> => {
  const response = await service.request('GET', `/v1/govern/ledger/${ref}`);
  return ((await response.json()) as { entries: Row[] }).entries;
};

const invoice =
  'TAX INVOICE 🙏\nGSTIN 24ADECL4057G1ZI\nPAN ADECL4057G\nAadhaar 2345 6789 1238\nIFSC HDFC0001234\nTotal ₹ 1,23,456.78';

/** Sends the same request with the same Idempotency-Key. */
const sendOnce = async (): Promise<Response> =>
  fetch(`${service.url}/v1/documents/extract`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      'idempotency-key': 'document-1',
    },
    body: JSON.stringify({ text: 'PAN ABCPK1234L' }),
  });

describe('POST /v1/documents/extract', () => {
  it('the API returns fields, validations and a redacted copy and records them without values', async () => {
    const answer = await extract({ type: 'invoice', text: invoice });
    expect(answer).toMatchObject({
      type: 'invoice',
      fields: {
        pan: 'ADECL4057G',
        aadhaar: ['234567891238'],
        gstin: ['24ADECL4057G1ZI'],
        ifsc: 'HDFC0001234',
        amounts: ['1,23,456.78'],
      },
      validations: { pan_format: true, aadhaar_checksum: true, gstin_checksum: true, ifsc_format: true },
      valid: true,
      pii: ['aadhaar', 'gstin', 'pan'],
    });
    expect(answer.ledger_ref).toMatch(/^doc-[0-9a-f]{32}$/);
    expect(answer.redacted).toContain('XXXX XXXX 1238');
    expect(answer.redacted).not.toMatch(/ADECL4057G|2345/);
    const rows = await rowsOf(answer.ledger_ref);
    expect(rows.map(({ action, step }) => [step, action])).toEqual([
      [1, 'sandbox.open'],
      [2, 'sandbox.run'],
      [3, 'document.extract'],
      [4, 'sandbox.close'],
    ]);
    expect(rows[1]!.detail).toMatchObject({
      values: { pan: 1, aadhaar: 1, gstin: 1, ifsc: 1 },
      exit_code: 0,
    });
    expect(withoutIds(rows)).not.toMatch(/ADECL4057G|2345|6789/);
  });

  it('the API opens a separate sandbox for every call', async () => {
    const [first, second] = await Promise.all([extract({ text: 'hello' }), extract({ text: 'hello' })]);
    const ids = await Promise.all(
      [first, second].map(async ({ ledger_ref }) => (await rowsOf(ledger_ref))[0]),
    );
    expect(ids[0]!.detail['sandbox_id']).toMatch(/^sbx_/);
    expect(ids[0]!.detail['sandbox_id']).not.toBe(ids[1]!.detail['sandbox_id']);
  });

  it('the API returns a failed validation as a normal answer', async () => {
    const answer = await extract({ text: 'Aadhaar 2345 6789 1239, GSTIN 27ABCDE1234F1Z5' });
    expect(answer).toMatchObject({
      type: 'auto',
      validations: { aadhaar_checksum: false, gstin_checksum: false },
      valid: false,
    });
  });

  it('the API accepts a megabyte of text with thousands of values', async () => {
    const line = 'Aadhaar 2345 6789 1238, PAN ABCPK1234L, paid Rs. 500/- on 02/03/2026\n';
    const text = line.repeat(Math.floor((1024 * 1024) / line.length));
    const answer = await extract({ text });
    expect(answer).toMatchObject({ fields: { pan: 'ABCPK1234L', aadhaar: ['234567891238'] }, valid: true });
    expect(answer.details.pans.length).toBeGreaterThan(10_000);
  });

  it('the same Idempotency-Key returns the same result and extracts once', async () => {
    const [first, second] = (await Promise.all(
      [sendOnce(), sendOnce()].map(async (sent) => (await sent).json()),
    )) as [ExtractionBody, ExtractionBody];
    const third = await sendOnce();
    expect(third.headers.get('idempotency-replayed')).toBe('true');
    expect(second).toEqual(first);
    expect(await third.json()).toEqual(first);
    expect(await rowsOf(first.ledger_ref)).toHaveLength(4);
  });

  it('the text and the result are sealed, even in Temporal', async () => {
    const { ledger_ref } = await extract({ text: 'PAN ABCPK1234L of Meera' });
    const { events } = await service.engine.workflow.getHandle(ledger_ref).fetchHistory();
    expect(JSON.stringify(events)).not.toMatch(/ABCPK|Meera/);
    const stored = await service.database.db
      .selectFrom('case_vault')
      .selectAll()
      .where('ref', 'like', `${ledger_ref}%`)
      .execute();
    expect(stored).toHaveLength(2);
    for (const { sealed } of stored) expect(sealed!.toString('latin1')).not.toMatch(/ABCPK|Meera/);
  });

  it('the API rejects an invalid body', async () => {
    for (const body of [{}, { text: 1 }, { text: 'x', type: 'cheque' }, { text: 'x', more: 1 }]) {
      expect((await service.request('POST', '/v1/documents/extract', body)).status).toBe(422);
    }
  });

  it('the ledger chain remains intact', async () => {
    expect(await service.verify()).toMatchObject({ ok: true });
  });
});
