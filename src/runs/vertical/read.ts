import { type Kysely, type Selectable, sql } from 'kysely';
import type { RunAdjudication } from '../../contract/adjudication.ts';
import type { RunBody } from '../../contract/run.ts';
import type { Database } from '../../store/db/schema.ts';
import { rowSummaries, type RowSummary } from '../../ledger/index.ts';
import { checkVisible } from '../../ledger/read.ts';
import { liveStepsOf, stepsOf } from './steps.ts';
import { isRefOfRun } from './run-refs.ts';

export type Db = Kysely<Database>;

export interface RunOfTeam {
  readonly teamId: string;
  readonly runId: string;
}

const COLUMNS = [
  'id',
  'vertical',
  'vertical_version',
  'mode',
  'status',
  'ledger_ref',
  'case_id',
  'decision',
  'reasons',
  'risk',
  'decided_under',
  'error',
  'created_at',
  'finished_at',
  'waiting_for',
  'revision_of',
] as const;

type Row = Pick<Selectable<Database['runs']>, (typeof COLUMNS)[number]> & {
  readonly model: RunBody['model'];
  readonly review: StoredReview | null;
  readonly adjudication: StoredAdjudication | null;
};

/** Lists leave out the lines and the checks. */
type StoredAdjudication = Omit<RunAdjudication, 'adjustments' | 'passed'> & Partial<RunAdjudication>;

/** The newest review of a run. Its time is RFC 3339 in the database's offset. */
type StoredReview = NonNullable<RunBody['review']>;

/** SQL for a live run's model usage; null for a simulated run. */
const modelOfRun = sql<RunBody['model']>`(
  select json_build_object('name', a.model, 'turns', a.turns, 'tool_calls', a.tool_calls,
    'input_tokens', a.input_tokens, 'output_tokens', a.output_tokens, 'cached_tokens', a.cached_tokens, 'cost', a.cost, 'ended_by', a.ended_by)
  from agent_runs as a where a.ledger_ref = runs.ledger_ref and a.team_id = runs.team_id)`;

/** SQL for the newest review of a run's outcome; null if there is none. */
const reviewOfRun = sql<StoredReview | null>`(
  select json_build_object('id', v.id, 'state', v.state, 'option', d.option, 'reason', d.reason,
    'documents', coalesce(d.documents, '{}'), 'decided_at', d.at)
  from reviews as v left join review_decisions as d on d.review_id = v.id and d.final
  where v.team_id = runs.team_id and v.run_id = runs.id and v.kind in ('escalation', 'payout') order by v.created_at desc limit 1)`;

/** Selects a team's runs, each with its ledger rows, in one statement. */
export const runsOfTeam = (db: Db, teamId: string) =>
  db
    .selectFrom('runs')
    .select(COLUMNS)
    .select(rowSummaries('runs.team_id', 'runs.ledger_ref').as('rows'))
    .select(modelOfRun.as('model'))
    .select(reviewOfRun.as('review'))
    .select(
      sql<StoredAdjudication | null>`runs.adjudication - '{adjustments,passed}'::text[]`.as('adjudication'),
    )
    .where('runs.team_id', '=', teamId);

/**
 * Returns a run in the form shown to clients that poll it, without asking Temporal.
 * @returns undefined when the team has no such run
 * @throws LedgerBrokenError when its rows are hidden or missing, because steps without rows would appear to have been skipped
 */
export const readRun = async (db: Db, { teamId, runId }: RunOfTeam): Promise<RunBody | undefined> => {
  const row = await runsOfTeam(db, teamId)
    .select(sql<number>`count_agent_actions(runs.team_id, runs.ledger_ref)`.as('stored'))
    .select('runs.adjudication as whole')
    .where('runs.id', '=', runId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  checkVisible(row.rows.length, row.stored);
  if (row.rows.length === 0) await isRefOfRun(db, { teamId, ledgerRef: row.ledger_ref });
  return toRunBody({ ...row, adjudication: row.whole });
};

/** Builds the API's run object from a run's own row and its ledger rows. */
export const toRunBody = (row: Row & { readonly rows: readonly RowSummary[] }): RunBody => {
  const { vertical, vertical_version: version } = row;
  return {
    id: row.id,
    vertical,
    vertical_version: version && {
      id: version.id,
      version: version.version,
      sha256: version.sha256,
      ...(version.trial === true && { trial: true }),
    },
    mode: row.mode,
    status: row.status,
    decision: row.decision,
    reasons: [...row.reasons],
    risk: row.risk,
    decided_under: row.decided_under,
    review: row.review && {
      ...row.review,
      decided_at: row.review.decided_at && new Date(row.review.decided_at).toISOString(),
    },
    outcome: row.adjudication?.outcome ?? null,
    amount: row.adjudication?.amount ?? null,
    rule_set: row.adjudication?.rule_set ?? null,
    ...(row.adjudication?.adjustments && { adjustments: row.adjudication.adjustments }),
    ...(row.adjudication?.passed && { passed: row.adjudication.passed }),
    ledger_ref: row.ledger_ref,
    steps:
      row.mode === 'live'
        ? liveStepsOf(row.rows)
        : stepsOf({ vertical, version, status: row.status }, row.rows),
    case_id: row.case_id,
    revision_of: row.revision_of,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    error: row.error,
    waiting_for: row.status === 'running' ? row.waiting_for : null,
    model: row.model,
  };
};
