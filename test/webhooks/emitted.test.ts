import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { startOperatorBody } from '../../src/contract/operator.ts';
import { verticals } from '../../src/governance/verticals/index.ts';
import { ledgerRefOfRun } from '../../src/ids.ts';
import { recordAlert } from '../../src/ledger/audit/alert.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { finishAgentRun } from '../../src/runs/agent/agent-runs.ts';
import { createAnalysis } from '../../src/runs/agent/analysis/create.ts';
import { failAgentRun } from '../../src/runs/agent/fail.ts';
import { createAgentTask } from '../../src/runs/agent/task/create.ts';
import { appendBlocked } from '../../src/runs/blocked.ts';
import { createOperatorRun } from '../../src/runs/operator/create.ts';
import { askForApproval, finishOperatorRun } from '../../src/runs/operator/finish.ts';
import { createRun } from '../../src/runs/vertical/create.ts';
import { failRun } from '../../src/runs/vertical/finish.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { Db } from '../../src/store/db/client.ts';
import { emit } from '../../src/store/outbox/emit.ts';
import { forgetOldEvents } from '../../src/store/outbox/sweep.ts';
import { createWebhook } from '../../src/store/webhooks/endpoints.ts';
import { bySomeKey, someKey } from '../helpers/actors.ts';
import { suspend } from '../../src/runs/suspension/set-switch.ts';
import { appendSteps } from '../ledger/helpers.ts';
import { openSigned } from '../ledger/signed.ts';
import { openOffice } from '../runs/vertical/walk.ts';

const ring = new KeyRing([{ id: 'k1', key: randomBytes(32) }], 'case-vault');
const model = { name: 'a-model', budgets: { turns: 1, tool_calls: 1, tokens: 1, wall_ms: 1, cost: 0 } };
const file = { name: 'x', content: Buffer.from('x') };

const eventsIn = async (db: Db) =>
  (await db.selectFrom('events_outbox').select(['type', 'ids']).execute())
    .map(({ type, ids }) => ({ type, ids }))
    .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

describe('Each kind of work', () => {
  it('a claim reports its end, its payout and its blocked call once, although every step is repeated', async () => {
    const { db, work } = await openOffice();
    const { runId, run } = await work('kyc', verticals.kyc.sample, { twice: true });
    const ids = { run_id: runId, ledger_ref: ledgerRefOfRun(runId) };
    expect(run.decision).toBe('approve');
    expect(await eventsIn(db)).toEqual([
      { type: 'egress.blocked', ids: { ledger_ref: ids.ledger_ref } },
      { type: 'payout.queued', ids: { run_id: runId, payout_id: expect.stringMatching(/^pay_/) } },
      { type: 'run.succeeded', ids },
    ]);
  });

  it('a run that ends early reports its error once', async () => {
    const { db, database, teamId } = await openOffice();
    const ledger = createLedger({ pool: database.pool });
    const run = await db
      .transaction()
      .execute(async (tx) => createRun(tx, ring, { teamId, askedBy: someKey, vertical: 'it', case: {} }));
    const ref = { teamId, runId: run.run_id, ledgerRef: run.ledger_ref, actor: someKey };
    for (const ended of [true, false])
      expect(await failRun(db, ledger, ref, { code: 'cancelled', message: 'x' })).toBe(ended);
    const ids = { run_id: run.run_id, ledger_ref: run.ledger_ref };
    expect(await eventsIn(db)).toEqual([{ type: 'run.error', ids }]);
  });

  it('agent tasks and analyses report that they are done, with an answer or without', async () => {
    const { db, database, teamId } = await openOffice();
    const ledger = createLedger({ pool: database.pool });
    const [task, analysis] = await db.transaction().execute(async (tx) => {
      const first = await createAgentTask(tx, ring, {
        teamId,
        askedBy: someKey,
        task: 'x',
        files: [],
        model,
      });
      return [
        first,
        await createAnalysis(tx, ring, { teamId, askedBy: someKey, question: 'x', datasets: [file], model }),
      ];
    });
    for (const _ of [1, 2]) {
      await db
        .transaction()
        .execute(async (tx) =>
          finishAgentRun(tx, { teamId, ledgerRef: task }, { status: 'succeeded', endedBy: 'answer' }),
        );
      const error = { code: 'terminated', message: 'x' };
      await failAgentRun({ db, ledger, ring }, { teamId, ledgerRef: analysis }, error);
    }
    expect(await eventsIn(db)).toEqual([
      { type: 'analysis.done', ids: { ledger_ref: analysis } },
      { type: 'task.done', ids: { ledger_ref: task } },
    ]);
  });

  it('an operator reports each question, its blocked connections and its end', async () => {
    const { db, database, teamId } = await openOffice();
    const ledger = createLedger({ pool: database.pool });
    const wish = startOperatorBody.parse({ task: 'x' });
    const { run_id: runId } = await db.transaction().execute(async (tx) =>
      createOperatorRun(tx, ring, {
        teamId,
        askedBy: someKey,
        wish,
        allow: [],
        model,
        bounds: { tokens: 1, cost: 0 },
        taskQueue: 'none',
      }),
    );
    const question = { id: 'q1', risk: 'sends', detail: 'x', until: new Date().toISOString() };
    const row = {
      teamId,
      ledgerRef: runId,
      step: 0,
      governance: 'blocked',
      summary: 'x',
      idemKey: 'once',
      actor: bySomeKey,
    };
    const end = { success: true, result: 'x', endedBy: 'tool', hasLastScreen: false };
    for (const _ of [1, 2]) {
      await db.transaction().execute(async (tx) => askForApproval(tx, { teamId, runId }, question));
      await appendBlocked({ db, ledger }, { ...row, action: 'egress.block', detail: { blocked: true } });
      await db.transaction().execute(async (tx) => askForApproval(tx, { teamId, runId }, undefined));
    }
    for (const _ of [1, 2])
      await db.transaction().execute(async (tx) => finishOperatorRun(tx, { teamId, runId }, end));
    expect(await eventsIn(db)).toEqual([
      { type: 'egress.blocked', ids: { ledger_ref: runId } },
      { type: 'operator.approval_needed', ids: { run_id: runId, question_id: 'q1' } },
      { type: 'operator.done', ids: { run_id: runId } },
    ]);
  });

  it('the ledger reports its checkpoints and its alerts, also an alert that its chain cannot take', async () => {
    const { database, ledger, admin, sign } = await openSigned();
    await appendSteps(ledger, 3);
    for (const outcome of ['signed', 'unchanged']) expect(await sign()).toMatchObject({ outcome });
    const alert = {
      team_id: 'team_a',
      kind: 'row_hash',
      first_broken: 2,
      reason: 'row_hash: x',
      found_at: new Date().toISOString(),
    };
    await recordAlert({ db: database.db, ledger }, alert);
    await recordAlert({ db: database.db, ledger }, alert);
    await admin.query('REVOKE EXECUTE ON FUNCTION append_agent_actions FROM pramaan_app, PUBLIC');
    await expect(recordAlert({ db: database.db, ledger }, { ...alert, kind: 'chain' })).rejects.toThrow();
    const events = await eventsIn(database.db);
    expect(events.map(({ type, ids }) => [type, ids['kind'] ?? ids['size']])).toEqual([
      ['checkpoint.signed', 3],
      ['ledger.alert', 'chain'],
      ['ledger.alert', 'row_hash'],
    ]);
  });

  it('a suspension is reported', async () => {
    const { db, database, teamId } = await openOffice();
    const ledger = createLedger({ pool: database.pool });
    const wanted = { teamId, scope: 'payouts', reason: 'x', actor: someKey, until: null };
    const set = await db.transaction().execute(async (tx) => suspend(tx, ledger, wanted));
    const ids = { switch_id: (set as { id: string }).id, scope: 'payouts' };
    expect(await eventsIn(db)).toEqual([{ type: 'safety.suspended', ids }]);
  });
});

describe('The outbox', () => {
  it('an event and its deliveries exist if and only if their transaction is committed', async () => {
    const { db, teamId } = await openOffice();
    const events = ['task.done'];
    const url = 'https://a.example.in/';
    await db.transaction().execute(async (tx) => {
      await createWebhook(tx, ring, { teamId, url, events });
      await createWebhook(tx, ring, { teamId, url, events: ['run.error'] });
    });
    const event = { teamId, type: 'task.done', subject: 'task-1', ids: {} } as const;
    const failing = db.transaction().execute(async (tx) => {
      await emit(tx, event);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await eventsIn(db)).toEqual([]);
    for (const _ of [1, 2]) await db.transaction().execute(async (tx) => emit(tx, event));
    expect(await eventsIn(db)).toHaveLength(1);
    expect(await db.selectFrom('webhook_deliveries').select('subject').execute()).toEqual([
      { subject: 'task-1' },
    ]);
  });

  it('events are forgotten after 30 days, unless a delivery is still to be tried', async () => {
    const { db, database, teamId } = await openOffice();
    await db
      .transaction()
      .execute(async (tx) =>
        createWebhook(tx, ring, { teamId, url: 'https://a.example.in/', events: ['task.done'] }),
      );
    for (const subject of ['settled', 'open', 'new', 'unwanted'])
      await emit(db, { teamId, type: subject === 'unwanted' ? 'run.error' : 'task.done', subject, ids: {} });
    await database.pool.query(
      `UPDATE webhook_deliveries SET created_at = now() - interval '31 days', expires_at = now() - interval '28 days'
       WHERE subject <> 'new'`,
    );
    await database.pool.query(
      `UPDATE webhook_deliveries SET expires_at = now() + interval '1 day' WHERE subject = 'open'`,
    );
    const { adminUrl } = database;
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query(
      "UPDATE events_outbox SET created_at = now() - interval '31 days' WHERE subject <> 'new'",
    );
    await client.end();
    await forgetOldEvents(db);
    const left = await db.selectFrom('events_outbox').select('subject').orderBy('subject').execute();
    expect(left.map(({ subject }) => subject)).toEqual(['new', 'open']);
  });
});
