import type { Entry } from '../../ledger/index.ts';
import { endStep, stepsOf } from '../../runs/operator/steps.ts';
import { persistently } from '../common/persist.ts';
import type { DesktopDependencies } from './dependencies.ts';
import { stepRow } from './step-row.ts';
import type { DesktopCallInput } from './types.ts';

/**
 * Writes the rows for steps that were begun on a lost desktop and whose end is unknown. Their actions may have been performed.
 * @param from the ledger's first free step number
 * @returns the first free step number after these rows, and the first free number for a desktop step
 */
export const recordLostSteps = async (
  { db, ledger }: Pick<DesktopDependencies, 'db' | 'ledger'>,
  input: DesktopCallInput,
  from: number,
): Promise<{ readonly next_step: number; readonly next_n: number }> => {
  const ref = { teamId: input.run.team_id, runId: input.run.run_id };
  return persistently(() =>
    db.transaction().execute(async (tx) => {
      const steps = await stepsOf(tx, ref);
      let step = from;
      for (const { n, action, detail } of steps.filter(({ status }) => status === 'begun')) {
        const end = { action, detail, status: 'interrupted', sha256: null } as const;
        await endStep(tx, { ...ref, n }, end);
        await ledger.appendIn(tx, stepRow(input, { n, step, ...end }));
        step += 1;
      }
      return { next_step: step, next_n: Math.max(0, ...steps.map(({ n }) => n)) + 1 };
    }),
  );
};

/**
 * Returns the first step number that none of a run's rows has. There may be rows written by activities that never reported back.
 */
export const freeStep = (rows: readonly Pick<Entry, 'step'>[]): number =>
  Math.max(0, ...rows.map(({ step }) => step)) + 1;
