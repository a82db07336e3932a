import { sql } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import { byService } from '../../ledger/index.ts';
import type { RunError } from '../../store/db/runs-schema.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import { askedInput } from '../../runs/asked.ts';
import { documentsInput } from '../../runs/document/case-documents.ts';
import { finishAgentRun } from '../../runs/agent/agent-runs.ts';
import { failRun, type RunRef } from '../../runs/vertical/finish.ts';
import { findLiveRun } from '../../runs/vertical/live.ts';
import { findTeamLiveRun } from '../../runs/team-verticals/live.ts';
import { startTeamLiveRun } from '../../runs/team-verticals/start-live.ts';
import { startTeamVerticalRun } from '../../runs/team-verticals/start.ts';
import type { StoredVerticalVersion } from '../../runs/vertical/workflow.ts';
import { startLiveRun } from '../../runs/vertical/start-live.ts';
import { cancelWorkflow } from '../../temporal/cancel-workflow.ts';
import { startVerticalRun } from '../../runs/vertical/start.ts';
import { workflowStatus } from '../../temporal/workflow-status.ts';
import { ENDED } from './ended.ts';
import { BATCH, DEADLINE_MS, reconcileEach, type ReconcilerOptions } from './pass.ts';

interface RunningRow {
  readonly id: string;
  readonly team_id: string;
  readonly vertical: string;
  readonly vertical_version: StoredVerticalVersion | null;
  readonly mode: 'simulated' | 'live';
  readonly ledger_ref: string;
  readonly created_at: Date;
  readonly asked_by: Actor | null;
  readonly started_at: Date | null;
  readonly cancel_requested_at: Date | null;
}

/**
 * Makes one pass over the runs with status `running`. Starts those that Temporal never received, passes on cancellations that
 * Temporal missed, and ends runs whose workflow ended without recording the end (because of a termination or time-out). Several
 * workers may do this at once and repeatedly.
 * @returns the number of runs checked
 */
export const reconcile = async (options: ReconcilerOptions): Promise<number> => {
  const rows = await options.db
    .selectFrom('runs')
    .select([
      'id',
      'team_id',
      'vertical',
      'vertical_version',
      'mode',
      'ledger_ref',
      'created_at',
      'asked_by',
      'started_at',
      'cancel_requested_at',
    ])
    .where('status', '=', 'running')
    .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${options.graceMs / 1000})`)
    // Runs that Temporal has not received come first. The rest are picked at random each time, so that none waits forever.
    .orderBy(sql`started_at is not null`)
    .orderBy(sql`random()`)
    .limit(BATCH)
    .execute();
  await reconcileEach(options, rows, {
    idOf: ({ id }) => id,
    reconcileOne: async (row) => reconcileOne(options, row),
  });
  return rows.length;
};

const reconcileOne = async (options: ReconcilerOptions, row: RunningRow): Promise<string> => {
  const ref = { teamId: row.team_id, runId: row.id, ledgerRef: row.ledger_ref };
  if (row.started_at === null && row.cancel_requested_at !== null) {
    // If a run was never started, there is nothing to undo.
    if ((await workflowStatus(options.client, row.id, DEADLINE_MS)) === undefined) {
      await fail(options, ref, ENDED['CANCELLED']!);
      return 'cancelled';
    }
  }
  const status =
    row.started_at === null ? undefined : await workflowStatus(options.client, row.id, DEADLINE_MS);
  if (status === undefined) {
    await start(options, row);
    return 'started';
  }
  const end = ENDED[status];
  if (end !== undefined) {
    await fail(options, ref, end);
    return end.code;
  }
  if (status === 'RUNNING' && row.cancel_requested_at !== null) {
    await cancelWorkflow(options.client, row.id, DEADLINE_MS);
    return 'cancel delivered';
  }
  return 'in order';
};

/** Ends a run and, if it is a live run, its agent run too; a simulated run has none. */
const fail = async ({ db, ledger }: ReconcilerOptions, ref: RunRef, end: RunError): Promise<void> => {
  const actor = byService('reconciler', { run_id: ref.runId });
  await failRun(db, ledger, { ...ref, actor }, end, async (tx) =>
    finishAgentRun(tx, ref, { status: 'error', endedBy: end.code }),
  );
};

const start = async (options: ReconcilerOptions, row: RunningRow): Promise<void> => {
  if (row.vertical_version !== null)
    await (row.mode === 'live'
      ? startTeamLive(options, row)
      : startTeamRun(options, row, row.vertical_version));
  else await (row.mode === 'live' ? startLive(options, row) : startSimulated(options, row));
  await options.db
    .updateTable('runs')
    .set({ started_at: new Date() })
    .where('id', '=', row.id)
    .where('team_id', '=', row.team_id)
    .execute();
};

const startLive = async ({ db, client, taskQueue }: ReconcilerOptions, row: RunningRow): Promise<void> => {
  const run = await findLiveRun(db, { teamId: row.team_id, runId: row.id });
  if (run === undefined) throw new Error('a live run has no agent run');
  await startLiveRun(client, { taskQueue, run, deadlineMs: DEADLINE_MS });
};

const startTeamRun = async (
  { db, client, taskQueue }: ReconcilerOptions,
  row: RunningRow,
  version: StoredVerticalVersion,
): Promise<void> =>
  startTeamVerticalRun(client, {
    taskQueue,
    deadlineMs: DEADLINE_MS,
    input: {
      run_id: row.id,
      team_id: row.team_id,
      ledger_ref: row.ledger_ref,
      created_at: row.created_at.toISOString(),
      ...askedInput(row.asked_by),
      ...(await documentsInput(db, { teamId: row.team_id, ledgerRef: row.ledger_ref })),
      version,
    },
  });

const startTeamLive = async (
  { db, client, taskQueue }: ReconcilerOptions,
  row: RunningRow,
): Promise<void> => {
  const run = await findTeamLiveRun(db, { teamId: row.team_id, runId: row.id });
  if (run === undefined) throw new Error('a live run has no agent run');
  await startTeamLiveRun(client, { taskQueue, run, deadlineMs: DEADLINE_MS });
};

const startSimulated = async (options: ReconcilerOptions, row: RunningRow): Promise<void> =>
  startVerticalRun(options.client, {
    taskQueue: options.taskQueue,
    deadlineMs: DEADLINE_MS,
    input: {
      run_id: row.id,
      team_id: row.team_id,
      vertical: row.vertical as VerticalId,
      ledger_ref: row.ledger_ref,
      created_at: row.created_at.toISOString(),
      ...askedInput(row.asked_by),
      ...(await documentsInput(options.db, { teamId: row.team_id, ledgerRef: row.ledger_ref })),
    },
  });
