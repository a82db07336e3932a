import { beforeAll, describe, expect, it } from 'vitest';
import type { RunBody } from '../../src/contract/run.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { failRun, succeedRun } from '../../src/runs/vertical/finish.ts';
import { isRefOfRun } from '../../src/runs/vertical/run-refs.ts';
import { bySomeKey } from '../helpers/actors.ts';
import { startTestApi, type TestApi } from '../helpers/api.ts';

let api: TestApi;
let teamId: string;
let key: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ teamId, key } = await api.newTeam());
});

const startRun = async (): Promise<RunBody> =>
  (await api.send<RunBody>('POST', '/v1/workforce/verticals/kyc/runs', { key })).body;

const append = async (run: RunBody, step: number, action: string, blocked = false) =>
  createLedger({ pool: api.database.pool }).append({
    teamId,
    ledgerRef: run.ledger_ref,
    step,
    action,
    governance: 'none',
    summary: `did step ${step}`,
    detail: { step, blocked },
    actor: bySomeKey,
  });

describe('GET /v1/workforce/runs/{id}', () => {
  it('the API derives a run’s steps from its ledger rows', async () => {
    const run = await startRun();
    await append(run, 1, 'fs.read');
    await append(run, 6, 'egress.block', true);
    const { body } = await api.send<RunBody>('GET', `/v1/workforce/runs/${run.id}`, { key });
    expect(body.steps.map(({ n, status }) => [n, status])).toEqual([
      [1, 'done'],
      [2, 'pending'],
      [3, 'pending'],
      [4, 'pending'],
      [5, 'pending'],
      [6, 'blocked'],
      [7, 'pending'],
      [8, 'pending'],
    ]);
    expect(body.steps[0]).toMatchObject({ action: 'fs.read', summary: 'did step 1' });
  });

  it('a reader does not report missing rows when the run ends with its first row just after the read', async () => {
    const run = await startRun();
    const ref = { teamId, ledgerRef: run.ledger_ref };
    const ledger = createLedger({ pool: api.database.pool });
    const error = { code: 'internal', message: 'It failed.' };
    await failRun(api.database.db, ledger, { ...ref, runId: run.id, actor: bySomeKey }, error);
    // A reader that found no rows before the run ended makes this check next.
    await expect(isRefOfRun(api.database.db, ref)).resolves.toBe(true);
  });

  it('the API shows the decision with reasons and risk once the run has finished', async () => {
    const run = await startRun();
    const reasons = [{ code: 'PAN-FORMAT', detail: 'The PAN has the wrong form.' }];
    const risk = { score: 30, band: 'medium' as const, rules: 'kyc-rules@2', features: { identity: 30 } };
    await append(run, 8, 'db.write');
    await api.database.db
      .transaction()
      .execute(async (tx) =>
        succeedRun(
          tx,
          createLedger({ pool: api.database.pool }),
          { teamId, runId: run.id, ledgerRef: run.ledger_ref, actor: bySomeKey },
          { decision: 'escalate', reasons, risk },
        ),
      );
    const { body } = await api.send<RunBody>('GET', `/v1/workforce/runs/${run.id}`, { key });
    expect(body).toMatchObject({ status: 'succeeded', decision: 'escalate', reasons, risk });
    expect(body.finished_at).not.toBeNull();
    expect(body.steps.map(({ status }) => status)).toEqual([...Array(7).fill('skipped'), 'done']);
  });

  it.each(['run_unknown', 'run_', 'wf-1', '..%2f..%2fetc', '%00', '%ff', 'A'.repeat(80)])(
    'the API returns 404 for %s',
    async (id) => {
      expect((await api.send('GET', `/v1/workforce/runs/${id}`, { key })).status).toBe(404);
    },
  );
});

describe('A run’s ledger', () => {
  it('the API returns an empty ledger rather than a 404 before the first row', async () => {
    const run = await startRun();
    const empty = { ledger_ref: run.ledger_ref, entries: [] };
    expect((await api.send('GET', `/v1/workforce/runs/${run.id}/ledger`, { key })).body).toEqual(empty);
    expect((await api.send('GET', `/v1/govern/ledger/${run.ledger_ref}`, { key })).body).toEqual(empty);
  });

  it('the ledger shows the same rows by run and by ledger_ref, ordered by seq', async () => {
    const run = await startRun();
    for (const step of [1, 2, 3]) await append(run, step, 'pii.scan');
    const byRun = await api.send<{
      entries: { seq: number; step: number; prev_hash: string; row_hash: string }[];
    }>('GET', `/v1/workforce/runs/${run.id}/ledger`, { key });
    expect(byRun.body.entries.map(({ step }) => step)).toEqual([1, 2, 3]);
    expect(byRun.body.entries[1]!.prev_hash).toBe(byRun.body.entries[0]!.row_hash);
    expect((await api.send('GET', `/v1/govern/ledger/${run.ledger_ref}`, { key })).body).toEqual(byRun.body);
  });

  it.each(['wf-unknown', 'scan-1', 'x', 'A'.repeat(100)])(
    'the API returns 404 for the ref %s',
    async (ref) => {
      expect((await api.send('GET', `/v1/govern/ledger/${ref}`, { key })).status).toBe(404);
    },
  );

  it('the API verifies the team’s chain and names the first broken row', async () => {
    const other = await api.newTeam();
    const ledger = createLedger({ pool: api.database.pool });
    for (const step of [1, 2, 3]) {
      await ledger.append({
        teamId: other.teamId,
        ledgerRef: 'wf-x',
        step,
        action: 'a.b',
        governance: 'none',
        summary: 's',
        detail: {},
        actor: bySomeKey,
      });
    }
    const good = await api.send('GET', '/v1/govern/verify', { key: other.key });
    expect(good.body).toEqual({ ok: true, checked: 3, first_broken: null, reason: null });

    await tamper(other.teamId);
    const bad = await api.send('GET', '/v1/govern/verify', { key: other.key });
    expect(bad.body).toMatchObject({ ok: false, first_broken: 3 });
  });
});

/** Changes row 2 as a superuser who bypasses every guard, and adjusts its hash to match. */
const tamper = async (team: string): Promise<void> => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: api.database.adminUrl });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `UPDATE agent_actions SET body = replace(body, '"s"', '"t"'),
         row_hash = sha256(prev_hash || convert_to(replace(body, '"s"', '"t"'), 'UTF8'))
       WHERE team_id = $1 AND seq = 2`,
      [team],
    );
  } finally {
    await client.end();
  }
};
