import { activityInfo } from '@temporalio/activity';
import type { Entry } from '../../ledger/index.ts';
import { endStep, stepsOf } from '../../operators/steps.ts';
import { persistently } from '../persist.ts';
import type { OperatorDependencies } from './dependencies.ts';
import type { DesktopCallInput } from './types.ts';

/**
 * Writes the rows of steps that were begun on a desktop which is gone, and whose end nobody saw: what they did may have
 * been done.
 * @param from the first step number of the ledger that is free
 * @returns the first one after them, and the first free number of a step
 */
export const recordLostSteps = async (
  { db, ledger }: Pick<OperatorDependencies, 'db' | 'ledger'>,
  { run, desktop_id }: DesktopCallInput,
  from: number,
): Promise<{ readonly next_step: number; readonly next_n: number }> => {
  const ref = { teamId: run.team_id, runId: run.run_id };
  return persistently(() =>
    db.transaction().execute(async (tx) => {
      const steps = await stepsOf(tx, ref);
      let step = from;
      for (const { n, action, detail } of steps.filter(({ status }) => status === 'begun')) {
        const status = 'interrupted' as const;
        await endStep(tx, { ...ref, n }, { action, detail, status, sha256: null });
        await ledger.appendIn(tx, {
          teamId: run.team_id,
          ledgerRef: run.run_id,
          step,
          action: `operator.${action}`,
          governance: 'audited',
          summary: `Step ${n}: ${detail} (${status})`,
          detail: { n, action, detail, status, desktop_id, screenshot_sha256: null },
          idemKey: `${run.run_id}/action/${n}`,
          actor: { workflow_id: run.run_id, activity_id: activityInfo().activityId },
        });
        step += 1;
      }
      return { next_step: step, next_n: Math.max(0, ...steps.map(({ n }) => n)) + 1 };
    }),
  );
};

/** The first step number that no row of a run has; a row may have been written whose activity nobody heard of any more. */
export const freeStep = (rows: readonly Pick<Entry, 'step'>[]): number =>
  Math.max(0, ...rows.map(({ step }) => step)) + 1;
