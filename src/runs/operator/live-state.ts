import type { Kysely } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { maskText } from '../../governance/mask.ts';
import { viewAddressOf } from '../../store/hosts/hosts.ts';
import { readModelUse } from '../agent/model-use.ts';
import { findValue } from '../../store/vault/vault.ts';
import { type OperatorRunRef, shownQuestion } from './runs.ts';

/** Returns the task with identifiers masked, for people who are watching the run; null if it has been erased. */
export const maskedTask = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, runId: ref }: OperatorRunRef,
): Promise<string | null> => {
  const value = await findValue(db, ring, { teamId, ref });
  return typeof value?.['task'] === 'string' ? maskText(value['task']) : null;
};

/**
 * Returns a run in the form shown on the live page: its progress, its usage and its pending question.
 * @param afterStep the last step that the page already has
 * @returns undefined when the team has no such run
 */
export const readLiveState = async (db: Kysely<Database>, ref: OperatorRunRef, afterStep: number) => {
  const { teamId, runId } = ref;
  const row = await db
    .selectFrom('operator_runs')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [steps, use, address] = await Promise.all([
    stepsAfter(db, ref, afterStep),
    readModelUse(db, { teamId, ledgerRef: runId }),
    row.status === 'running' ? viewAddressOf(db, { run: runId, teamId }) : undefined,
  ]);
  const { max_steps = null, wall_ms = null } = row.input as { max_steps?: number; wall_ms?: number };
  const current = steps.find(({ status }) => status === 'begun');
  return {
    run_id: runId,
    status: row.status,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    max_steps,
    wall_ms,
    steps: steps.filter(({ status }) => status !== 'begun'),
    current: current === undefined ? null : { n: current.n, detail: current.detail },
    question: row.status === 'running' ? shownQuestion(row.pending_approval) : null,
    cancelling: row.cancel_requested_at !== null,
    desktop: address !== undefined,
    model: use && {
      turns: use.turns,
      tokens: use.input_tokens + use.output_tokens,
      cost: use.cost,
    },
    success: row.success,
    result: row.status === 'done' ? row.result : null,
    ended_by: row.ended_by,
    final_step: row.final_step,
  };
};

export type LiveState = NonNullable<Awaited<ReturnType<typeof readLiveState>>>;

const stepsAfter = async (db: Kysely<Database>, { teamId, runId }: OperatorRunRef, afterStep: number) =>
  db
    .selectFrom('operator_steps')
    .select(['n', 'action', 'detail', 'status'])
    .where('run_id', '=', runId)
    .where('team_id', '=', teamId)
    .where('n', '>', afterStep)
    .orderBy('n')
    .execute();
