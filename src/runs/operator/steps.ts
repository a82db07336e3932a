import { type Kysely, sql, type Transaction } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { sealValue } from '../../store/vault/vault.ts';
import { type OperatorRunRef, outputRef, screenRef } from './runs.ts';

export interface StepOfRun extends OperatorRunRef {
  readonly n: number;
}

export type StepStatus = 'begun' | 'done' | 'refused' | 'failed' | 'interrupted';

/**
 * Records that an action is about to be performed.
 * @returns false when that was already recorded; the action may then have been performed and must not be repeated
 */
export const beginStep = async (
  db: Kysely<Database>,
  { teamId, runId, n }: StepOfRun,
  words: { readonly action: string; readonly detail: string },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('operator_steps')
    .values({ run_id: runId, team_id: teamId, n, ...words, status: 'begun' })
    .onConflict((conflict) => conflict.columns(['run_id', 'n']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Returns a run's steps, in order. */
export const stepsOf = async (db: Kysely<Database>, { teamId, runId }: OperatorRunRef) =>
  db
    .selectFrom('operator_steps')
    .select(['n', 'action', 'detail', 'status'])
    .where('run_id', '=', runId)
    .where('team_id', '=', teamId)
    .orderBy('n')
    .execute();

/** Records how an action ended, in the same transaction that appends its row. */
export const endStep = async (
  tx: Transaction<Database>,
  { teamId, runId, n }: StepOfRun,
  step: {
    readonly action: string;
    readonly detail: string;
    readonly status: StepStatus;
    readonly sha256: string | null;
    readonly box?: readonly number[] | undefined;
  },
): Promise<void> => {
  const { sha256: screenshot_sha256, box, ...words } = step;
  const end = {
    ...words,
    screenshot_sha256,
    at: sql<Date>`now()`,
    ...(box !== undefined && { box: JSON.stringify(box) }),
  };
  await tx
    .insertInto('operator_steps')
    .values({ run_id: runId, team_id: teamId, n, ...end })
    .onConflict((conflict) => conflict.columns(['run_id', 'n']).doUpdateSet(end))
    .execute();
};

/** Seals and stores the screenshot taken after a step. */
export const keepScreen = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, runId, n }: StepOfRun,
  png: Buffer,
): Promise<string> => {
  const ref = screenRef(runId, n);
  await sealValue(tx, ring, { teamId, ref, value: { base64: png.toString('base64') } });
  return ref;
};

/** Seals the output that a run hands back. */
export const keepOutput = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, runId }: OperatorRunRef,
  output: unknown,
): Promise<void> => {
  await sealValue(tx, ring, { teamId, ref: outputRef(runId), value: { output } });
};

/** Stores the model's masked account of its work, which is shown after the run has ended. */
export const keepResult = async (
  tx: Transaction<Database>,
  { teamId, runId }: OperatorRunRef,
  result: string,
): Promise<void> => {
  await tx
    .updateTable('operator_runs')
    .set({ result })
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .where('status', '=', 'running')
    .execute();
};
