import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { issueKey } from '../../src/store/keys/store.ts';
import { startLive } from '../helpers/live.ts';
import type { TestService } from '../helpers/service.ts';
import { ensureTestServer, skipTime, startTestServer } from '../helpers/skipped-time.ts';
import { bootService } from '../helpers/use-service.ts';
import { openai } from '../model-provider/openai.ts';
import { byTurn, call, createRunScripts } from '../model-provider/scripts.ts';
import { useFakeProvider } from '../model-provider/server.ts';
import { type Answering, json, startCoreSystem } from './core-system.ts';

const found = await ensureTestServer();
if ('lacking' in found) process.stderr.write(`The tests that skip time are skipped: ${found.lacking}.\n`);

const HOUR_MS = 3_600_000;
const STEP_MS = HOUR_MS / 12;
const RUNS = 5;

/** This system has every policy. */
const policies: Answering = (received, response, socket) =>
  json({
    number: received.path.slice('/policies/'.length),
    status: 'active',
    cover_from: '2026-01-01',
    cover_to: '2026-12-31',
    since: '2020-01-01',
    sum_insured: 500_000,
    used: 0,
  })(received, response, socket);

/** A claim of its own stay, so that no claim is a duplicate of another. */
const claim = (policy: string, month = 9) => ({
  id: `CLM-${policy}`,
  pan: 'ABCPK1234L',
  aadhaar: '2345-6789-1238',
  policy,
  amount: '20000',
  admission: `2026-0${month}-04`,
});

const core = await startCoreSystem(policies);
afterAll(core.close);
const scripts = createRunScripts();
const provider = await useFakeProvider(openai, scripts.script);

describe.skipIf('lacking' in found)('A core system that is away for an hour', () => {
  let time: TestWorkflowEnvironment;
  let service: TestService;
  const ends: (() => Promise<void>)[] = [];

  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  beforeAll(async () => {
    if ('lacking' in found) return;
    time = await startTestServer(found.jars, inject('scratch'));
    ends.push(async () => time.teardown());
    service = await bootService((close) => ends.push(close), {
      provider,
      temporalAddress: time.address,
      env: { CONNECTOR_PINNED: `core.bank.example=127.0.0.1:${core.port}` },
    });
    const { key } = await issueKey(service.database.db, {
      teamId: service.teamId,
      name: 'admin',
      scopes: ['admin'],
    });
    const { status } = await fetch(`${service.url}/v1/connectors/core-policies`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        kind: 'http',
        serves: 'policies',
        http: { url: 'http://core.bank.example/policies/{key}' },
      }),
    });
    expect(status).toBe(201);
  });

  /** Skips five minutes for the workflows, and for the circuit breaker, whose time is that of the database. */
  const skipStep = async (): Promise<void> => {
    await skipTime(time, STEP_MS);
    await service.database.db
      .updateTable('connectors')
      .set({ open_until: sql<Date>`open_until - make_interval(secs => ${STEP_MS / 1_000})` })
      .where('open_until', 'is not', null)
      .execute();
  };

  const waitsFor = async (id: string): Promise<string | undefined> =>
    (await service.run(id)).waiting_for?.kind;

  const untilTheyWait = async (ids: readonly string[]): Promise<void> => {
    await expect
      .poll(async () => Promise.all(ids.map(waitsFor)), { timeout: 60_000 })
      .toEqual(ids.map(() => 'records'));
  };

  /** Skips time until all runs have ended, because a run that was not woken sleeps to the end of its pause. */
  const untilTheyEnd = async (ids: readonly string[]): Promise<void> => {
    const areRunning = async (): Promise<boolean> =>
      (await Promise.all(ids.map(service.run))).some(({ status }) => status === 'running');
    for (let steps = 0; steps < 12 && (steps === 0 || (await areRunning())); steps += 1) await skipStep();
  };

  it(
    'its runs wait and seldom call it, and each run completes once after it is back',
    { timeout: 180_000 },
    async () => {
      core.behave(json({ error: 'down' }, 503));
      const ids: string[] = [];
      for (let n = 0; n < RUNS; n += 1)
        ids.push((await service.startRun('kyc', claim(`CORE-${n}`, n + 1))).id);
      await untilTheyWait(ids);
      const began = await time.currentTimeMs();
      for (let skipped = 0; skipped < HOUR_MS; skipped += STEP_MS) await skipStep();
      expect((await time.currentTimeMs()) - began).toBeGreaterThanOrEqual(HOUR_MS);
      await untilTheyWait(ids);
      // Each run alone asks about twenty times in an hour.
      expect(core.received.length).toBeLessThan(RUNS * 12);

      core.behave(policies);
      await untilTheyEnd(ids);
      const { db } = service.database;
      for (const id of ids) {
        expect(await service.finished(id)).toMatchObject({ decision: 'approve', waiting_for: null });
        const handle = service.engine.workflow.getHandle(id);
        // The run ends in the database before its workflow does.
        await handle.result();
        const { startTime, closeTime } = await handle.describe();
        expect(closeTime!.getTime() - startTime.getTime()).toBeGreaterThanOrEqual(HOUR_MS);
        const rows = (await service.ledgerOf(id)).entries.map(({ action }) => action);
        expect(rows.filter((action) => action === 'db.query' || action === 'agent.decision')).toEqual([
          'db.query',
          'agent.decision',
        ]);
        const payouts = await db.selectFrom('payouts').select('status').where('run_id', '=', id).execute();
        expect(payouts).toEqual([{ status: 'queued' }]);
      }
    },
  );

  it('its live runs end without a decision once they have waited an hour', { timeout: 180_000 }, async () => {
    core.behave(json({ error: 'down' }, 503));
    const tools = ['read_case', 'verify_identity', 'look_up_records'] as const;
    const { id } = await startLive(service, 'kyc', claim('CORE-LIVE'), (run) =>
      scripts.add(run.id, byTurn(openai, ...tools.map((tool) => call(tool)))),
    );
    await untilTheyWait([id]);
    for (let skipped = 0; skipped <= HOUR_MS; skipped += STEP_MS) await skipStep();
    expect(await service.finished(id)).toMatchObject({
      status: 'error',
      error: { code: 'records_unavailable' },
      decision: null,
      waiting_for: null,
    });
    const rows = (await service.ledgerOf(id)).entries.map(({ action }) => action);
    expect(rows).not.toContain('db.query');
  });
});
