import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { fetch } from 'undici';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { importReportSchema } from '../../src/contract/records.ts';
import type { z } from 'zod';
import { createRecords } from '../helpers/records.ts';
import { type Answer, problemOf, startTestApi, type TestApi } from '../helpers/api.ts';

type Report = z.output<typeof importReportSchema>;

let api: TestApi;
let key: string;
let teamId: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ key, teamId } = await api.newTeam(['records:read', 'records:write', 'ledger:read']));
});

const CSV = { 'content-type': 'text/csv' };

const importFile = async (
  kind: string,
  body: string,
  { query = '', headers = {} }: { query?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer<Report>> =>
  api.send<Report>('POST', `/v1/records/${kind}/import${query}`, {
    key,
    headers: { ...CSV, ...headers },
    body,
  });

const get = async (path: string) => (await api.send('GET', `/v1/records/${path}`, { key })).body;

const rowsOf = async (ref: string) => {
  const { body } = await api.send<{ entries: Record<string, unknown>[] }>('GET', `/v1/govern/ledger/${ref}`, {
    key,
  });
  return body.entries;
};

/** The report of a refused import, which is a member of the problem. */
const refusalOf = ({ body }: Answer<Report>): Report =>
  (body as unknown as { readonly import: Report }).import;

/** Ends the database connections of imports, as an administrator may. @returns their number */
const endImports = async (): Promise<number | null> => {
  const client = new pg.Client({ connectionString: api.database.adminUrl });
  await client.connect();
  try {
    const sessions = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'pramaan import' AND datname = current_database() AND query LIKE 'COPY%'`;
    return (await client.query(sessions)).rowCount;
  } finally {
    await client.end();
  }
};

const HEADER = 'number,status,cover_from,cover_to,sum_insured\n';
const row = (number: string, sum = '5,00,000') => `${number},active,01/04/2026,31/03/2027,"${sum}"\n`;

describe('An import', () => {
  it('an import inserts, updates and leaves rows as they are, and its ledger row has the counts and the hash', async () => {
    const first = await importFile('policies', HEADER + row('IM-1') + row('IM-2'));
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ rows: 2, inserted: 2, updated: 0, unchanged: 0, refused: 0 });
    const again = await importFile('policies', HEADER + row('IM-1') + row('IM-2', '6 lakh') + row('IM-3'));
    expect(again.body).toMatchObject({ rows: 3, inserted: 1, updated: 1, unchanged: 1 });
    const [entry] = await rowsOf(again.body.ledger_ref!);
    expect(entry).toMatchObject({
      action: 'records.imported',
      detail: { kind: 'policies', rows: 3, inserted: 1, updated: 1, unchanged: 1, sha256: again.body.sha256 },
    });
    expect(await get('policies/im-2')).toMatchObject({
      number: 'IM-2',
      cover_from: '2026-04-01',
      sum_insured: '600000.00',
      used: '0.00',
      reserved: '0.00',
      room_rent_limit: null,
    });
  });

  it('a file with faults writes nothing, and names each by line, column and reason', async () => {
    const file = `${HEADER}${row('BAD-1')}${row('BAD-2', 'much')}${row('BAD-1')}`;
    const refused = await importFile('policies', file);
    expect(refused.status).toBe(422);
    expect(problemOf(refused)).toBe('import-refused');
    const report = (refused.body as unknown as { import: Report }).import;
    expect(report).toMatchObject({ rows: 3, inserted: 0, refused: 2, ledger_ref: null });
    expect(report.errors.map(({ line, column }) => [line, column])).toEqual([
      [3, 'sum_insured'],
      [4, 'number'],
    ]);
    expect((await api.send('GET', '/v1/records/policies/BAD-1', { key })).status).toBe(404);

    const partial = await importFile('policies', file, { query: '?partial=true' });
    expect(partial.body).toMatchObject({ rows: 3, inserted: 1, refused: 2, more_errors: 0 });
    expect(await get('policies/BAD-1')).toMatchObject({ sum_insured: '500000.00' });
  });

  it('a dry run counts what it would write, and writes nothing', async () => {
    const tried = await importFile('policies', HEADER + row('DRY-1') + row('IM-1'), {
      query: '?dry_run=true',
    });
    expect(tried.body).toMatchObject({ dry_run: true, inserted: 1, unchanged: 1, ledger_ref: null });
    expect((await api.send('GET', '/v1/records/policies/DRY-1', { key })).status).toBe(404);
  });

  it('a column that the file lacks keeps its stored value, and an empty cell clears it', async () => {
    const header = 'number,status,cover_from,cover_to,sum_insured,used,room_rent_limit\n';
    await importFile('policies', `${header}KEEP-1,active,01/04/2026,31/03/2027,500000,"12,000",2000\n`);
    await importFile('policies', HEADER + row('KEEP-1', '7 lakh'));
    expect(await get('policies/KEEP-1')).toMatchObject({ used: '12000.00', room_rent_limit: '2000.00' });
    await importFile('policies', `${header}KEEP-1,active,01/04/2026,31/03/2027,500000,,\n`);
    expect(await get('policies/KEEP-1')).toMatchObject({ used: '0.00', room_rent_limit: null });
  });

  it('the same Idempotency-Key imports a file once', async () => {
    const headers = { 'idempotency-key': 'nightly-1' };
    const first = await importFile('policies', HEADER + row('ONCE-1'), { headers });
    const second = await importFile('policies', HEADER + row('ONCE-1'), { headers });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(problemOf(await importFile('policies', HEADER + row('ONCE-2'), { headers }))).toBe(
      'idempotency-key-reused',
    );
  });

  it('an import whose database connection breaks writes nothing, and the team can import again at once', async () => {
    const file = async function* () {
      yield Buffer.from(HEADER + row('BROKEN-0'));
      await vi.waitUntil(async () => (await endImports()) === 1, { timeout: 60_000 });
      for (let n = 1; n <= 200; n += 1) {
        yield Buffer.from(row(`BROKEN-${n}`).repeat(100));
        await setImmediate();
      }
    };
    const answer = await fetch(`${api.url}/v1/records/policies/import`, {
      method: 'POST',
      headers: { ...CSV, authorization: `Bearer ${key}` },
      body: Readable.from(file()),
      duplex: 'half',
    });
    expect(answer.status).toBe(503);
    expect((await importFile('policies', HEADER + row('BROKEN-0'))).body.inserted).toBe(1);
  });

  it('JSON Lines are imported like CSV', async () => {
    const file = ['J-1', 'J-2']
      .map((number) =>
        JSON.stringify({
          number,
          status: 'lapsed',
          cover_from: '2025-01-01',
          cover_to: '2025-12-31',
          sum_insured: 1,
        }),
      )
      .join('\n');
    const { body } = await importFile('policies', file, {
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(body).toMatchObject({ format: 'jsonl', inserted: 2 });
  });

  it('requests that cannot be an import get a problem', async () => {
    expect(
      problemOf(await importFile('policies', '{}', { headers: { 'content-type': 'application/json' } })),
    ).toBe('unsupported-media-type');
    expect(problemOf(await importFile('policies', HEADER, { query: '?columns=[]' }))).toBe('invalid-request');
    expect(problemOf(await importFile('policies', HEADER, { query: '?dry=1' }))).toBe('invalid-request');
    expect(problemOf(await api.send('POST', '/v1/records/policies/import', { key }))).toBe('invalid-request');
    expect(problemOf(await importFile('policies', 'number;state\n1;2\n'))).toBe('import-refused');
    const reader = await api.newKey(teamId, ['records:read']);
    const refused = await api.send('POST', '/v1/records/policies/import', {
      key: reader.key,
      headers: CSV,
      body: HEADER,
    });
    expect(problemOf(refused)).toBe('scope-missing');
  });
});

describe('What products cover', () => {
  it('policies, members and counters state a cover in the words of an office, and an export can be imported again', async () => {
    const { key: own } = await api.newTeam(['records:read', 'records:write']);
    const send = async (kind: string, body: string) =>
      api.send<Report>('POST', `/v1/records/${kind}/import`, { key: own, headers: CSV, body });
    const policies = [
      'number,status,cover_from,cover_to,sum_insured,product,kind,bonus,slabs',
      'AS-1,active,01/04/2026,31/03/2027,5 lakh,AS,Family Floater,"50,000",01/04/2021: 3 lakh; 2024-04-01: 500000',
      'AS-2,active,01/04/2026,31/03/2027,5 lakh,AS,,,2021-04-01: 3 lakh',
    ].join('\n');
    expect(refusalOf(await send('policies', policies))).toMatchObject({
      errors: [
        { line: 3, column: 'slabs', reason: 'the last one is not sum_insured' },
        { line: 2, column: 'product' },
      ].toSorted((a, b) => a.line - b.line),
    });
    await send('products', 'code,title,rule_set\nAS,Arogya,standard-health\n');
    expect((await send('policies', policies.split('\n').slice(0, 2).join('\n'))).status).toBe(200);
    const members = await send(
      'members',
      'number,policy,aadhaar,joined,ped\nM-1,AS-1,2345 6789 1238,1 Apr 2021,"E11.9, i10"\nM-2,AS-1,,1 Apr 2021,\n',
    );
    expect(refusalOf(members)).toMatchObject({ errors: [{ line: 3, column: 'aadhaar' }] });
    await send(
      'members',
      'number,policy,aadhaar,joined,ped\nM-1,AS-1,2345 6789 1238,1 Apr 2021,"E11.9, i10"\n',
    );
    await send('counters', 'policy,year,benefit,member,used\nAS-1,01/04/2026,cataract:right,M-1,"30,000"\n');
    const read = async (path: string) => (await api.send('GET', `/v1/records/${path}`, { key: own })).body;
    expect(await read('policies/AS-1')).toMatchObject({
      product: 'AS',
      kind: 'floater',
      bonus: '50000.00',
      slabs: [
        { since: '2021-04-01', sum_insured: '300000.00' },
        { since: '2024-04-01', sum_insured: '500000.00' },
      ],
    });
    expect(await read('members/M-1')).toMatchObject({
      aadhaar: 'XXXXXXXX1238',
      pre_existing: ['E11', 'I10'],
    });
    expect(await read('counters/AS-1~2026-04-01~cataract:right~M-1')).toMatchObject({
      used: '30000.00',
      reserved: '0.00',
    });
    for (const kind of ['products', 'policies', 'counters']) {
      const csv = await api.send<string>('GET', `/v1/records/${kind}/export`, { key: own });
      const columns = encodeURIComponent('{"reserved":"","key":"","updated_at":""}');
      const again = await api.send<Report>('POST', `/v1/records/${kind}/import?columns=${columns}`, {
        key: own,
        headers: CSV,
        body: csv.body,
      });
      expect(again.body).toMatchObject({ refused: 0, inserted: 0, updated: 0 });
    }
    const used = await api.send('DELETE', '/v1/records/products/AS', { key: own });
    expect(used.body['type']).toContain('record-in-use');
    const put = await api.send('PUT', '/v1/records/counters/AS-1~2026-04-01~deductible', {
      key: own,
      body: { used: '5,000' },
    });
    expect(put.body).toMatchObject({ key: 'AS-1~2026-04-01~deductible', member: null, used: '5000.00' });
  });
});

describe('Identifiers in records', () => {
  const PAN = 'CKQPV8345T';
  const PHONE = '9833471625';
  const EMAIL = 'planted.person@secret-mail.example';

  it('no list, log or row of the database contains an identifier that was imported', async () => {
    await importFile('policies', HEADER + row('PII-1'));
    const accounts = await importFile('accounts', `number,pan,email,status\nPII-7,${PAN},${EMAIL},locked\n`);
    expect(accounts.body).toMatchObject({ inserted: 1 });
    const orphan = await importFile('callers', `phone,policy,address\n${PHONE},NOPE,Pune\n`);
    expect((orphan.body as unknown as { import: Report }).import.errors).toMatchObject([
      { line: 2, column: 'policy' },
    ]);
    const callers = await importFile(
      'callers',
      `phone,policy,address\n${PHONE},PII-1,"14 Lake Road, call ${PHONE}, Pune 411001"\n`,
    );
    expect(callers.body).toMatchObject({ inserted: 1 });
    expect(await get('accounts/PII-7')).toMatchObject({ pan: expect.stringMatching(/X/), status: 'locked' });
    const listed = await get('callers?policy=PII-1');
    const [caller] = listed['records'] as { id: string; phone: string }[];
    expect(caller).toMatchObject({ phone: expect.stringMatching(/1625$/), policy: 'PII-1' });
    expect(await get(`callers/${caller!.id}`)).toEqual(caller);
    expect(await get(`callers/+91${PHONE}`)).toEqual(caller);
    const shown = JSON.stringify([listed, await get('accounts'), accounts.body, callers.body]);
    const stored = await api.database.db.selectFrom('callers').selectAll().execute();
    const text = shown + JSON.stringify(stored) + api.logs.text();
    for (const value of [PAN, PHONE, EMAIL]) expect(text).not.toContain(value);
  });
});

describe('One record', () => {
  it('writing a record twice changes it once, and deleting it leaves a row', async () => {
    const body = {
      status: 'active',
      cover_from: '01/04/2026',
      cover_to: '2027-03-31',
      sum_insured: '5 lakh',
    };
    const first = await api.send('PUT', '/v1/records/policies/PUT-1', { key, body });
    expect(first.body).toMatchObject({ number: 'PUT-1', sum_insured: '500000.00', since: '2026-04-01' });
    expect((await api.send('PUT', '/v1/records/policies/put-1', { key, body })).body).toEqual(first.body);
    const rows = await api.database.db
      .selectFrom('agent_actions')
      .select('body')
      .where('team_id', '=', teamId)
      .where('action', '=', 'records.written')
      .execute();
    expect(rows.filter((written) => written.body.includes('PUT-1')).length).toBe(1);

    const phone = '+919812345671';
    const written = await api.send('PUT', `/v1/records/callers/${phone}`, {
      key,
      body: { policy: 'PUT-1', address: 'Pune 411001' },
    });
    const { id } = written.body as { id: string };
    const inUse = await api.send('DELETE', '/v1/records/policies/PUT-1', { key });
    expect(problemOf(inUse)).toBe('record-in-use');
    const moved = await api.send('PUT', `/v1/records/callers/${id}`, {
      key,
      body: { policy: 'PUT-1', address: 'Nashik 422001' },
    });
    expect(moved.body).toMatchObject({ id, address: 'Nashik 422001' });
    expect((await api.send('DELETE', `/v1/records/callers/${id}`, { key })).status).toBe(200);
    const deleted = await api.send<{ ledger_ref: string }>('DELETE', '/v1/records/policies/PUT-1', { key });
    expect(await rowsOf(deleted.body.ledger_ref)).toMatchObject([{ action: 'records.deleted' }]);
    expect((await api.send('DELETE', '/v1/records/policies/PUT-1', { key })).status).toBe(404);
  });

  it.each(['export', 'import'])('no record can be written under the word %s', async (word) => {
    const body = { status: 'active', cover_from: '01/04/2026', cover_to: '2027-03-31', sum_insured: 1 };
    const refused = await api.send('PUT', `/v1/records/policies/${word}`, { key, body });
    expect(problemOf(refused)).toBe('invalid-request');
    expect(refused.body['errors']).toMatchObject([{ pointer: '/number' }]);
    expect((await api.send('PUT', `/v1/records/policies/${word}-1`, { key, body })).status).toBe(200);
  });

  it('a member that cannot be read is named by a pointer', async () => {
    const refused = await api.send('PUT', '/v1/records/policies/PUT-2', {
      key,
      body: { status: 'gone', cover_from: '31/31/2026', cover_to: '2027-03-31', sum_insured: 0 },
    });
    expect(problemOf(refused)).toBe('invalid-request');
    expect((refused.body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
      '/status',
      '/cover_from',
      '/sum_insured',
    ]);
    const unknown = await api.send('PUT', '/v1/records/callers/9833471626', {
      key,
      body: { policy: 'NOPE', address: 'Pune' },
    });
    expect(unknown.body['errors']).toMatchObject([{ pointer: '/policy' }]);
    const hospital = await api.send('PUT', '/v1/records/hospitals/City%20Care', {
      key,
      body: { in_network: 'yes' },
    });
    expect(hospital.body).toEqual({ key: 'city care', name: 'City Care', in_network: true });
    const other = await api.send('PUT', '/v1/records/hospitals/city-care', {
      key,
      body: { name: 'Town Care', in_network: 'yes' },
    });
    expect(other.body['errors']).toMatchObject([{ pointer: '/name' }]);
  });

  it('a record cannot be written if its key is the name of an operation, but in capitals it can', async () => {
    const put = async (name: string) =>
      api.send('PUT', `/v1/records/hospitals/${name}`, { key, body: { in_network: 'yes' } });
    expect((await put('export')).status).toBe(422);
    expect((await put('import')).status).toBe(422);
    expect((await put('EXPORT')).body).toMatchObject({ name: 'EXPORT' });
    expect((await api.send('GET', '/v1/records/hospitals/EXPORT', { key })).status).toBe(200);
  });

  it('a number with slashes is addressed with escapes', async () => {
    const body = { status: 'active', cover_from: '2026-04-01', cover_to: '2027-03-31', sum_insured: 1 };
    const path = '/v1/records/policies/HI%2F2026%2F7';
    expect((await api.send('PUT', path, { key, body })).body).toMatchObject({ number: 'HI/2026/7' });
    expect((await api.send('GET', path, { key })).body).toMatchObject({ number: 'HI/2026/7' });
  });
});

describe('Results', () => {
  it('the core system reports a payout, once, and the policy and the claim show it', async () => {
    const { teamId: own, key: core } = await api.newTeam(['records:read', 'records:write', 'ledger:read']);
    const records = await createRecords(api.database.db, own, 'run_0');
    const read = async (path: string) => (await api.send('GET', `/v1/records/${path}`, { key: core })).body;
    expect(await read('policies/APART-1')).toMatchObject({ used: '0.00', reserved: '1.00' });
    const path = `/v1/records/payouts/${records['payouts']}/status`;
    const report = async (body: object, headers = {}) => api.send('POST', path, { key: core, body, headers });
    const paid = await report({ status: 'paid', reference: 'UTR-1' }, { 'idempotency-key': 'a' });
    expect(paid.body).toMatchObject({ status: 'paid', reference: 'UTR-1', amount: '1.00' });
    const again = await report({ status: 'paid', reference: 'UTR-1' }, { 'idempotency-key': 'a' });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await report({ status: 'paid', reference: 'UTR-1' })).body).toEqual(paid.body);
    expect(problemOf(await report({ status: 'failed', reference: 'UTR-1' }))).toBe('payout-not-queued');
    expect(problemOf(await report({ status: 'gone', reference: '' }))).toBe('invalid-request');
    expect(await read('policies/APART-1')).toMatchObject({ used: '1.00', reserved: '0.00' });
    const { body } = await api.send<{ entries: { action: string; body: string }[] }>(
      'GET',
      `/v1/govern/ledger/${records['payouts']}`,
      { key: core },
    );
    expect(body.entries.map(({ action }) => action)).toEqual(['payout.paid']);
    expect(body.entries[0]!.body).toContain('"kind":"key"');

    expect(await read('payouts?status=paid&policy=APART-1')).toMatchObject({
      records: [{ id: records['payouts'], claim: records['claims'] }],
    });
    expect(await read('payouts?status=queued')).toMatchObject({ records: [] });
    expect(await read(`claims/${records['claims']}`)).toMatchObject({ payout_id: records['payouts'] });
    expect(await read('claims?decision=escalate')).toMatchObject({ records: [] });
    expect(await read('claims?from=2020-01-01T00:00:00Z&run_id=run_0')).toMatchObject({
      records: [{ id: records['claims'] }],
    });
    expect(await read('tickets?vertical=support')).toMatchObject({ records: [] });
    for (const kind of ['claims', 'payouts', 'tickets', 'messages']) {
      const csv = await api.send<string>('GET', `/v1/records/${kind}/export`, { key: core });
      expect(csv.body.split('\r\n').length).toBe(3);
      expect(csv.body).toContain(records[kind]!);
    }
  });
});

describe('Lists and exports', () => {
  it('pages cover every record once, and a filter narrows them', async () => {
    const { key: own } = await api.newTeam(['records:read', 'records:write']);
    const file = HEADER + Array.from({ length: 25 }, (_, nth) => row(`L-${nth}`)).join('');
    await api.send('POST', '/v1/records/policies/import', { key: own, headers: CSV, body: file });
    const numbers: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = await api.send<{ records: { number: string }[]; next_cursor: string | null }>(
        'GET',
        `/v1/records/policies?limit=10${query}`,
        { key: own },
      );
      numbers.push(...page.body.records.map(({ number }) => number));
      cursor = page.body.next_cursor;
    } while (cursor !== null);
    expect(numbers.length).toBe(32);
    expect(new Set(numbers).size).toBe(32);
    const lapsed = await api.send('GET', '/v1/records/policies?status=lapsed', { key: own });
    expect(lapsed.body['records']).toMatchObject([{ number: 'HI-1002' }]);
    const page = await api.send('GET', '/v1/records/policies?limit=1', { key: own });
    const foreign = await api.send(
      'GET',
      `/v1/records/hospitals?cursor=${page.body['next_cursor'] as string}`,
      {
        key: own,
      },
    );
    expect(problemOf(foreign)).toBe('invalid-request');
  });

  it('an export can be imported again, and a spreadsheet does not run its cells', async () => {
    await api.send('PUT', `/v1/records/hospitals/${encodeURIComponent('=cmd() Clinic')}`, {
      key,
      body: { in_network: true },
    });
    const { body, headers } = await api.send<string>('GET', '/v1/records/hospitals/export', { key });
    expect(headers.get('content-disposition')).toContain('hospitals.csv');
    // Reading a response as text removes the byte order mark.
    const raw = await fetch(`${api.url}/v1/records/hospitals/export`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(
      Buffer.from(await raw.arrayBuffer())
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('efbbbf');
    expect(body).toContain(",'=cmd() Clinic,true");
    const again = await importFile('hospitals', body, { query: '?columns={"key":""}' });
    expect(again.body).toMatchObject({ inserted: 0, updated: 0, refused: 0 });
    const policies = await api.send<string>('GET', '/v1/records/policies/export?status=active', { key });
    const back = await importFile('policies', policies.body, { query: '?columns={"reserved":""}' });
    expect(back.body).toMatchObject({ inserted: 0, updated: 0, refused: 0 });
  });
});
