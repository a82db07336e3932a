import { closeRow } from '../../activities/code/ledger-rows.ts';
import { byService } from '../../ledger/index.ts';
import type { SandboxHost } from '../../sandbox/index.ts';
import { leftSandboxes } from '../../store/sandboxes/overdue.ts';
import type { WorkerParts } from '../parts.ts';
import { sweepEvery } from './sweep.ts';

/**
 * Closes developers' sandboxes on this host that have ended without their workflow closing them, because it was terminated. The
 * row has the key of the workflow's own, so there is one.
 */
export const sweepLeftSandboxes = (
  parts: WorkerParts,
  sandboxes: SandboxHost,
): { readonly close: () => void } =>
  sweepEvery(
    parts.config.RECONCILE_EVERY_MS,
    async () => sweep(parts, sandboxes),
    (error) => parts.log.warn({ error }, 'sandboxes that were left could not be closed'),
  );

const sweep = async ({ db, ledger, config }: WorkerParts, sandboxes: SandboxHost): Promise<void> => {
  const here = { host: config.SANDBOX_HOST, graceMs: config.RECONCILE_GRACE_MS };
  for (const { id, team_id: teamId, sandbox_id: sandboxId } of await leftSandboxes(db, here)) {
    const sandbox = sandboxes.find(sandboxId);
    if (sandbox === undefined) continue;
    const rows = await ledger.read(teamId, id);
    const actor = byService('reconciler', { workflow_id: id });
    await ledger.append({
      ...closeRow({ teamId, ledgerRef: id, sandboxId, actor }),
      step: Math.max(0, ...rows.map(({ step }) => step)) + 1,
      idemKey: `${id}/close/${sandboxId}`,
    });
    await sandbox.close();
  }
};
