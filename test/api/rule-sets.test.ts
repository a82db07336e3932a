import { beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../src/contract/scopes.ts';
import { dayInIndia, formatDay } from '../../src/governance/dates.ts';
import { SUPPORT } from '../../src/governance/rule-sets/built-in/support.ts';
import { canonicalRuleSet, ruleSetHash } from '../../src/governance/rule-sets/canonical.ts';
import {
  type BacktestNumbers,
  NO_NUMBERS,
} from '../../src/governance/rule-sets/verticals/backtest-numbers.ts';
import { advanceBacktest } from '../../src/store/rule-sets/backtest-progress.ts';
import { createBacktest } from '../../src/store/rule-sets/backtests.ts';
import { createRuleSet } from '../../src/store/rule-sets/rule-sets.ts';
import type { RuleSet } from '../../src/contract/rule-set.ts';
import { someKey } from '../helpers/actors.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';
import { signedIn } from '../helpers/signed-in.ts';

type Headers = Readonly<Record<string, string>>;

interface Shown {
  readonly state: string;
  readonly sha256: string;
  readonly active_from: string | null;
  readonly faults?: readonly { readonly at: string }[];
}

let api: TestApi;
let team: Awaited<ReturnType<TestApi['newTeam']>>;
let asha: Headers;
let binod: Headers;

beforeAll(async () => {
  api = await startTestApi();
  team = await api.newTeam(scopes);
  asha = await signedIn(api, team.teamId, 'Asha Sample', ['analyst']);
  binod = await signedIn(api, team.teamId, 'Binod Sample', ['analyst', 'committee']);
});

const PATH = '/v1/rule-sets/support-rules';
const today = formatDay(dayInIndia(new Date()));

const draft = (version: number, changes: Partial<RuleSet> = {}): RuleSet => ({
  ...SUPPORT,
  version,
  params: { ...SUPPORT.params, most_resets: 1 },
  ...changes,
});

const write = async (set: RuleSet, headers = asha) =>
  api.send<Shown>('PUT', `/v1/rule-sets/${set.id}/versions/${set.version}`, { headers, body: set });

const move = async (version: number, name: string, headers: Headers, body?: object) =>
  api.send<Shown>('POST', `${PATH}/versions/${version}/${name}`, {
    headers,
    ...(body !== undefined && { body }),
  });

/** Takes a new version through all moves up to the one given. */
const upTo = async (version: number, last: 'propose' | 'approve' | 'activate'): Promise<void> => {
  expect((await write(draft(version))).status).toBe(201);
  expect((await move(version, 'propose', asha)).status).toBe(200);
  if (last === 'propose') return;
  expect((await move(version, 'approve', binod)).status).toBe(200);
  if (last === 'activate') expect((await move(version, 'activate', binod, {})).status).toBe(200);
};

const inForce = async (): Promise<unknown> => {
  const { body } = await api.send<{ in_force: unknown }>('GET', PATH, { headers: asha });
  return body.in_force;
};

describe('A version of a rule set', () => {
  it('goes from a draft to the one that decides, and back out of force, with a row for each move', async () => {
    const builtIn = { id: 'support-rules', version: 3, sha256: ruleSetHash(SUPPORT), owner: 'service' };
    expect(await inForce()).toEqual(builtIn);

    const first = await write(draft(4, { title: 'Not yet right' }));
    expect(first.body).toMatchObject({ state: 'draft', faults: [] });
    expect((await write(draft(4))).status).toBe(200);
    const sha256 = ruleSetHash(draft(4));

    expect((await move(4, 'propose', asha)).body).toMatchObject({ state: 'proposed', sha256 });
    expect(problemOf(await write(draft(4)))).toBe('rule-set-state');
    expect((await move(4, 'approve', binod)).body).toMatchObject({ state: 'approved' });
    expect(await inForce()).toEqual(builtIn);
    const active = await move(4, 'activate', binod, {});
    expect(active.body).toMatchObject({ state: 'active', active_from: today });
    expect(await inForce()).toEqual({ id: 'support-rules', version: 4, sha256, owner: 'team' });

    expect((await move(4, 'roll-back', binod, { reason: 'Too strict.' })).body).toMatchObject({
      state: 'retired',
    });
    expect(await inForce()).toEqual(builtIn);

    const { body } = await api.send<{ moves: Record<string, unknown>[] }>('GET', `${PATH}/history`, {
      headers: asha,
    });
    expect(body.moves.map(({ action, version }) => [action, version])).toEqual([
      ['rules.rolled_back', 4],
      ['rules.activated', 4],
      ['rules.approved', 4],
      ['rules.proposed', 4],
      ['rules.drafted', 4],
      ['rules.drafted', 4],
    ]);
    expect(body.moves[2]).toMatchObject({
      actor: { kind: 'person', name: 'B. S.' },
      detail: { sha256, author: { name: 'A. S.' }, approver: { name: 'B. S.' } },
    });
    expect(body.moves[0]!['detail']).toMatchObject({ reason: 'Too strict.', in_force: builtIn });
  });

  it('is approved by a second person, and not by a key', async () => {
    expect((await write(draft(5), binod)).status).toBe(201);
    expect((await write(draft(5), asha)).status).toBe(200);
    expect((await move(5, 'propose', asha)).status).toBe(200);
    // Binod wrote an earlier text of the draft.
    expect(problemOf(await move(5, 'approve', binod))).toBe('another-person-needed');
    const key = { authorization: `Bearer ${team.key}` };
    expect(problemOf(await move(5, 'approve', key))).toBe('another-person-needed');
    expect(problemOf(await move(5, 'approve', asha))).toBe('scope-missing');
    const chitra = await signedIn(api, team.teamId, 'Chitra Sample', ['committee']);
    expect((await move(5, 'approve', chitra)).status).toBe(200);
    const refused = await api.database.db
      .selectFrom('agent_actions')
      .select('id')
      .where('team_id', '=', team.teamId)
      .where('action', '=', 'rules.refused')
      .execute();
    expect(refused).toHaveLength(2);
  });

  it('is not proposed with faults, and not moved out of turn', async () => {
    const faulty = draft(6, { inputs: { ...SUPPORT.inputs, mood: 'string' }, basis: 'admission' });
    const written = await write(faulty);
    expect(written.body.faults?.map(({ at }) => at)).toEqual(['basis', 'inputs.mood']);
    expect(problemOf(await move(6, 'propose', asha))).toBe('invalid-request');
    expect(problemOf(await move(6, 'activate', binod, {}))).toBe('rule-set-state');
    expect(problemOf(await move(6, 'roll-back', binod, { reason: 'x' }))).toBe('rule-set-state');
    expect(problemOf(await write(draft(1)))).toBe('rule-set-state');
    const elsewhere = { headers: asha, body: { ...draft(6), id: 'other' } };
    const answer = await api.send('PUT', `${PATH}/versions/6`, elsewhere);
    expect(problemOf(answer)).toBe('invalid-request');
  });

  it('does not decide past days, and takes effect on its own day', async () => {
    await upTo(7, 'approve');
    expect(problemOf(await move(7, 'activate', binod, { from: '2026-01-01' }))).toBe('invalid-request');
    const later = { from: '2099-01-01' };
    expect((await move(7, 'activate', binod, later)).body.active_from).toBe('2099-01-01');
    expect(await inForce()).toMatchObject({ version: 3 });
  });

  it('is never edited, deleted or approved by its author in the database either', async () => {
    await upTo(8, 'propose');
    const { db } = api.database;
    const row = db
      .updateTable('rule_set_versions')
      .where('team_id', '=', team.teamId)
      .where('version', '=', 8);
    const other = JSON.stringify({ id: 'x' });
    await expect(row.set({ document: other }).execute()).rejects.toThrow(/sha256|never edited/);
    await expect(row.set({ state: 'active' }).execute()).rejects.toThrow('cannot go from proposed to active');
    await expect(
      row
        .set((columns) => ({
          state: 'approved',
          approved_by: JSON.stringify({ kind: 'person', id: 'x', name: 'X' }),
          approver: columns.ref('proposer'),
          approved_at: new Date(),
        }))
        .execute(),
    ).rejects.toThrow('check constraint');
    await expect(
      db.deleteFrom('rule_set_versions').where('team_id', '=', team.teamId).execute(),
    ).rejects.toThrow(/permission denied|never deleted/);
  });
});

it('two versions are compared part by part', async () => {
  await write(draft(9));
  const { body } = await api.send('GET', `${PATH}/diff?from=3&to=9`, { headers: asha });
  expect(body['changes']).toEqual([{ at: 'params/most_resets', before: 5, after: 1 }]);
});

it('a draft is checked without being stored', async () => {
  const good = await api.send('POST', '/v1/rule-sets/check', {
    headers: asha,
    body: { document: draft(10) },
  });
  expect(good.body).toEqual({ ok: true, faults: [], sha256: ruleSetHash(draft(10)), tests: 1 });
  const bad = await api.send('POST', '/v1/rule-sets/check', {
    headers: asha,
    body: { document: { id: 'X' } },
  });
  expect(bad.body).toMatchObject({ ok: false, sha256: null });
});

/** Stores a finished backtest of a version against the built-in one, with the given numbers. */
const backtested = async (
  version: number,
  result: Partial<BacktestNumbers>,
  runs?: readonly string[],
): Promise<string> => {
  const { db } = api.database;
  const set = draft(version);
  const document = canonicalRuleSet(set);
  return db.transaction().execute(async (tx) => {
    const created = (await createBacktest(tx, {
      teamId: team.teamId,
      ruleSetId: await createRuleSet(tx, { teamId: team.teamId, name: set.id }),
      vertical: 'support',
      pin: { id: set.id, version, sha256: ruleSetHash(set), owner: 'team' },
      document,
      against: { id: set.id, version: 3, sha256: ruleSetHash(SUPPORT), owner: 'service' },
      againstDocument: canonicalRuleSet(SUPPORT),
      from: null,
      to: null,
      limit: 1,
      runs,
      askedBy: someKey,
    }))!;
    const progress = { done: 0, cursor: undefined, isFinished: true };
    await advanceBacktest(tx, created, { ...progress, result: { ...NO_NUMBERS, ...result } });
    return created.id;
  });
};

it('a team with too many backtests running is told when to ask again, but named runs that cannot be used get no such time', async () => {
  const { key } = await api.newTeam(['rules:read', 'rules:write']);
  const path = `${PATH}/versions/4`;
  expect((await api.send('PUT', path, { key, body: draft(4) })).status).toBe(201);
  const start = async (body: object) => api.send('POST', `${path}/backtests`, { key, body });
  const run = `run_${'0'.repeat(32)}`;
  const timed = await start({ runs: [run], to: '2026-01-01T00:00:00Z' });
  expect([problemOf(timed), timed.body['errors']]).toEqual([
    'invalid-request',
    [expect.objectContaining({ pointer: '/runs' })],
  ]);
  expect((await start({})).status).toBe(202);
  expect((await start({ runs: [run] })).status).toBe(202);
  const refused = await start({});
  expect([problemOf(refused), refused.headers.get('retry-after')]).toEqual(['rule-set-state', '2']);
  // Waiting does not help here.
  expect((await api.send('PUT', path, { key, body: draft(4, { tables: [] }) })).status).toBe(200);
  const faulty = await start({});
  expect([problemOf(faulty), faulty.headers.get('retry-after')]).toEqual(['rule-set-state', null]);
});

it('a version is activated only once a trial has met the bounds that the team set', async () => {
  await upTo(20, 'approve');
  const bounds = { min_runs: 100, max_changed_percent: 2.5, max_amount_percent: null };
  const set = await api.send('PUT', `${PATH}/bounds`, { headers: binod, body: bounds });
  expect(set.body).toMatchObject({ ...bounds, set: { by: { kind: 'person', name: 'B. S.' } } });
  expect(problemOf(await api.send('PUT', `${PATH}/bounds`, { headers: asha, body: { min_runs: 0 } }))).toBe(
    'scope-missing',
  );
  const narrow = { 'resolved > resolved': 195, 'resolved > escalate': 5 };
  // A caller who chooses the runs chooses the result, so this does not count as a trial.
  await backtested(20, { runs: 200, matrix: narrow }, ['run_1']);
  const activate = async () => api.send('POST', `${PATH}/versions/20/activate`, { headers: binod, body: {} });
  const untried = await activate();
  expect(problemOf(untried)).toBe('bounds-not-met');
  expect(untried.body['detail']).toContain('No backtest and no shadow compares it with version 3');

  const wide = await backtested(20, {
    runs: 99,
    matrix: { 'resolved > resolved': 96, 'resolved > escalate': 3 },
  });
  const refused = await activate();
  expect(problemOf(refused)).toBe('bounds-not-met');
  expect(refused.body['detail']).toBe(
    `The backtest ${wide} does not meet min_runs: it decided 99 runs, and at least 100 are needed; ` +
      'max_changed_percent: it changes 3 of 99 decisions, and at most 2.5 % may change.',
  );
  const met = await backtested(20, { runs: 200, matrix: narrow });
  expect((await activate()).status).toBe(200);
  await move(20, 'roll-back', binod, { reason: 'Only a test.' });

  const { body } = await api.send<{ moves: Record<string, unknown>[] }>('GET', `${PATH}/history`, {
    headers: asha,
  });
  expect(body.moves.slice(0, 7).map(({ action, version }) => [action, version])).toEqual([
    ['rules.rolled_back', 20],
    ['rules.activated', 20],
    ['rules.refused', 20],
    ['rules.refused', 20],
    ['rules.bounds_set', null],
    ['rules.approved', 20],
    ['rules.proposed', 20],
  ]);
  expect(body.moves[1]!['detail']).toMatchObject({
    trial: { kind: 'backtest', id: met, runs: 200, changed: 5 },
    bounds: { min_runs: 100, max_changed_percent: '2.50', max_amount_percent: null },
  });
  expect(body.moves[2]).toMatchObject({ actor: { name: 'B. S.' }, detail: { code: 'bounds-not-met' } });
  const cleared = await api.send('PUT', `${PATH}/bounds`, { headers: binod, body: {} });
  expect(cleared.body).toMatchObject({ min_runs: 0, max_changed_percent: null, max_amount_percent: null });
});

it('a shadow accepts only a version that can no longer change, one at a time, and ends with its activation', async () => {
  await write(draft(30));
  const path = `${PATH}/versions/30/shadow`;
  const start = async (body: object = {}) => api.send('POST', path, { headers: asha, body });
  expect(problemOf(await start())).toBe('rule-set-state');
  expect((await move(30, 'propose', asha)).status).toBe(200);
  expect(problemOf(await start({ ends_at: '2020-01-01T00:00:00Z' }))).toBe('invalid-request');
  const started = await start({ max_runs: 5 });
  expect(started).toMatchObject({
    status: 201,
    body: { state: 'running', max_runs: 5, started: { by: { name: 'A. S.' } }, ended: null },
  });
  expect(problemOf(await start())).toBe('rule-set-state');
  await upTo(31, 'propose');
  const other = await api.send('POST', `${PATH}/versions/31/shadow`, { headers: asha, body: {} });
  expect(other.body['detail']).toBe('Version 30 runs in shadow. Stop it first.');
  expect((await move(30, 'approve', binod)).status).toBe(200);
  expect((await move(30, 'activate', binod, {})).status).toBe(200);
  const ended = await api.send('GET', path, { headers: asha });
  expect(ended.body).toMatchObject({
    state: 'ended',
    ended: { because: 'activated', by: { name: 'B. S.' } },
  });
  await move(30, 'roll-back', binod, { reason: 'Only a test.' });
});
