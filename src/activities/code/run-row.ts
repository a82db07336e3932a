import { scanOf, type KnownValues } from '../../governance/known.ts';
import { maskText } from '../../governance/mask.ts';
import { countIn } from '../../governance/scan.ts';
import { cut, type NewEntry } from '../../ledger/index.ts';
import type { StoredJob, StoredOutcome } from './stored-code.ts';
import { type CodeRowContext, type Row, commonFields } from './row-context.ts';
import { outputOf } from './known.ts';
import { attemptsIn } from './egress-rows.ts';
import type { Remains, RunJob } from '../../sandbox/job.ts';

/** Maximum number of characters of code or stdout in a row. */
const EXCERPT = 300;
/**
 * Number of characters to mask before truncating: so many more than the excerpt has that no identifier is cut
 * before it is masked.
 */
const MASKED_AHEAD = 2_000;
const excerpt = (text: string, known: KnownValues): string =>
  cut(maskText(cut(text, MASKED_AHEAD), known), EXCERPT);

type RowJob = RunJob & Pick<StoredJob, 'caseFiles'>;

/** Lists which files about its case the code received, without their content. */
const caseFilesOf = ({ caseFiles }: RowJob) =>
  caseFiles === undefined ? {} : { case_files: caseFiles.map((file) => ({ ...file })) };

/**
 * Returns the row for code that ran. It contains facts from the supervisor, identifier counts, and the masked beginnings of the
 * code and the output.
 * @param known the job's identifiers
 */
export const runRow = (
  context: CodeRowContext,
  job: RowJob,
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
    ...caseFilesOf(job),
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
  job: RowJob,
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
    ...caseFilesOf(job),
    pii: {
      code: { ...countIn(scanOf(job.code, known)) },
      ...(remains !== undefined && { output: { ...countIn(scanOf(outputOf(remains), known)) } }),
    },
  },
});

/** Returns the row for code that was stopped because its team suspended it. */
export const cutRow = (context: CodeRowContext, job: RowJob, scope: string, known: KnownValues): Row => {
  const { detail, ...row } = lostRow(context, job, true, undefined, known);
  const summary = `${job.language} was stopped: ${scope} was suspended. The code may have run in part and is not rerun.`;
  return { ...row, summary, detail: { ...detail, suspended: scope } };
};

/** Returns the suspended scope in a row of {@link cutRow}; undefined for any other row. */
export const scopeOfCut = ({ detail }: Pick<NewEntry, 'detail'>): string | undefined =>
  typeof detail['suspended'] === 'string' ? detail['suspended'] : undefined;
