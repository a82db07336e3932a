import { beforeAll, describe, expect, it } from 'vitest';
import type { UsageBody } from '../../src/contract/usage.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { recordShipment } from '../../src/ledger/witnesses/shipments.ts';
import { createPool } from '../../src/store/db/client.ts';
import { allowForTeam } from '../../src/store/egress-lists/egress-lists.ts';
import { bySomeKey } from '../helpers/actors.ts';
import { startTestApi, type TestApi } from '../helpers/api.ts';

/** The console's data: entries by time, witnesses, hosts and usage. */
let api: TestApi;
let team: { teamId: string; key: string };

beforeAll(async () => {
  api = await startTestApi({ EGRESS_ALLOW: 'portal.example.in' });
  team = await api.newTeam();
});

interface Page {
  readonly entries: readonly { readonly seq: number; readonly action: string; readonly created_at: string }[];
  readonly next_cursor: string | null;
}

const list = async (query: Readonly<Record<string, string>> = {}): Promise<Page> =>
  (
    await api.send<Page>('GET', `/v1/govern/ledger?${new URLSearchParams(query).toString()}`, {
      key: team.key,
    })
  ).body;

const append = async (count: number): Promise<void> => {
  const pool = createPool(api.config.DATABASE_URL, { onIdleError: () => undefined });
  const ledger = createLedger({ pool });
  for (let n = 0; n < count; n += 1) {
    await ledger.append({
      teamId: team.teamId,
      ledgerRef: `scan-${n}`,
      step: 1,
      action: 'test.look',
      governance: 'recorded',
      summary: `Row ${n}`,
      detail: {},
      actor: bySomeKey,
    });
  }
  await ledger.close();
  await pool.end();
};

describe('Looking around', () => {
  it('entries are listed newest first, page by page and by time, and reading them writes nothing', async () => {
    await append(5);
    const first = await list({ limit: '3' });
    const second = await list({ limit: '3', cursor: first.next_cursor! });
    const seqs = [...first.entries, ...second.entries].map(({ seq }) => seq);
    expect(seqs).toEqual([5, 4, 3, 2, 1]);
    expect(second.next_cursor).toBeNull();
    const third = first.entries[2]!;
    const later = await list({ from: third.created_at });
    expect(later.entries.map(({ seq }) => seq)).toEqual(expect.arrayContaining([5, 4, 3]));
    const earlier = await list({ to: third.created_at });
    expect(earlier.entries.every(({ created_at: at }) => at < third.created_at)).toBe(true);
    expect((await list()).entries).toHaveLength(5);
    const theirs = await api.newTeam();
    const { body } = await api.send<Page>('GET', '/v1/govern/ledger', { key: theirs.key });
    expect(body).toEqual({ entries: [], next_cursor: null });
    const taken = await api.send('GET', `/v1/govern/ledger?cursor=${first.next_cursor}`, { key: theirs.key });
    expect(taken.status).toBe(422);
  });

  it('a witness is listed with the last checkpoint that it accepted, and only for its own team', async () => {
    const pool = createPool(api.config.DATABASE_URL, { onIdleError: () => undefined });
    const shipment = { teamId: team.teamId, witness: 'court.example', size: 3 };
    await recordShipment(pool, shipment, { state: 'failed', detail: 'it responded with 503' });
    await pool.end();
    const { body } = await api.send('GET', '/v1/govern/witnesses', { key: team.key });
    expect(body).toMatchObject({
      witnesses: [
        {
          name: 'court.example',
          state: 'failed',
          size: 0,
          detail: 'it responded with 503',
          delivered_at: null,
        },
      ],
    });
    const theirs = await api.newTeam();
    expect((await api.send('GET', '/v1/govern/witnesses', { key: theirs.key })).body).toEqual({
      witnesses: [],
    });
  });

  it('both lists of hosts are shown', async () => {
    await allowForTeam(api.database.db, team.teamId, '*.bank.example');
    const { body } = await api.send('GET', '/v1/govern/egress', { key: team.key });
    expect(body).toEqual({ installation: ['portal.example.in'], team: ['*.bank.example'] });
  });

  it('usage counts decisions, reasons and turns by day in India, only of one team', async () => {
    const { db } = api.database;
    const { teamId } = team;
    const run = (n: number, status: 'succeeded' | 'error', decision: string | null) => ({
      id: `run_look${n}`,
      team_id: teamId,
      vertical: 'kyc',
      mode: 'simulated' as const,
      status,
      ledger_ref: `wf-look${n}`,
      case_id: null,
      decision,
      error: status === 'error' ? JSON.stringify({ code: 'internal', message: 'x' }) : null,
      finished_at: new Date(),
      reasons: JSON.stringify(decision === 'escalate' ? [{ code: 'AMOUNT-HIGH', detail: 'x' }] : []),
    });
    const runs = [run(1, 'succeeded', 'approve'), run(2, 'succeeded', 'escalate'), run(3, 'error', null)];
    await db.insertInto('runs').values(runs).execute();
    await db
      .insertInto('agent_runs')
      .values({ ledger_ref: 'task-1a', team_id: teamId, kind: 'task', model: 'small', budgets: '{}' })
      .execute();
    const turn = {
      ledger_ref: 'task-1a',
      team_id: teamId,
      attempt: 1,
      model: 'small',
      duration_ms: 1,
      told: '{}',
    };
    await db
      .insertInto('agent_turns')
      .values([
        { ...turn, turn: 1, input_tokens: 100, output_tokens: 20, cached_tokens: 40, cost: 0.1 },
        { ...turn, turn: 2, input_tokens: 200, output_tokens: 30, cached_tokens: 0, cost: 0.2 },
      ])
      .execute();
    const { body } = await api.send<UsageBody>('GET', '/v1/usage?days=3', { key: team.key });
    const use = { turns: 2, input_tokens: 300, cached_tokens: 40, output_tokens: 50, cost: 0.3 };
    expect(body.days).toHaveLength(3);
    const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    expect(body.days.map(({ day }) => day)).toEqual(body.days.map(({ day }) => day).toSorted());
    expect(body.days.at(-1)).toEqual({
      day: today,
      runs: { started: 3, approve: 1, reject: 0, escalate: 1, resolved: 0, error: 1, running: 0 },
      model: use,
    });
    expect(body.days[0]!.runs.started).toBe(0);
    expect(body.reasons).toEqual([{ code: 'AMOUNT-HIGH', runs: 1 }]);
    expect(body.models).toEqual([{ name: 'small', ...use }]);
    expect(body.now).toEqual({ runs: 0, sandboxes: 0, desktops: 0 });
    const theirs = await api.newTeam();
    const other = await api.send<UsageBody>('GET', '/v1/usage', { key: theirs.key });
    expect(other.body.days).toHaveLength(14);
    expect(other.body.days.every(({ runs: { started } }) => started === 0)).toBe(true);
  });
});
