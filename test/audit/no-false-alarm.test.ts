import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../src/db/client.ts';
import { queuesOf } from '../../src/temporal/queues.ts';
import { reconcileHistories, reconcileRefs } from '../../src/temporal/ledger-history.ts';
import { modelEnv, startLive } from '../helpers/live.ts';
import { runCode, sandboxEnv, untilSandboxesReady } from '../helpers/sandboxes.ts';
import { startService, type TestService } from '../helpers/service.ts';
import { openai } from '../model-provider/openai.ts';
import { byTurn, kycTurns } from '../model-provider/scripts.ts';
import { type FakeProvider, startFakeProvider } from '../model-provider/server.ts';

let provider: FakeProvider;
let service: TestService;

beforeAll(async () => {
  provider = await startFakeProvider(openai, byTurn(openai, ...kycTurns()));
  service = await startService({ env: sandboxEnv(modelEnv(provider.baseUrl)) });
  await untilSandboxesReady(service);
}, 300_000);
afterAll(async () => {
  await service.close();
  await provider.close();
});

it(
  'the audit has nothing to say of work that went well, ended early or was cancelled',
  { timeout: 120_000 },
  async () => {
    const started = await Promise.all(
      (['kyc', 'it', 'support', 'voice'] as const).map(async (vertical) => service.startRun(vertical)),
    );
    const cancelled = await service.startRun('kyc');
    await service.request('POST', `/v1/workforce/runs/${cancelled.id}/cancel`);
    const live = await startLive(service, 'kyc');
    await runCode(service, { code: 'print(1)' });
    await runCode(service, { code: 'raise SystemExit(3)' });
    await service.request('POST', '/v1/documents/extract', { type: 'auto', text: 'PAN ABCPK1234L' });
    await service.request('POST', '/v1/govern/scan', { text: 'PAN ABCPK1234L' });
    for (const { id } of [...started, cancelled, live]) await service.finished(id);
    // The engine's list of closed workflows is a moment behind.
    await sleep(7_000);
    const pool = createPool(service.env['DATABASE_URL']!);
    const { steps, sandboxes } = queuesOf(service.env['TEMPORAL_TASK_QUEUE']!);
    const parts = { pool, db: service.database.db, client: service.engine };
    const histories = await reconcileHistories({ ...parts, taskQueues: [steps, sandboxes] });
    expect(histories.alerts).toEqual([]);
    expect(histories.workflows).toBeGreaterThanOrEqual(9);
    expect(await reconcileRefs(parts, service.teamId)).toEqual([]);
    await pool.end();
  },
);
