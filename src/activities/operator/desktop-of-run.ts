import { createEgressFence } from '../../desktop/egress-proxy/index.ts';
import { type Desktop, DesktopLostError } from '../../desktop/index.ts';
import { newId } from '../../ids.ts';
import { endLostTakeOvers } from '../../desktop/live-view/lost-take-overs.ts';
import { areUnchanged, openCredentials } from '../../store/credentials/credentials.ts';
import { openValue } from '../../store/vault/vault.ts';
import { persistently } from '../common/persist.ts';
import type { DesktopDependencies } from './dependencies.ts';
import { createBlockRecorder } from './egress-rows.ts';
import type { DesktopCallInput, OperatorCase } from './types.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';
import type { ReservedCode } from './reserve-code.ts';

/** Returns a run's task. @throws SealedValueGoneError if it has been erased */
export const caseOfRun = async (
  { db, vaultRing }: Pick<DesktopDependencies, 'db' | 'vaultRing'>,
  { team_id: teamId, run_id: ref }: OperatorRunInput,
): Promise<OperatorCase> => (await openValue(db, vaultRing, { teamId, ref })) as unknown as OperatorCase;

/** Returns whether the browser on a run's desktop is queried about its page. */
export const isObserved = ({ observation, confirm, files, credentials }: OperatorRunInput): boolean =>
  observation !== 'screenshot' || confirm.length > 0 || files === true || credentials !== undefined;

/** Lets the desktop type the run's credentials in their current version, and hides all of their values. */
export const learnCredentials = async (
  { db, credentialRing }: Pick<DesktopDependencies, 'db' | 'credentialRing'>,
  { team_id: teamId, credentials: names = [] }: OperatorRunInput,
  desktop: Desktop,
  reserved?: ReservedCode,
): Promise<void> => {
  if (names.length === 0) return;
  const credentials = await openCredentials(db, credentialRing, { teamId, names });
  await desktop.learn(
    credentials.map((one) => (one.name === reserved?.name ? { ...one, codeUntilMs: reserved.untilMs } : one)),
  );
};

/** Puts the run's egress fence in front of its desktop. The fence ends with the desktop. */
export const fenceDesktop = async (
  deps: DesktopDependencies,
  run: OperatorRunInput,
  desktop: Desktop,
): Promise<void> => {
  const { allow } = await caseOfRun(deps, run);
  const fence = await createEgressFence({
    socketPath: desktop.egressSocket,
    allow,
    network: deps.network,
    limits: deps.egressLimits,
    onBlock: createBlockRecorder({
      db: deps.db,
      ledger: deps.ledger,
      run,
      fenceId: newId('act'),
    }),
    onError: deps.onFenceError,
  });
  desktop.onClose(async () => fence.close());
  await learnCredentials(deps, run, desktop);
};

/**
 * Returns the desktop for a call. A desktop whose process is gone is joined and gets a new egress fence.
 * @throws DesktopLostError if the desktop is gone, or if a joined one may show a credential's earlier value
 */
export const desktopOfCall = async (
  deps: DesktopDependencies,
  { run, desktop_id, lifetime_ms }: DesktopCallInput,
): Promise<Desktop> => {
  const known = deps.desktops.find(desktop_id);
  if (known !== undefined) return known;
  const joined = await deps.desktops.findOrJoin(
    desktop_id,
    { teamId: run.team_id, run: run.run_id, lifetimeMs: lifetime_ms, observed: isObserved(run) },
    async (desktop) => {
      const { team_id: teamId, credentials: names = [] } = run;
      if (!(await areUnchanged(deps.db, { teamId, names, run: run.run_id }))) throw new DesktopLostError();
      await fenceDesktop(deps, run, desktop);
      await persistently(() => endLostTakeOvers(deps.ledger, { team: run.team_id, run: run.run_id }));
    },
  );
  if (joined === undefined) throw new DesktopLostError();
  return joined;
};
