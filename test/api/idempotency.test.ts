import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunBody } from '../../src/contract/run.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { storedKey } from '../../src/store/idempotency/fingerprint.ts';
import { forgetExpiredKeys } from '../../src/store/idempotency/sweep.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';

const RUNS = '/v1/workforce/verticals/kyc/runs';

const master = { id: 'k1', key: randomBytes(32) };
const stored = (key: string): string => storedKey(new KeyRing([master], 'idempotency'), key);

let api: TestApi;
let key: string;
let teamId: string;

beforeAll(async () => {
  api = await startTestApi({ ENCRYPTION_KEYS: `k1:${master.key.toString('base64')}` });
});

const start = async (idempotencyKey: string, body: object = { case: { id: 'A' } }, path = RUNS) =>
  api.send<RunBody>('POST', path, { key, body, headers: { 'idempotency-key': idempotencyKey } });

const runCount = async (): Promise<number> =>
  (await api.database.db.selectFrom('runs').select('id').where('team_id', '=', teamId).execute()).length;

const keptKeys = async (of: TestApi) =>
  of.database.db.selectFrom('idempotency_keys').select('route').execute();

describe('An Idempotency-Key on a request that starts no run', () => {
  it('a 503 does not use up the key', async () => {
    const fresh = await startTestApi();
    const { key: own } = await fresh.newTeam();
    const answer = await fresh.send('POST', '/v1/run', {
      key: own,
      body: { code: '1' },
      headers: { 'idempotency-key': 'away' },
    });
    expect([answer.status, await keptKeys(fresh)]).toEqual([503, []]);
  });

  it('a 429 does not use up the key', async () => {
    const fresh = await startTestApi({ RATE_LIMIT_PER_MINUTE: '1' });
    const { key: own } = await fresh.newTeam();
    const options = { key: own, body: { case: { id: 'A' } }, headers: { 'idempotency-key': 'much' } };
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await fresh.send('GET', '/v1/workforce/runs', { key: own }));
    expect(answers.at(-1)!.status).toBe(429);
    expect([(await fresh.send('POST', RUNS, options)).status, await keptKeys(fresh)]).toEqual([429, []]);
  });
});

describe('An Idempotency-Key', () => {
  beforeAll(async () => {
    ({ key, teamId } = await api.newTeam());
  });

  it('the same request returns the first response byte for byte', async () => {
    const first = await start('one');
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    const again = await start('one');
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
  });

  it('100 simultaneous requests with one key start one run', async () => {
    const before = await runCount();
    const answers = await Promise.all(Array.from({ length: 100 }, async () => start('hundred')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => !headers.has('idempotency-replayed'))).toHaveLength(1);
    expect(await runCount()).toBe(before + 1);
  });

  it('a repeated request matches even when its JSON is formatted differently', async () => {
    const first = await start('spelling', { case: { a: 1, b: [2, 'क'] } });
    const again = await api.send<RunBody>('POST', RUNS, {
      key,
      body: '{ "case": {"b":[2.0,"\\u0915"],"a":1} }',
      headers: { 'idempotency-key': 'spelling', 'content-type': 'application/json' },
    });
    expect(again.body.id).toBe(first.body.id);
  });

  it('reusing a key with a different body or vertical gets a 422 and starts nothing', async () => {
    await start('conflict');
    const before = await runCount();
    expect(problemOf(await start('conflict', { case: { id: 'B' } }))).toBe('idempotency-key-reused');
    expect(problemOf(await start('conflict', { case: { id: 'A' } }, RUNS.replace('kyc', 'it')))).toBe(
      'idempotency-key-reused',
    );
    expect(await runCount()).toBe(before);
  });

  it('a request gets a 409 with Retry-After when an earlier one holds the key for too long', async () => {
    const holder = await api.database.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(
        `INSERT INTO idempotency_keys (team_id, route, key, fingerprint) VALUES ($1, $2, $3, sha256('x'))`,
        [teamId, 'POST /v1/workforce/verticals/{id}/runs', stored('held')],
      );
      const answer = await start('held');
      expect(problemOf(answer)).toBe('idempotency-in-flight');
      expect(answer.headers.get('retry-after')).toBe('1');
      await holder.query('ROLLBACK');
    } finally {
      holder.release();
    }
    expect((await start('held')).status).toBe(202);
  });

  it('the key expires after 24 hours and is then deleted', async () => {
    const first = await start('old');
    const age = async (hours: number) =>
      api.database.db
        .updateTable('idempotency_keys')
        .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
        .where('key', '=', stored('old'))
        .execute();
    await age(23);
    expect((await start('old')).body.id).toBe(first.body.id);
    await age(25);
    const second = await start('old', { case: { id: 'other' } });
    expect(second.status).toBe(202);
    expect(second.body.id).not.toBe(first.body.id);
    await age(25);
    expect(await forgetExpiredKeys(api.database.db)).toBe(1);
  });

  it('the key remains valid after a new encryption key is added to the ring', () => {
    const rotated = new KeyRing([{ id: 'k2', key: randomBytes(32) }, master], 'idempotency');
    expect(storedKey(rotated, 'claim-1')).toBe(stored('claim-1'));
    expect(stored('claim-2')).not.toBe(stored('claim-1'));
  });

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
    ['split by a space', 'a b'],
    ['not ASCII', 'caf\u00e9'],
  ])('the API returns 422 for a key that is %s', async (_name, value) => {
    const answer = await start(value);
    expect(problemOf(answer)).toBe('invalid-request');
    expect((answer.body as unknown as { errors: object[] }).errors).toMatchObject([
      { in: 'header', pointer: '/Idempotency-Key' },
    ]);
  });

  it('the key may consist of up to 255 visible characters', async () => {
    expect((await start(`"{}[]<>'\`;--%00${'~'.repeat(240)}`.slice(0, 255))).status).toBe(202);
  });

  it('the key table does not store any part of the case in the clear', async () => {
    await start('secret', { case: { aadhaar: '234567891238', id: 'S' } });
    const rows = await api.database.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('234567891238');
  });

  it('the key itself is not stored in the clear', async () => {
    const named = 'claim-of-someone@mail.example-234567891238';
    const first = await start(named);
    expect((await start(named)).body.id).toBe(first.body.id);
    const rows = await api.database.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(rows.map(({ key }) => key)).toContain(stored(named));
    expect(JSON.stringify(rows)).not.toMatch(/someone@mail|234567891238/);
  });
});
