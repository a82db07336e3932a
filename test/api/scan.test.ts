import { describe, expect, it } from 'vitest';
import { useService } from '../helpers/use-service.ts';

const service = await useService({ worker: false });

const text = 'PAN ABCPK1234L, Aadhaar 2345 6789 1238, mail asha@example.in 🙏';

const scan = async (body: object): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await service.request('POST', '/v1/govern/scan', body);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('POST /v1/govern/scan', () => {
  it('the API finds, counts and masks identifiers and records only counts', async () => {
    const { status, body } = await scan({ text });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      flags: expect.arrayContaining(['pan', 'aadhaar', 'email']),
      risk: 'high',
      entities: { pan: 1, aadhaar: 1, email: 1 },
      recorded: true,
    });
    expect(body['masked']).toMatch(/^PAN .*XXXX XXXX 1238.* 🙏$/u);
    const response = await service.request('GET', `/v1/govern/ledger/${String(body['ledger_ref'])}`);
    const { entries } = (await response.json()) as { entries: { action: string; detail: object }[] };
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ action: 'pii.scan', detail: { entities: { pan: 1 }, risk: 'high' } });
    expect(JSON.stringify(entries)).not.toMatch(/ABCPK1234L|asha@|XXXX/);
  });

  it('the API writes no row when record is false', async () => {
    const before = await service.verify();
    const { body } = await scan({ text, record: false });
    expect(body).toMatchObject({ risk: 'high', recorded: false });
    expect(body['ledger_ref']).toMatch(/^scan-/);
    expect((await service.request('GET', `/v1/govern/ledger/${String(body['ledger_ref'])}`)).status).toBe(
      404,
    );
    expect(await service.verify()).toEqual(before);
  });

  it('the API finds nothing in text that it has masked', async () => {
    const { body } = await scan({ text });
    expect((await scan({ text: body['masked'] })).body).toMatchObject({
      flags: [],
      risk: 'none',
      entities: {},
    });
  });

  it('the API rejects an invalid body', async () => {
    for (const body of [
      {},
      { text: 1 },
      { text: 'x', record: 'no' },
      { text: 'x'.repeat(1024 * 1024 + 1) },
    ]) {
      expect((await scan(body)).status).toBe(422);
    }
  });
});
