import { verticalIds } from '../../../src/contract/common.ts';
import { expect, it, vi } from 'vitest';
import { createLedgerAuditActivities } from '../../../src/activities/ledger/audit.ts';
import { lostKeys } from '../../../src/ledger/audit/lost-keys.ts';
import { loadConfig } from '../../../src/config.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { createPool } from '../../../src/store/db/client.ts';
import { createLedger } from '../../../src/ledger/index.ts';
import { queuesOf } from '../../../src/temporal/queues.ts';
import { reconcileHistories, reconcileRefs } from '../../../src/activities/ledger/history.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { startLive } from '../../helpers/live.ts';
import { runCode } from '../../helpers/sandboxes.ts';
import { useService } from '../../helpers/use-service.ts';
import { useFakeProvider } from '../../model-provider/server.ts';
import { openai } from '../../model-provider/openai.ts';
import { byTurn, kycTurns } from '../../model-provider/scripts.ts';
import { askForErasure } from './helpers.ts';

const provider = await useFakeProvider(openai, byTurn(openai, ...kycTurns()));
const service = await useService({ sandboxes: true, provider });

it(
  'the audit does not raise an alarm about work that succeeded, ended early, was cancelled or was erased',
  { timeout: 120_000 },
  async () => {
    const started = await Promise.all(verticalIds.map(async (vertical) => service.startRun(vertical)));
    const cancelled = await service.startRun('kyc');
    await service.request('POST', `/v1/workforce/runs/${cancelled.id}/cancel`);
    const live = await startLive(service, 'kyc');
    await runCode(service, { code: 'print(1)' });
    await runCode(service, { code: 'raise SystemExit(3)' });
    await service.request('POST', '/v1/documents/extract', { type: 'auto', text: 'PAN ABCPK1234L' });
    await service.request('POST', '/v1/govern/scan', { text: 'PAN ABCPK1234L' });
    await service.request('GET', '/v1/govern/export');
    for (const { id } of [...started, cancelled, live]) await service.finished(id);
    // The first run opens a review, which the second one closes, because it submits the case again.
    const unreadable = { ...verticals.kyc.sample, id: 'CLM-AGAIN', amount: 'many' };
    for (let n = 0; n < 2; n += 1) await service.finished((await service.startRun('kyc', unreadable)).id);
    const pool = createPool(service.env['DATABASE_URL']!);
    const { steps, sandboxes } = queuesOf(service.env['TEMPORAL_TASK_QUEUE']!);
    const parts = { pool, db: service.database.db, client: service.engine };
    // Temporal's list of closed workflows lags behind.
    const histories = await vi.waitUntil(
      async () => {
        const looked = await reconcileHistories({ ...parts, taskQueues: [steps, sandboxes] });
        return looked.workflows >= 12 && looked;
      },
      { timeout: 60_000, interval: 1_000 },
    );
    expect(histories.alerts).toEqual([]);
    expect(await reconcileRefs(parts, service.teamId)).toEqual([]);
    const vaultRing = new KeyRing(loadConfig(service.env).ENCRYPTION_KEYS, 'case-vault');
    const lost = async () => lostKeys({ pool, vaultRing }, service.teamId, { since: 0, full: true });
    expect(await lost()).toEqual([]);
    expect((await askForErasure(service, live.ledgerRef)).status).toBe(200);
    await service.admin("UPDATE case_vault SET created_at = created_at - interval '400 days'");
    const ledger = createLedger({ pool });
    const { eraseOverdueCases } = createLedgerAuditActivities({
      ...parts,
      ledger,
      vaultRing,
      taskQueues: [],
      fullHours: 24,
      retentionDays: 365,
      hooks: [],
      report: () => undefined,
    });
    expect((await eraseOverdueCases()).erased).toBeGreaterThanOrEqual(8);
    expect(await lost()).toEqual([]);
    await ledger.close();
    await pool.end();
  },
);
