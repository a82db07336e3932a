import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { scopesOf } from '../../governance/suspension/scopes.ts';
import { whereaboutsOf } from '../../store/hosts/hosts.ts';
import { DesktopLostError, DesktopUnavailableError } from '../../desktop/errors.ts';
import { askedBy } from '../../ledger/index.ts';
import { persistently } from '../common/persist.ts';
import { textPart } from '../../model/messages.ts';
import { addMessage } from '../../runs/agent/transcript.ts';
import type { DesktopDependencies } from './dependencies.ts';
import { giveFiles } from './give-files.ts';
import { observe } from './observe.ts';
import { caseOfRun, fenceDesktop, isObserved } from './desktop-of-run.ts';
import type { OpenDesktopInput, OpenedDesktop } from './types.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';

/**
 * Opens a desktop for a run behind its own egress fence, and then the run's start page. The row names the desktop. If there are
 * several attempts, the first to write the row wins; the others close their own desktop if the first one's still exists.
 */
export const openDesktop = async (
  deps: DesktopDependencies,
  input: OpenDesktopInput,
): Promise<OpenedDesktop> => {
  const { run, opening, step } = input;
  const { url } = await caseOfRun(deps, run);
  const desktop = await deps.desktops.open({
    teamId: run.team_id,
    run: run.run_id,
    lifetimeMs: input.lifetime_ms,
    waitMs: input.wait_ms,
    observed: isObserved(run),
  });
  let keep = false;
  const cancelled = cancellationSignal();
  const giveUp = (): void => void desktop.close().catch(() => undefined);
  cancelled.addEventListener('abort', giveUp, { once: true });
  try {
    cancelled.throwIfAborted();
    await fenceDesktop(deps, run, desktop);
    const files = await giveFiles(deps, run, desktop);
    const row = {
      teamId: run.team_id,
      ledgerRef: run.run_id,
      step,
      suspendable: scopesOf.operator,
      action: 'sandbox.open',
      governance: 'sandbox.open audited',
      summary:
        opening === 1
          ? 'A fresh desktop was opened; it can reach only allowed hosts.'
          : 'A fresh desktop was opened to replace a lost one; it can reach only allowed hosts.',
      detail: {
        sandbox_id: run.sandbox_id,
        desktop_id: desktop.id,
        host: deps.host,
        opening,
        ...(opening > 1 && { replaces_lost: true }),
        begins_at_page: url !== undefined,
        ...(files.length > 0 && { files: files.map((file) => ({ ...file })) }),
      },
      actor: askedBy(run, { workflow_id: run.run_id, activity_id: activityInfo().activityId }),
    };
    const idemKey = `${run.run_id}/open/${opening}`;
    const { entry } = await persistently(() => deps.ledger.append({ ...row, idemKey }));
    const { desktop_id: first, host } = entry.detail as { desktop_id: string; host: string };
    const opened = { next_step: step + 1 };
    if (first !== desktop.id && (await isThere(deps, first, host))) {
      return { ...opened, desktop_id: first, task_queue: deps.queueOf(host) };
    }
    if (first !== desktop.id) {
      await persistently(() => deps.ledger.append({ ...row, idemKey: `${idemKey}/${desktop.id}` }));
    }
    if (url !== undefined) {
      const shown = await desktop.perform({ action: 'open_app', app: 'browser', url });
      await showFirstPage(deps, run, (await observe(desktop, run, shown)).text);
    }
    cancelled.throwIfAborted();
    keep = true;
    return { ...opened, desktop_id: desktop.id, task_queue: deps.queueOf(deps.host) };
  } catch (error) {
    // After a cancellation, any failure was caused by the desktop's removal.
    cancelled.throwIfAborted();
    // A desktop that is lost while it is being opened does not count; the next attempt opens another.
    if (desktop.isClosed || error instanceof DesktopLostError) {
      throw new DesktopUnavailableError('the desktop was lost while it was being opened', { cause: error });
    }
    throw error;
  } finally {
    cancelled.removeEventListener('abort', giveUp);
    if (!keep) giveUp();
  }
};

/** Adds the first page's text to the task, once. A model without vision has nothing else to look at before it begins. */
const showFirstPage = async (
  { db, vaultRing }: DesktopDependencies,
  { team_id: teamId, run_id: ledgerRef }: OperatorRunInput,
  text: string | undefined,
): Promise<void> => {
  if (text === undefined) return;
  const place = { teamId, ledgerRef, turn: 0, part: FIRST_PAGE };
  await addMessage(db, vaultRing, place, { role: 'user', parts: textPart(text) });
};

/** The first page's message number, before the first turn and after the prompt and the task. */
const FIRST_PAGE = 2;

const isThere = async (deps: DesktopDependencies, desktopId: string, host: string): Promise<boolean> =>
  host === deps.host
    ? deps.desktops.find(desktopId) !== undefined
    : (await whereaboutsOf(deps.db, desktopId)) === host;
