import { beforeAll, describe, expect, it } from 'vitest';
import type { SwitchBody } from '../../src/contract/switch.ts';
import type { SystemBody } from '../../src/contract/system.ts';
import { requireSecondPerson } from '../../src/store/switches/switches.ts';
import { livePrompts } from '../../src/runs/vertical/live-agents.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';
import { makePan } from '../helpers/identifiers.ts';
import { createRecords } from '../helpers/records.ts';

const SCOPES = ['safety', 'runs:write', 'runs:read', 'ledger:read', 'scan', 'operators:write'] as const;
const RUNS = '/v1/workforce/verticals/kyc/runs';
const SWITCHES = '/v1/govern/switches';
const REASON = 'The model approves what it should not.';

type Team = Awaited<ReturnType<TestApi['newTeam']>>;

interface Listed {
  readonly suspended: readonly SwitchBody[];
  readonly switches: readonly SwitchBody[];
  readonly next_cursor: string | null;
}

// Temporal is unavailable in this file, because a switch must work without it.
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ MODEL_PROVIDER_API_KEY: 'sk-made-up', MODEL_NAME: 'made-up-model' });
});

const newTeam = async (): Promise<Team> => api.newTeam([...SCOPES]);

const set = async (team: Team, body: Readonly<Record<string, unknown>>, headers = {}) =>
  api.send<SwitchBody>('POST', SWITCHES, { key: team.key, body: { reason: REASON, ...body }, headers });

const list = async ({ key }: Team, query = '') =>
  (await api.send<Listed>('GET', `${SWITCHES}${query}`, { key })).body;

const rowsOf = async ({ teamId }: Team) =>
  api.database.db
    .selectFrom('agent_actions')
    .select(['action', 'ledger_ref', 'body'])
    .where('team_id', '=', teamId)
    .orderBy('seq')
    .execute();

describe('A switch', () => {
  it('a suspension refuses new starts of its scope with 423 and a row, and reads, scans and other teams go on', async () => {
    const [team, other] = [await newTeam(), await newTeam()];
    const before = await api.send<{ id: string }>('POST', RUNS, { key: team.key });
    const suspended = await set(team, { scope: 'vertical:kyc', action: 'suspend' });
    expect(suspended).toMatchObject({
      status: 201,
      body: {
        scope: 'vertical:kyc',
        until: null,
        reason: REASON,
        actor: { kind: 'key', id: team.keyId },
        counts: { runs: 1, live_runs: 0, payouts: 0 },
      },
    });
    const refused = await api.send('POST', RUNS, { key: team.key });
    expect([refused.status, problemOf(refused)]).toEqual([423, 'suspended']);
    expect(refused.body['detail']).toContain('vertical:kyc');
    const answers = await Promise.all([
      api.send('POST', '/v1/workforce/verticals/it/runs', { key: team.key }),
      api.send('POST', RUNS, { key: other.key }),
      api.send('GET', `/v1/workforce/runs/${before.body.id}`, { key: team.key }),
      api.send('GET', `/v1/govern/ledger/${suspended.body.ledger_ref}`, { key: team.key }),
      api.send('POST', '/v1/govern/scan', { key: team.key, body: { text: 'nothing' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 200, 200, 200]);
    const rows = await rowsOf(team);
    expect(rows.map(({ action }) => action).slice(0, 2)).toEqual(['safety.suspended', 'safety.refused']);
    expect(JSON.parse(rows[0]!.body)).toMatchObject({
      content: {
        actor: { kind: 'key', id: team.keyId, key_id: team.keyId },
        detail: { scope: 'vertical:kyc', reason: REASON, counts: { runs: 1 } },
      },
    });
  });

  it.each([
    ['all', '/v1/operators/run', { task: 'x' }],
    ['model', '/v1/operators/run', { task: 'x' }],
    ['operators', '/v1/operators/run', { task: 'x' }],
    ['model', '/v1/workforce/run', { vertical: 'kyc' }],
  ])('a suspension of %s refuses a start at %s, and resuming ends it', async (scope, path, body) => {
    const team = await newTeam();
    await set(team, { scope, action: 'suspend' });
    const refused = await api.send('POST', path, { key: team.key, body });
    expect([refused.status, problemOf(refused)]).toEqual([423, 'suspended']);
    await set(team, { scope, action: 'resume' });
    expect((await list(team)).suspended).toEqual([]);
  });

  it('a repeated start keeps the answer from before the suspension, and a refused start does not use its key up', async () => {
    const team = await newTeam();
    const start = async (key: string) =>
      api.send('POST', RUNS, { key: team.key, headers: { 'idempotency-key': key } });
    const first = await start('a');
    await set(team, { scope: 'all', action: 'suspend' });
    expect(await start('a')).toMatchObject({ status: 202, body: { id: first.body['id'] } });
    expect((await start('b')).status).toBe(423);
    await set(team, { scope: 'all', action: 'resume' });
    expect((await start('b')).status).toBe(202);
  });

  it('a repeated act gets the first answer, and its row is written once', async () => {
    const team = await newTeam();
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [
      await set(team, { scope: 'code', action: 'suspend' }, headers),
      await set(team, { scope: 'code', action: 'suspend' }, headers),
    ];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await rowsOf(team)).toHaveLength(1);
  });

  it('a suspension with a time ends by itself, and a later one of the same scope takes its place', async () => {
    const team = await newTeam();
    await set(team, { scope: 'all', action: 'suspend' });
    const until = new Date(Date.now() + 400).toISOString();
    expect((await set(team, { scope: 'all', action: 'suspend', until })).body.until).toBe(until);
    expect((await list(team)).suspended).toHaveLength(1);
    await expect
      .poll(async () => (await api.send('POST', RUNS, { key: team.key })).status, { interval: 100 })
      .toBe(202);
    expect((await list(team)).suspended).toEqual([]);
    expect(problemOf(await set(team, { scope: 'all', action: 'resume' }))).toBe('not-suspended');
  });

  it('only somebody else may end or shorten a suspension in a team that requires two people', async () => {
    const team = await newTeam();
    await api.database.db.transaction().execute(async (tx) => requireSecondPerson(tx, team.teamId, true));
    const second = { ...team, ...(await api.newKey(team.teamId, [...SCOPES])) };
    await set(team, { scope: 'payouts', action: 'suspend' });
    const soon = new Date(Date.now() + 60_000).toISOString();
    for (const body of [
      { scope: 'payouts', action: 'resume' },
      { scope: 'payouts', action: 'suspend', until: soon },
    ]) {
      const refused = await set(team, body);
      expect([refused.status, problemOf(refused)]).toEqual([403, 'second-person-needed']);
    }
    expect((await set(second, { scope: 'payouts', action: 'suspend', until: soon })).status).toBe(201);
    // The second person has suspended since, so the first may resume.
    expect((await set(team, { scope: 'payouts', action: 'resume' })).status).toBe(201);
  });

  it('a payout is held while payouts are suspended, continues afterwards, and its payment is recorded even in between', async () => {
    const team = await api.newTeam([...SCOPES, 'records:read', 'records:write']);
    const { payouts: id } = await createRecords(api.database.db, team.teamId, 'run_0');
    const payout = async () => (await api.send('GET', `/v1/records/payouts/${id}`, { key: team.key })).body;
    const suspended = await set(team, { scope: 'payouts', action: 'suspend' });
    expect(suspended.body.counts).toMatchObject({ payouts: 1 });
    expect(await payout()).toMatchObject({ status: 'held', hold_reason: 'payouts are suspended' });
    expect((await set(team, { scope: 'payouts', action: 'resume' })).status).toBe(201);
    expect(await payout()).toMatchObject({ status: 'queued', hold_reason: null });
    await set(team, { scope: 'payouts', action: 'suspend' });
    // The bank may have sent the money before it learnt of the suspension.
    const report = { status: 'paid', reference: 'UTR-1' };
    const path = `/v1/records/payouts/${id}/status`;
    expect((await api.send('POST', path, { key: team.key, body: report })).body).toMatchObject(report);
    expect((await set(team, { scope: 'payouts', action: 'resume' })).status).toBe(201);
    expect(await payout()).toMatchObject(report);
    const actions = (await rowsOf(team)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('payout.'))).toEqual(['payout.paid']);
  });

  it('a key counts as the key that issued it, so nobody becomes a second person by issuing one', async () => {
    const team = await api.newTeam([...SCOPES, 'admin']);
    await api.database.db.transaction().execute(async (tx) => requireSecondPerson(tx, team.teamId, true));
    const body = { name: 'another', scopes: ['safety'] };
    const issued = await api.send<{ key: string }>('POST', '/v1/admin/keys', { key: team.key, body });
    await set(team, { scope: 'all', action: 'suspend' });
    const own = await set({ ...team, key: issued.body.key }, { scope: 'all', action: 'resume' });
    expect(problemOf(own)).toBe('second-person-needed');
    const other = { ...team, ...(await api.newKey(team.teamId, ['safety'])) };
    expect((await set(other, { scope: 'all', action: 'resume' })).status).toBe(201);
  });

  it('acts are listed newest first, page by page, with identifiers in a reason masked', async () => {
    const team = await newTeam();
    const pan = makePan(7);
    for (const scope of ['model', 'code', 'tool:run_python']) {
      await set(team, { scope, action: 'suspend', reason: `It showed ${pan}.` });
    }
    const first = await list(team, '?limit=2');
    expect(first.switches.map(({ scope }) => scope)).toEqual(['tool:run_python', 'code']);
    expect(first.suspended.map(({ scope }) => scope)).toEqual(['code', 'model', 'tool:run_python']);
    const rest = await list(team, `?limit=2&cursor=${encodeURIComponent(first.next_cursor ?? '')}`);
    expect([rest.switches.map(({ scope }) => scope), rest.next_cursor]).toEqual([['model'], null]);
    expect(JSON.stringify([first, rest, await rowsOf(team)])).not.toContain(pan);
  });

  it.each([
    ['an unknown scope', { scope: 'vertical:lending', action: 'suspend' }, '/scope'],
    ['a tool that does not exist', { scope: 'tool:run_pythn', action: 'suspend' }, '/scope'],
    ['a blank reason', { scope: 'all', action: 'suspend', reason: '  ' }, '/reason'],
    ['a time in the past', { scope: 'all', action: 'suspend', until: '2026-01-01T00:00:00Z' }, '/until'],
    ['a time of a resumption', { scope: 'all', action: 'resume', until: '2099-01-01T00:00:00Z' }, '/until'],
    ['an unknown action', { scope: 'all', action: 'drain' }, '/action'],
  ])('%s is refused and suspends nothing', async (_what, body, pointer) => {
    const team = await newTeam();
    const refused = await set(team, body);
    expect([refused.status, problemOf(refused)]).toEqual([422, 'invalid-request']);
    expect(refused.body).toMatchObject({ errors: [{ pointer }] });
    expect(await list(team)).toMatchObject({ suspended: [], switches: [] });
  });

  it('a key without the scope safety can neither set nor list switches', async () => {
    const team = await api.newTeam(['runs:write', 'ledger:read']);
    expect(problemOf(await set(team, { scope: 'all', action: 'suspend' }))).toBe('scope-missing');
    expect(problemOf(await api.send('GET', SWITCHES, { key: team.key }))).toBe('scope-missing');
  });
});

const systemsOf = async ({ key }: Team) =>
  (await api.send<{ systems: SystemBody[] }>('GET', '/v1/govern/systems', { key })).body.systems;

const isKyc = ({ id }: SystemBody): boolean => id === 'vertical:kyc';

describe('The inventory', () => {
  const said = {
    owner: '=Claims, "Health"',
    risk_tier: 'high',
    validator: 'Model risk',
    approved_on: '2026-04-01',
    next_review: '2027-04-01',
  };
  const describeKyc = async ({ key }: Team, body: object = said) =>
    api.send<SystemBody>('PUT', '/v1/govern/systems/vertical:kyc', { key, body });

  it('the inventory lists verticals, models, prompts, operators and tools, and keeps a team’s descriptions with a row', async () => {
    const [team, other] = [await newTeam(), await newTeam()];
    const before = await systemsOf(team);
    const ids = before.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['vertical:kyc', 'operators', 'tool:run_python']));
    expect(before.find(({ kind }) => kind === 'model')).toMatchObject({ version: 'made-up-model' });
    expect(before.find(({ id }) => id === 'vertical:kyc')!.version).toMatch(/^kyc-rules@\d+$/);
    expect(
      before.filter(({ kind }) => kind === 'prompt').map(({ id, version }) => ({ id, version })),
    ).toEqual(livePrompts.map(({ id, sha256 }) => ({ id: `prompt:${id}`, version: sha256 })));
    expect(await describeKyc(team)).toMatchObject({ status: 200, body: { id: 'vertical:kyc', ...said } });
    expect((await systemsOf(team)).find(isKyc)).toMatchObject(said);
    expect((await systemsOf(other)).find(isKyc)).toMatchObject({ owner: null, risk_tier: null });
    const [row] = await rowsOf(team);
    expect(row!.action).toBe('system.described');
    expect(JSON.parse(row!.body)).toMatchObject({ content: { detail: { system: 'vertical:kyc' } } });
  });

  it('the export is CSV that a spreadsheet does not calculate', async () => {
    const team = await newTeam();
    await describeKyc(team);
    const { body, headers } = await api.send<string>('GET', '/v1/govern/systems/export', { key: team.key });
    expect(headers.get('content-type')).toMatch(/^text\/csv/);
    const lines = body.split('\r\n');
    expect(lines[0]).toBe('id,kind,name,version,provider,owner,risk_tier,validator,approved_on,next_review');
    expect(lines[1]).toContain(`"'=Claims, ""Health""",high,Model risk,2026-04-01,2027-04-01`);
  });

  it.each([
    ['an unknown system', '/v1/govern/systems/vertical:lending', said, 404],
    [
      'a day that does not exist',
      '/v1/govern/systems/operators',
      { ...said, next_review: '2026-02-30' },
      422,
    ],
    ['a missing field', '/v1/govern/systems/operators', { owner: 'x' }, 422],
  ])('%s is refused', async (_what, path, body, status) => {
    const team = await newTeam();
    expect((await api.send('PUT', path, { key: team.key, body })).status).toBe(status);
  });
});
