import { countIn } from '../../governance/scan.ts';
import { maskText } from '../../governance/mask.ts';
import { type KnownValues, scanOf } from '../../governance/known.ts';
import { cut, type JsonObject, type Ledger, type NewEntry } from '../../ledger/index.ts';
import { emitBlocked, isBlocked } from '../../runs/blocked.ts';
import type { Remains, RunJob } from '../../sandbox/index.ts';
import type { Db } from '../../store/db/client.ts';
import { commonFields, type CodeRowContext, type Row } from './row-context.ts';
import { attemptsIn } from './egress-rows.ts';
import { outputOf } from './known.ts';
import type { StoredOutcome } from './stored-code.ts';

/** Maximum number of characters of code or stdout in a row. */
const EXCERPT = 300;
/**
 * Number of characters to mask before truncating. It is so much larger than the excerpt that no identifier is cut before it is
 * masked.
 */
const MASKED_AHEAD = 2_000;

const excerpt = (text: string, known: KnownValues): string =>
  cut(maskText(cut(text, MASKED_AHEAD), known), EXCERPT);

/** Returns the row for an open sandbox in which no code has run yet. */
export const openRow = (context: CodeRowContext, detail: JsonObject): Row => ({
  ...commonFields(context),
  action: 'sandbox.open',
  governance: 'sandbox.open audited',
  summary: 'A fresh sandbox without network was opened.',
  detail: { sandbox_id: context.sandboxId, ...detail },
});

/**
 * Returns the row for code that ran. It contains facts from the supervisor, identifier counts, and the masked beginnings of the
 * code and the output.
 * @param known the job's identifiers
 */
export const runRow = (
  context: CodeRowContext,
  job: RunJob,
  outcome: StoredOutcome,
  known: KnownValues,
): Row => ({
  ...commonFields(context),
  action: 'sandbox.run',
  governance: 'audited',
  summary: `${job.language} ${endOf(outcome)} after ${Math.round(outcome.duration_ms)} ms.`,
  detail: {
    sandbox_id: context.sandboxId,
    language: job.language,
    code: excerpt(job.code, known),
    stdout: excerpt(outcome.stdout, known),
    exit_code: outcome.exit_code,
    signal: outcome.signal,
    timed_out: outcome.timed_out,
    oom_killed: outcome.oom_killed,
    truncated: outcome.truncated,
    stdout_bytes: outcome.stdout_bytes,
    stderr_bytes: outcome.stderr_bytes,
    files: outcome.files.length,
    egress_attempts: attemptsIn(outcome),
    pii: {
      code: { ...countIn(scanOf(job.code, known)) },
      output: { ...countIn(scanOf(outputOf(outcome), known)) },
    },
  },
});

const endOf = ({ timed_out, oom_killed, signal, exit_code }: StoredOutcome): string => {
  if (timed_out) return 'was stopped at its time limit';
  if (oom_killed) return 'was stopped at its memory limit';
  if (signal !== null) return `was killed by ${signal}`;
  return `exited with code ${exit_code}`;
};

/**
 * Returns the row for code that was lost with its sandbox. If the code may have begun, its progress is unknown.
 * @param remains the code's output before the loss
 * @param known the job's identifiers
 */
export const lostRow = (
  context: CodeRowContext,
  job: RunJob,
  mayHaveRun: boolean,
  remains: Remains | undefined,
  known: KnownValues,
): Row => ({
  ...commonFields(context),
  action: 'sandbox.run',
  governance: 'audited',
  summary: mayHaveRun
    ? `${job.language} was interrupted: its sandbox was lost. The code may have run in part and is not rerun.`
    : `${job.language} did not run: its sandbox was lost.`,
  detail: {
    sandbox_id: context.sandboxId,
    language: job.language,
    code: excerpt(job.code, known),
    interrupted: true,
    may_have_run: mayHaveRun,
    ...(remains !== undefined && {
      stdout: excerpt(remains.stdout, known),
      egress_attempts: attemptsIn(remains),
    }),
    pii: {
      code: { ...countIn(scanOf(job.code, known)) },
      ...(remains !== undefined && { output: { ...countIn(scanOf(outputOf(remains), known)) } }),
    },
  },
});

/** Returns the row for code that was stopped because its team suspended it. */
export const cutRow = (context: CodeRowContext, job: RunJob, scope: string, known: KnownValues): Row => {
  const { detail, ...row } = lostRow(context, job, true, undefined, known);
  const summary = `${job.language} was stopped: ${scope} was suspended. The code may have run in part and is not rerun.`;
  return { ...row, summary, detail: { ...detail, suspended: scope } };
};

/** Returns the suspended scope in a row of {@link cutRow}; undefined for any other row. */
export const scopeOfCut = ({ detail }: Pick<NewEntry, 'detail'>): string | undefined =>
  typeof detail['suspended'] === 'string' ? detail['suspended'] : undefined;

export const closeRow = (context: CodeRowContext): Row => ({
  ...commonFields(context),
  action: 'sandbox.close',
  governance: 'audited',
  summary: 'The sandbox was closed and is destroyed.',
  detail: { sandbox_id: context.sandboxId },
});

/** Returns the row for a sandbox that was lost before it received its code and is replaced by another. */
export const unusedRow = (context: CodeRowContext): Row => ({
  ...closeRow(context),
  summary: 'The sandbox was lost before any code ran in it; another is opened.',
  detail: { sandbox_id: context.sandboxId, unused: true },
});

/** Returns the row for a sandbox that rejected the code, for example because its files did not fit. */
export const refusedRow = (context: CodeRowContext): Row => ({
  ...closeRow(context),
  summary: 'The sandbox rejected the code, and nothing ran.',
  detail: { sandbox_id: context.sandboxId, refused: true },
});

/** Returns whether the row says that the sandbox refused an earlier attempt. */
export const saysRefused = ({ detail }: Pick<NewEntry, 'detail'>): boolean => detail['refused'] === true;

/** Returns whether the row says that nothing ran in an earlier attempt's sandbox. */
export const saysUnused = ({ detail }: Pick<NewEntry, 'detail'>): boolean => detail['unused'] === true;

/**
 * Stores rows in order, in one batch. An existing row is left unchanged. Rows of blocked connections are stored in one transaction
 * with the events that report them.
 */
export const appendRows = async (
  { db, ledger }: { readonly db: Db; readonly ledger: Ledger },
  rows: readonly Row[],
  firstStep: number,
): Promise<void> => {
  const numbered = rows.map((row, index) => ({ ...row, step: firstStep + index }));
  if (!rows.some(isBlocked)) {
    await Promise.all(numbered.map(async (row) => ledger.append(row)));
    return;
  }
  await db.transaction().execute(async (tx) => {
    for (const row of numbered) await ledger.appendIn(tx, row);
    for (const row of numbered) await emitBlocked(tx, row);
  });
};
