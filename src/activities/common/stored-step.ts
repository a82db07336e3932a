import { activityInfo } from '@temporalio/activity';
import type { Entry } from '../../ledger/index.ts';
import { endWait } from '../../runs/vertical/waits.ts';
import type { ActivityDependencies } from './dependencies.ts';

/**
 * Returns whether an earlier attempt may have stored a look-up. The first attempt need not read the run's rows.
 * @param step `waited` says whether the run has waited for a record, so that this is another activity
 */
export const isRepeatedLookUp = ({ waited }: { readonly waited?: boolean }): boolean =>
  waited === true || activityInfo().attempt > 1;

/**
 * Returns the row that an earlier attempt of a step has committed; undefined if there is none. A step that
 * asks another system or runs code looks before it works: its answer counts already, so it must not fail
 * because a system or a sandbox is unavailable by now. Otherwise the workflow would schedule a second
 * activity for the step, and the ledger's audit would report that the second one's row is missing.
 * @param step `waited` says whether the run waited for a record, which is over then
 */
export const storedStep = async (
  { db, ledger }: Pick<ActivityDependencies, 'db' | 'ledger'>,
  {
    teamId,
    runId,
    ledgerRef,
    n,
    actions,
    waited = false,
  }: {
    readonly teamId: string;
    readonly runId: string;
    readonly ledgerRef: string;
    readonly n: number;
    /** The actions that the step's row can have. */
    readonly actions: readonly string[];
    readonly waited?: boolean | undefined;
  },
): Promise<Entry | undefined> => {
  const rows = await ledger.read(teamId, ledgerRef);
  const row = rows.find((each) => each.step === n && actions.includes(each.action));
  if (row !== undefined && waited) await endWait(db, { teamId, runId });
  return row;
};
