import { activityInfo } from '@temporalio/activity';
import { type Desktop, DesktopLostError, encodePng } from '../../desktop/index.ts';
import { endLostTakeOvers } from '../../desktop/live-view/lost-take-overs.ts';
import { askedBy } from '../../ledger/index.ts';
import { LAST_SCREEN } from '../../runs/operator/finish.ts';
import { keepScreen } from '../../runs/operator/steps.ts';
import { persistently } from '../common/persist.ts';
import { desktopOfCall } from './desktop-of-run.ts';
import type { DesktopDependencies } from './dependencies.ts';
import { handBackFiles } from './hand-back-files.ts';
import { freeStep, recordLostSteps } from './lost-steps.ts';
import type { ClosedDesktop, CloseDesktopInput } from './types.ts';

/**
 * Destroys a run's desktop, keeps its last screen, and writes its closing row, preceded by the rows for steps that were lost with
 * the desktop. If the host is gone, any other host writes the rows, because a desktop ends by itself when no host listens.
 */
export const closeDesktop = async (
  deps: DesktopDependencies,
  input: CloseDesktopInput,
): Promise<ClosedDesktop> => {
  const { run, desktop_id, opening } = input;
  const desktop = await desktopOrNone(deps, input);
  const last = desktop === undefined ? undefined : await lastScreen(desktop);
  if (desktop !== undefined) await handBackFiles(deps, input, desktop);
  const lost = desktop === undefined || desktop.isClosed;
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
  const rows = await persistently(() => deps.ledger.read(run.team_id, run.run_id));
  const written = rows.find(
    ({ action, detail }) => action === 'sandbox.close' && detail['opening'] === opening,
  );
  const next = await recordLostSteps(deps, input, Math.max(input.step, freeStep(rows)));
  if (written !== undefined) return { ...next, next_step: Math.max(written.step + 1, next.next_step) };
  const step = next.next_step;
  const row = {
    teamId: run.team_id,
    ledgerRef: run.run_id,
    step,
    action: 'sandbox.close',
    governance: 'audited',
    summary: lost
      ? 'The desktop was lost before its run closed it; anything open on it is lost.'
      : 'The desktop is destroyed.',
    detail: { sandbox_id: run.sandbox_id, desktop_id, opening, ...(lost && { lost }) },
    idemKey: `${run.run_id}/close/${opening}`,
    actor: askedBy(run, { workflow_id: run.run_id, activity_id: activityInfo().activityId }),
  };
  await persistently(() => deps.ledger.append(row));
  return { ...next, next_step: step + 1 };
};

/** Returns the desktop, even if no process holds it at the moment: a restarted worker closes its predecessor's desktops. */
const desktopOrNone = async (
  deps: DesktopDependencies,
  input: CloseDesktopInput,
): Promise<Desktop | undefined> => {
  try {
    return await desktopOfCall(deps, input);
  } catch (error) {
    if (error instanceof DesktopLostError) return undefined;
    throw error;
  }
};

const lastScreen = async (desktop: Desktop): Promise<Buffer | undefined> => {
  try {
    return await encodePng(await desktop.screen());
  } catch {
    return undefined;
  }
};
