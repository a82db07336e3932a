import type { Client } from '@temporalio/client';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Alert } from '../../ledger/audit/alert.ts';
import {
  compareHistory,
  type Discrepancy,
  unknownRow,
  type WrittenRow,
} from '../../ledger/audit/compare-history.ts';
import type { Database } from '../../store/db/schema.ts';
import { stepActivities } from '../../governance/team-verticals/catalogue.ts';
import { verticals } from '../../governance/verticals/index.ts';
import { parseBody } from '../../ledger/entry.ts';
import { NO_WORKFLOW_REF, WORKFLOW_REF } from '../../ids.ts';
import { teamIdAttribute } from '../../temporal/search-attributes.ts';
import { activitiesOf } from './workflow-activities.ts';
import { workflowStatus } from '../../temporal/workflow-status.ts';

export interface HistoryParts {
  readonly pool: pg.Pool;
  readonly db: Kysely<Database>;
  readonly client: Client;
  /** This installation's task queues. */
  readonly taskQueues: readonly string[];
  /** Minimum number of hours to look back, regardless of the last pass's mark. */
  readonly sinceHours?: number;
}

/**
 * The possible actions of each step's row, by the type of its activity. A step of a team's vertical that asks
 * a person is not included, because its row is written when somebody has answered.
 */
const ACTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.values(verticals).flatMap(({ steps }) => steps.map(({ action }) => [action, [action]] as const)),
  ...stepActivities.map(({ type, actions }) => [type, actions] as const),
]);

/**
 * Workflow types whose rows are all written by activities. In other workflows, rows may also come from a hint, the API or a live
 * view.
 */
const ALL_BY_ACTIVITIES: ReadonlySet<string> = new Set(['verticalRun', 'teamVerticalRun']);
/** Actions that need no activity, because the reconciler may record how a run ended. */
const WITHOUT_ACTIVITY: ReadonlySet<string> = new Set(['run.error']);

/**
 * A review's workflow. The activities that wrote its rows belong to the run that opened or closed the review.
 */
const OPENED_ELSEWHERE = 'reviewClock';

/** Workflows that do not write rows themselves. */
const SILENT: ReadonlySet<string> = new Set([
  'ledgerCheckpoints',
  'teamCheckpoint',
  'ledgerAudit',
  'retention',
  'messageDelivery',
  'webhookDelivery',
  // A document may have been checked or erased before its own check began.
  'documentCheck',
  'documentPage',
]);

/** Time to wait after a run's end, because its last row and its entry in Temporal's visibility store appear a moment later. */
const GRACE_MS = 5_000;
/** Each pass looks again at the previous pass's last minute, because a busy visibility store lags even further. */
const OVERLAP_MS = 60_000;
const DEADLINE_MS = 10_000;
const HOUR_MS = 3_600_000;

/**
 * Compares the workflows that closed since the last pass with their rows. Every activity that Temporal knows to be complete must
 * be in the ledger, and every row in the ledger must come from an activity that Temporal knows. This finds rows that were cut off
 * after the last checkpoint, and rows that a worker made up.
 * @returns the number of workflows checked, and an alert for each discrepancy
 * @throws errors of Temporal or the database; the next pass then begins where this one did
 */
export const reconcileHistories = async (
  parts: HistoryParts,
): Promise<{ readonly workflows: number; readonly alerts: readonly Alert[] }> => {
  const { db, client, taskQueues } = parts;
  const key = taskQueues[0]!;
  const begun = Date.now() - GRACE_MS;
  const done = await db
    .selectFrom('ledger_reconciliations')
    .select('until')
    .where('task_queue', '=', key)
    .executeTakeFirst();
  const queues = taskQueues.map((queue) => `TaskQueue = '${queue}'`).join(' OR ');
  const back = begun - (parts.sinceHours ?? 0) * HOUR_MS;
  const since =
    done === undefined
      ? ''
      : ` AND CloseTime >= '${new Date(Math.min(done.until.getTime(), back) - OVERLAP_MS).toISOString()}'`;
  const query = `(${queues}) AND ExecutionStatus != 'Running' AND CloseTime < '${new Date(begun).toISOString()}'${since}`;
  const alerts: Alert[] = [];
  let workflows = 0;
  for await (const { workflowId, runId, type, teamId } of listed(client, query)) {
    if (SILENT.has(type) || teamId === undefined) continue;
    workflows += 1;
    const found = await reconcileWorkflow(parts, { teamId, workflowId, runId, type });
    alerts.push(...found.map((discrepancy) => alertOf(teamId, refOf(workflowId), discrepancy)));
  }
  const until = { until: new Date(begun) };
  await db
    .insertInto('ledger_reconciliations')
    .values({ task_queue: key, ...until })
    .onConflict((conflict) => conflict.column('task_queue').doUpdateSet(until))
    .execute();
  return { workflows, alerts };
};

interface ListedWorkflow {
  readonly workflowId: string;
  readonly runId: string;
  readonly type: string;
  readonly teamId: string | undefined;
}

/**
 * Lists workflows as Temporal returns them. The client's own method decodes every memo, and a single memo stored in plain text
 * would make each pass fail.
 */
async function* listed(client: Client, query: string): AsyncGenerator<ListedWorkflow> {
  const { namespace } = client.options;
  for (let nextPageToken: Uint8Array | null | undefined; nextPageToken?.length !== 0;) {
    const page = await client.workflowService.listWorkflowExecutions({
      namespace,
      query,
      ...(nextPageToken != null && { nextPageToken }),
    });
    for (const { execution, type, searchAttributes } of page.executions ?? []) {
      const team = searchAttributes?.indexedFields?.[teamIdAttribute.name]?.data;
      yield {
        workflowId: execution?.workflowId ?? '',
        runId: execution?.runId ?? '',
        type: type?.name ?? '',
        teamId: team == null ? undefined : String(JSON.parse(Buffer.from(team).toString())),
      };
    }
    nextPageToken = page.nextPageToken ?? new Uint8Array();
  }
}

/** Returns a workflow's ledger_ref. A run's workflow has the run's id; any other workflow has its ledger_ref as its id. */
const refOf = (workflowId: string): string => workflowId.replace(/^run_/, 'wf-');

const workflowOf = (ledgerRef: string): string => ledgerRef.replace(/^wf-/, 'run_');

const alertOf = (teamId: string, ref: string, { kind, seq, reason }: Discrepancy): Alert => ({
  team_id: teamId,
  kind,
  first_broken: seq,
  reason: `${ref}: ${reason}`,
  found_at: new Date().toISOString(),
});

/** Compares one closed workflow with its rows. */
export const reconcileWorkflow = async (
  { pool, client }: Pick<HistoryParts, 'pool' | 'client'>,
  workflow: {
    readonly teamId: string;
    readonly workflowId: string;
    readonly runId: string;
    readonly type: string;
  },
): Promise<readonly Discrepancy[]> => {
  const { teamId, workflowId, runId, type } = workflow;
  const known = await activitiesOf(client, workflowId, runId);
  const rows = await rowsOf(pool, teamId, refOf(workflowId));
  const isOwn = (row: NamedRow): boolean =>
    type !== OPENED_ELSEWHERE || row.workflowId === undefined || row.workflowId === workflowId;
  const found = [
    ...compareHistory(known.activities, rows.filter(isOwn), {
      actions: ACTIONS,
      withoutActivity: ALL_BY_ACTIVITIES.has(type) ? WITHOUT_ACTIVITY : null,
    }),
    ...(await unknownElsewhere(
      { pool, client },
      teamId,
      rows.filter((row) => !isOwn(row)),
    )),
  ];
  if (known.isDone && rows.length === 0 && found.length === 0) {
    return [{ kind: 'missing_row', seq: null, reason: 'the workflow completed without writing a row' }];
  }
  return found;
};

/** A row with the workflow that wrote it, according to the row. */
interface NamedRow extends WrittenRow {
  readonly workflowId: string | undefined;
}

/**
 * Finds rows whose activity is not in the history of the workflow that they name, such as the row with which
 * a run opened a review. Rows in the ledger must exist for a workflow that Temporal has forgotten.
 */
const unknownElsewhere = async (
  { pool, client }: Pick<HistoryParts, 'pool' | 'client'>,
  teamId: string,
  rows: readonly NamedRow[],
): Promise<readonly Discrepancy[]> => {
  const found: Discrepancy[] = [];
  for (const [workflowId, some] of Map.groupBy(rows, (row) => row.workflowId!)) {
    const isThere = await isKnown(client, workflowId);
    const ids = new Set(
      isThere ? (await activitiesOf(client, workflowId)).activities.map(({ id }) => id) : [],
    );
    const isForgotten = !isThere && (await rowsOf(pool, teamId, refOf(workflowId))).length > 0;
    for (const { seq, action, activityId } of some) {
      if (isForgotten || activityId === undefined || ids.has(activityId)) continue;
      found.push(unknownRow(seq, action));
    }
  }
  return found;
};

const rowsOf = async (pool: pg.Pool, teamId: string, ledgerRef: string): Promise<readonly NamedRow[]> => {
  const { rows } = await pool.query<{ seq: number; action: string; body: string }>(
    'SELECT seq, action, body FROM agent_actions WHERE team_id = $1 AND ledger_ref = $2 ORDER BY seq',
    [teamId, ledgerRef],
  );
  return rows.map(({ seq, action, body }) => {
    const { actor } = parseBody(body).content as {
      readonly actor?: { readonly activity_id?: unknown; readonly workflow_id?: unknown };
    };
    return {
      seq,
      action,
      activityId: textOf(actor?.activity_id),
      workflowId: textOf(actor?.workflow_id),
    };
  });
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const ROWS_AT_A_TIME = 1_000;

/**
 * Checks the rows since the last pass for a ledger_ref that neither Temporal nor the vault knows. The API stores every case in
 * the vault before it requests work on it.
 * @param sinceHours always checks at least the rows of this many hours, regardless of the last pass's mark, because the role
 * that is being watched may move the mark
 */
export const reconcileRefs = async (
  { pool, db, client }: Pick<HistoryParts, 'pool' | 'db' | 'client'>,
  teamId: string,
  sinceHours?: number,
): Promise<readonly Alert[]> => {
  const alerts: Alert[] = [];
  let after = await firstRowToLookAt(pool, teamId, sinceHours);
  for (;;) {
    const pass = await reconcileRows({ pool, client }, teamId, after);
    alerts.push(...pass.alerts);
    if (pass.last === undefined) return alerts;
    after = pass.last;
    await moveMark(db, teamId, after);
    if (sinceHours === undefined || pass.count < ROWS_AT_A_TIME) return alerts;
  }
};

/** Returns the row after which a pass begins: the mark or, if it is earlier, the last row that is older than `sinceHours`. */
const firstRowToLookAt = async (
  pool: pg.Pool,
  teamId: string,
  sinceHours: number | undefined,
): Promise<number> => {
  const { rows } = await pool.query<{ after: number }>(
    `SELECT least(
       coalesce((SELECT d.seq FROM ledger_reconciled_rows AS d WHERE d.team_id = $1), 0),
       CASE WHEN $2::integer IS NOT NULL THEN coalesce((SELECT a.seq FROM agent_actions AS a
         WHERE a.team_id = $1 AND a.created_at < now() - make_interval(hours => $2) ORDER BY a.seq DESC LIMIT 1), 0) END) AS after`,
    [teamId, sinceHours ?? null],
  );
  return rows[0]?.after ?? 0;
};

const reconcileRows = async (
  { pool, client }: Pick<HistoryParts, 'pool' | 'client'>,
  teamId: string,
  after: number,
): Promise<{
  readonly alerts: readonly Alert[];
  readonly count: number;
  readonly last: number | undefined;
}> => {
  const { rows } = await pool.query<{
    ledger_ref: string;
    first: number;
    last: number;
    count: number;
    known: boolean;
  }>(
    `SELECT r.ledger_ref, min(r.seq) AS first, max(r.seq) AS last, count(*) AS count,
       bool_or(EXISTS (SELECT FROM case_vault AS v WHERE v.team_id = $1 AND v.ref = r.ledger_ref)) AS known
     FROM (SELECT a.ledger_ref, a.seq FROM agent_actions AS a WHERE a.team_id = $1
       AND a.seq > $2 ORDER BY a.seq LIMIT ${ROWS_AT_A_TIME}) AS r GROUP BY r.ledger_ref ORDER BY first`,
    [teamId, after],
  );
  const alerts: Alert[] = [];
  for (const { ledger_ref: ref, first, known } of rows) {
    if (known || NO_WORKFLOW_REF.test(ref)) continue;
    if (WORKFLOW_REF.test(ref) && (await isKnown(client, workflowOf(ref)))) continue;
    const reason = 'neither Temporal nor the vault has work that this row belongs to';
    alerts.push(alertOf(teamId, ref, { kind: 'unknown_row', seq: first, reason }));
  }
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  return { alerts, count, last: rows.length === 0 ? undefined : Math.max(...rows.map(({ last }) => last)) };
};

const moveMark = async (db: Kysely<Database>, teamId: string, seq: number): Promise<void> => {
  await db
    .insertInto('ledger_reconciled_rows')
    .values({ team_id: teamId, seq })
    .onConflict((conflict) =>
      conflict
        .column('team_id')
        .doUpdateSet({ seq: sql<number>`greatest(ledger_reconciled_rows.seq, ${seq})` }),
    )
    .execute();
};

const isKnown = async (client: Client, workflowId: string): Promise<boolean> =>
  (await workflowStatus(client, workflowId, DEADLINE_MS)) !== undefined;
