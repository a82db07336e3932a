import { sql } from 'kysely';
import { verticalIds } from '../../src/contract/common.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { RunBody } from '../../src/contract/run.ts';
import { verticals } from '../../src/governance/verticals/index.ts';
import { openValue, SealedValueGoneError } from '../../src/store/vault/vault.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { eraseCase } from '../../src/runs/erase.ts';
import { bySomeKey } from '../helpers/actors.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';

const MASTER = Buffer.alloc(32, 7);
const RUNS = '/v1/workforce/verticals/kyc/runs';

let api: TestApi;
let teamId: string;
let key: string;

beforeAll(async () => {
  api = await startTestApi({ ENCRYPTION_KEYS: `k1:${MASTER.toString('base64')}` });
  ({ teamId, key } = await api.newTeam());
});

const storedCase = async (run: RunBody) =>
  openValue(api.database.db, new KeyRing([{ id: 'k1', key: MASTER }], 'case-vault'), {
    teamId,
    ref: run.ledger_ref,
  });

describe('POST /v1/workforce/verticals/{id}/runs', () => {
  it('the API accepts a case while Temporal is unavailable and returns the run’s address', async () => {
    const { status, body, headers } = await api.send<RunBody>('POST', RUNS, {
      key,
      body: { case: { id: 'CLM-1', applicant: 'Asha Test' } },
    });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`${api.url}/v1/workforce/runs/${body.id}`);
    expect(body).toMatchObject({
      vertical: 'kyc',
      mode: 'simulated',
      status: 'running',
      decision: null,
      reasons: [],
      risk: null,
      case_id: 'CLM-1',
      finished_at: null,
      error: null,
    });
    expect(body.ledger_ref).toBe(`wf-${body.id.slice(4)}`);
    expect(body.steps.map(({ action }) => action)).toEqual(verticals.kyc.steps.map(({ action }) => action));
    expect(new Set(body.steps.map(({ status }) => status))).toEqual(new Set(['pending']));
  });

  it('a run copies the case of an earlier run, but not of another team or vertical', async () => {
    const given = { id: 'CLM-AGAIN', applicant: 'Asha Test' };
    const first = await api.send<RunBody>('POST', RUNS, { key, body: { case: given } });
    const body = { case_of: first.body.id };
    const again = await api.send<RunBody>('POST', RUNS, { key, body });
    expect(again.status).toBe(202);
    expect(again.body).toMatchObject({ case_id: 'CLM-AGAIN', revision_of: null });
    expect(again.body.id).not.toBe(first.body.id);
    expect(await storedCase(again.body)).toEqual(given);
    const stranger = await api.newTeam();
    expect(problemOf(await api.send('POST', RUNS, { key: stranger.key, body }))).toBe('not-found');
    const other = await api.send('POST', RUNS.replace('kyc', 'it'), { key, body });
    expect(problemOf(other)).toBe('not-found');
    const both = await api.send('POST', RUNS, { key, body: { ...body, case: given } });
    expect(problemOf(both)).toBe('invalid-request');
    const next = await api.send<RunBody>('POST', RUNS, { key, body: { case: given } });
    const { db } = api.database;
    // As if a person had sent the second run's case back.
    await sql`UPDATE runs SET revision_of = ${again.body.id} WHERE id = ${next.body.id}`.execute(db);
    const ledger = createLedger({ pool: api.database.pool });
    const erasure = { teamId, ref: first.body.ledger_ref, reason: 'test', actor: bySomeKey };
    await eraseCase(db, ledger, erasure);
    expect(problemOf(await api.send('POST', RUNS, { key, body }))).toBe('document-erased');
    for (const copy of [again, next])
      await expect(storedCase(copy.body)).rejects.toBeInstanceOf(SealedValueGoneError);
    const third = await api.send('POST', RUNS, { key, body: { case_of: again.body.id } });
    expect(problemOf(third)).toBe('document-erased');
  });

  it.each(verticalIds)('the API runs the %s sample case when there is no body', async (vertical) => {
    const { status, body } = await api.send<RunBody>('POST', `/v1/workforce/verticals/${vertical}/runs`, {
      key,
    });
    expect(status).toBe(202);
    expect(await storedCase(body)).toEqual(verticals[vertical].sample);
  });

  it.each([
    ['{}', { body: {} }],
    ['no bytes with a content type', { body: '', headers: { 'content-type': 'application/json' } }],
  ])('the API treats %s as no body', async (_name, sent) => {
    const { status, body } = await api.send<RunBody>('POST', RUNS, { key, ...sent });
    expect(status).toBe(202);
    expect(await storedCase(body)).toEqual(verticals.kyc.sample);
  });

  it('the API stores a free-form case exactly as sent', async () => {
    const value = {
      id: 42,
      nested: { list: [1, null, true, 'क'] },
      amount: 1.5,
      '': 'unnamed',
      constructor: 'x',
    };
    const { body } = await api.send<RunBody>('POST', RUNS, { key, body: { case: value } });
    expect(await storedCase(body)).toEqual(value);
    expect(body.case_id).toBe('42');
  });

  it.each([
    ['for 2345 6789 1238', 'for XXXX XXXX 1238'],
    ['mistyped 234567891239', 'mistyped XXXXXXXXXXXX'],
    ['over\n2345\n6789\n1239 lines', 'over XXXX XXXX XXXX lines'],
    [234567891239, 'XXXXXXXXXXXX'],
    ['x'.repeat(3_000), null],
  ])('the API shows the case id %j as %j', async (id, shown) => {
    const { body } = await api.send<RunBody>('POST', RUNS, { key, body: { case: { id } } });
    expect(body.case_id).toBe(shown);
  });

  it.each([
    ['case is not an object', { case: 'text' }, '/case'],
    ['case is null', { case: null }, '/case'],
    ['case is a list', { case: [] }, '/case'],
    ['a field is unknown', { case: {}, caze: {} }, '/caze'],
    [
      'the case has too many fields',
      { case: Object.fromEntries(Array.from({ length: 257 }, (_, n) => [`m${n}`, n])) },
      '/case',
    ],
  ])('the API points to the fault when %s', async (_name, body, pointer) => {
    const answer = await api.send('POST', RUNS, { key, body });
    expect(problemOf(answer)).toBe('invalid-request');
    expect(answer.body['errors']).toMatchObject([{ in: 'body', pointer }]);
  });

  it('the API returns 404 for an unknown vertical', async () => {
    expect((await api.send('POST', '/v1/workforce/verticals/legal/runs', { key })).status).toBe(404);
  });
});
