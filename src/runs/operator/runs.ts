import type { Kysely } from 'kysely';
import type { OperatorRunBody, OperatorStateBody } from '../../contract/operator.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Actor } from '../../contract/actor.ts';
import type { Database } from '../../store/db/schema.ts';
import { allFilesOfRun } from '../agent/read-files.ts';
import { readModelUse } from '../agent/model-use.ts';
import { findValue } from '../../store/vault/vault.ts';
import { requestCancelIn } from '../cancellation.ts';
import { type PageOptions, readPage, type RunPosition } from '../page.ts';

export interface OperatorRunRef {
  readonly teamId: string;
  readonly runId: string;
}

type Summary = Omit<
  OperatorRunBody,
  'steps' | 'output' | 'files' | 'pending_approval' | 'model' | 'final_screenshot_b64'
>;

const runsOfTeam = (db: Kysely<Database>, teamId: string) =>
  db.selectFrom('operator_runs').selectAll().where('team_id', '=', teamId);

type Row = Awaited<ReturnType<ReturnType<typeof runsOfTeam>['execute']>>[number];

const toSummary = (row: Row): Summary => ({
  run_id: row.id,
  status: row.status,
  ...(row.success !== null && { success: row.success }),
  ...(row.status === 'done' && row.result !== null && { result: row.result }),
  ended_by: row.ended_by,
  sandbox_id: row.sandbox_id,
  ledger_ref: row.id,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

const findRun = async (db: Kysely<Database>, { teamId, runId }: OperatorRunRef): Promise<Row | undefined> =>
  runsOfTeam(db, teamId).where('id', '=', runId).executeTakeFirst();

/**
 * Returns a run with its output and its last picture; the caller records that they were read. Undefined if
 * the team has no such run.
 */
export const readOperatorRun = async (
  db: Kysely<Database>,
  ring: KeyRing,
  ref: OperatorRunRef,
): Promise<OperatorRunBody | undefined> => {
  const row = await findRun(db, ref);
  if (row === undefined) return undefined;
  const sealed = await findValue(db, ring, { teamId: ref.teamId, ref: outputRef(ref.runId) });
  const last = row.final_step === null ? undefined : await readScreen(db, ring, ref, row.final_step);
  return {
    ...(await stateOf(db, ref, row)),
    output: sealed?.['output'] ?? null,
    ...(last !== undefined && { final_screenshot_b64: last.toString('base64') }),
  };
};

/** Returns a run without its sealed parts; undefined if the team has no such run. */
export const readOperatorState = async (
  db: Kysely<Database>,
  ref: OperatorRunRef,
): Promise<OperatorStateBody | undefined> => {
  const row = await findRun(db, ref);
  return row && stateOf(db, ref, row);
};

const stateOf = async (db: Kysely<Database>, ref: OperatorRunRef, row: Row): Promise<OperatorStateBody> => {
  const steps = await db
    .selectFrom('operator_steps')
    .select(['n', 'action', 'detail', 'status', 'screenshot_sha256', 'box', 'at'])
    .where('run_id', '=', ref.runId)
    .where('team_id', '=', ref.teamId)
    // A step is only shown once its end is known.
    .where('status', '!=', 'begun')
    .orderBy('n')
    .execute();
  return {
    ...toSummary(row),
    steps: steps.map((step) => ({
      ...step,
      box: step.box === null ? null : [...step.box],
      status: step.status === 'begun' ? 'interrupted' : step.status,
      at: step.at.toISOString(),
    })),
    files: await filesOf(db, ref),
    pending_approval: row.status === 'running' ? shownQuestion(row.pending_approval) : null,
    model: await usedOf(db, ref),
  };
};

/** Returns a question in the form shown to clients. */
export const shownQuestion = (question: Row['pending_approval']): OperatorRunBody['pending_approval'] =>
  question && {
    ...question,
    wants: question.wants ?? 'approval',
    options: question.options === undefined ? null : [...question.options],
  };

/** Returns the files that a run left. */
const filesOf = async (
  db: Kysely<Database>,
  { teamId, runId: ledgerRef }: OperatorRunRef,
): Promise<OperatorRunBody['files']> =>
  (await allFilesOfRun(db, { teamId, ledgerRef }))
    .filter(({ origin }) => origin === 'left')
    .map(({ id, name, source, size, sha256, leftOut }) => ({
      id: leftOut === null ? id : null,
      name,
      folder: source ?? 'documents',
      size,
      sha256: sha256?.toString('hex') ?? null,
      left_out: leftOut,
    }));

const usedOf = async (
  db: Kysely<Database>,
  { teamId, runId: ledgerRef }: OperatorRunRef,
): Promise<OperatorRunBody['model']> => {
  const use = await readModelUse(db, { teamId, ledgerRef });
  if (use === undefined) return null;
  // Omits the loop's end, because it is the same as the run's.
  const { ended_by: _, ...used } = use;
  return used;
};

/** Returns the ref under which a run's output is sealed. */
export const outputRef = (runId: string): string => `${runId}/output`;

export const screenRef = (runId: string, n: number): string => `${runId}/screen/${n}`;

/** Returns the screenshot taken after a step; undefined if there is none. */
export const readScreen = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, runId }: OperatorRunRef,
  n: number,
): Promise<Buffer | undefined> => {
  const screen = await findValue(db, ring, { teamId, ref: screenRef(runId, n) });
  return screen && Buffer.from(String(screen['base64']), 'base64');
};

/** Returns a page of a team's runs, newest first. */
export const listOperatorRuns = async (
  db: Kysely<Database>,
  options: PageOptions & { readonly teamId: string; readonly status?: 'running' | 'done' | undefined },
): Promise<{ readonly runs: Summary[]; readonly end: RunPosition | undefined }> => {
  let query = runsOfTeam(db, options.teamId);
  if (options.status !== undefined) query = query.where('status', '=', options.status);
  const { rows, end } = await readPage(query, options);
  return { runs: rows.map(toSummary), end };
};

/** Records a request to cancel a run. @returns whether the run is still running; undefined when the team has no such run */
export const requestOperatorCancel = async (
  db: Kysely<Database>,
  { teamId, runId }: OperatorRunRef,
  actor: Actor,
): Promise<{ readonly running: boolean } | undefined> =>
  requestCancelIn(db, 'operator_runs', { team_id: teamId, id: runId }, actor);
