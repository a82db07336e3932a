import { activityInfo } from '@temporalio/activity';
import { type Desktop, encodePng } from '../../desktop/index.ts';
import { endLostTakeOvers } from '../../live-view/rows.ts';
import { LAST_SCREEN } from '../../operators/finish.ts';
import { keepScreen } from '../../operators/steps.ts';
import { persistently } from '../persist.ts';
import type { OperatorDependencies } from './dependencies.ts';
import type { CloseDesktopInput } from './types.ts';

/**
 * Destroys a run's desktop and writes the row of that; its last screen is kept. Where the host is gone, any other one
 * writes the row: a desktop ends by itself when nobody listens to it.
 */
export const closeDesktop = async (deps: OperatorDependencies, input: CloseDesktopInput): Promise<void> => {
  const { run, desktop_id, opening, step } = input;
  const desktop = deps.desktops.find(desktop_id);
  const last = desktop === undefined ? undefined : await lastScreen(desktop);
  await desktop?.close();
  if (desktop === undefined) {
    const ask = { team: run.team_id, run: run.run_id };
    await persistently(() => endLostTakeOvers(deps.ledger, ask));
  }
  if (last !== undefined) {
    const place = { teamId: run.team_id, runId: run.run_id, n: LAST_SCREEN };
    await persistently(() =>
      deps.db.transaction().execute(async (tx) => keepScreen(tx, deps.vaultRing, place, last)),
    );
  }
  const row = {
    teamId: run.team_id,
    ledgerRef: run.run_id,
    step,
    action: 'sandbox.close',
    governance: 'audited',
    summary: 'The desktop is destroyed.',
    detail: { sandbox_id: run.sandbox_id, desktop_id, opening },
    idemKey: `${run.run_id}/close/${opening}`,
    actor: { workflow_id: run.run_id, activity_id: activityInfo().activityId },
  };
  await persistently(() => deps.ledger.append(row));
};

const lastScreen = async (desktop: Desktop): Promise<Buffer | undefined> => {
  try {
    return await encodePng(await desktop.screen());
  } catch {
    return undefined;
  }
};
