import { activityInfo } from '@temporalio/activity';
import type { Entry } from '../ledger/index.ts';
import {
  JobRefusedError,
  type RunOutcome,
  type Sandbox,
  SandboxClosedError,
  SandboxLostError,
  SandboxUnavailableError,
} from '../sandbox/index.ts';
import type { CodeRunInput, CodeRunTimes } from '../workflows/code-run.ts';
import {
  appendRows,
  closeRow,
  type CodeRowContext,
  egressRows,
  lostRow,
  openRow,
  runRow,
  saysUnused,
  unusedRow,
} from './code-rows.ts';
import { Interrupted } from './failures.ts';
import { persistently } from './persist.ts';
import type { SandboxDependencies } from './sandbox.ts';
import {
  findOutcome,
  readJob,
  type ReturnedFiles,
  storedOutcomeOf,
  type StoredJob,
  type StoredOutcome,
  storeOutcome,
} from './stored-code.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.ts';

/** After its code has ended a sandbox lives this much longer, for the files that are asked for. */
const AFTER_MS = 15_000;
const MAX_RETURNED_BYTES = 4 * 1024 * 1024;
/** Sandboxes that are lost before any code ran in them, one after the other, until the run is given up. */
const MAX_UNUSED = 3;

/**
 * Opens a sandbox, runs the code, destroys the sandbox. The row `sandbox.open` is committed before the code is handed
 * over, and one attempt alone can commit it: a second attempt that finds it knows that the code may have run, and does
 * not run it again.
 * @throws Interrupted when the code may have run and its outcome is lost; what SandboxHost.open throws
 */
export const runCodeOnce = async (deps: SandboxDependencies, input: CodeRunInput): Promise<CodeRunTimes> => {
  const watch = createStopwatch<keyof CodeRunTimes>();
  const ref = { teamId: input.team_id, ref: input.ledger_ref };
  const [job, rows] = await Promise.all([
    readJob(deps, ref),
    deps.ledger.read(input.team_id, input.ledger_ref),
  ]);
  watch.lap('read');
  let step = rows.length + 1;
  if (rows.length > 0 && !saysUnused(rows.at(-1)!)) {
    await recover(deps, input, job, rows);
    return watch.times();
  }
  for (let attempt = 1; attempt <= MAX_UNUSED; attempt += 1) {
    const lost = await runInFreshSandbox(deps, input, job, step, watch);
    if (lost === undefined) return watch.times();
    await persistently(() => appendRows(deps.ledger, [unusedRow(lost)], step + 1));
    step += 2;
  }
  throw new SandboxUnavailableError('sandboxes are lost before code can run in them');
};

/** @returns undefined when the run is over; else the sandbox that was lost before the code was handed over */
const runInFreshSandbox = async (
  deps: SandboxDependencies,
  input: CodeRunInput,
  job: StoredJob,
  step: number,
  watch: Stopwatch<keyof CodeRunTimes>,
): Promise<CodeRowContext | undefined> => {
  const sandbox = await deps.open({
    profile: input.language,
    teamId: input.team_id,
    run: input.ledger_ref,
    lifetimeMs: input.timeout_ms + AFTER_MS,
    waitMs: input.wait_ms,
  });
  watch.lap('claim');
  const context = contextOf(input, sandbox.id);
  let outcome: RunOutcome;
  let returned: ReturnedFiles;
  try {
    const row = openRow(context, { language: job.language, timeout_ms: input.timeout_ms });
    const { entry } = await persistently(() => deps.ledger.append({ ...row, step }));
    watch.lap('open');
    // The row of another attempt, which runs the code now or has done so.
    if (sandboxIdIn(entry) !== sandbox.id) {
      await recover(deps, input, job, await deps.ledger.read(input.team_id, input.ledger_ref));
      return undefined;
    }
    outcome = await sandbox.run({ ...job, charts: false });
    returned = await readFiles(sandbox, job.returnFiles, outcome);
    watch.lap('code');
  } catch (error) {
    if (error instanceof JobRefusedError) {
      await persistently(() => appendRows(deps.ledger, [closeRow(context)], step + 1));
    }
    if (error instanceof SandboxClosedError) return context;
    if (!(error instanceof SandboxLostError)) throw error;
    if (!error.started) return context;
    await persistently(() =>
      appendRows(deps.ledger, [lostRow(context, job, true), closeRow(context)], step + 1),
    );
    throw new Interrupted();
  } finally {
    // Not waited for: destroying takes ten times as long as running, and the lease sees to it in any case.
    void sandbox.close().catch(() => undefined);
  }
  await writeDown(deps, context, job, storedOutcomeOf(sandbox.id, outcome, returned), step + 1);
  watch.lap('store');
  return undefined;
};

const writeDown = async (
  deps: SandboxDependencies,
  context: CodeRowContext,
  job: StoredJob,
  outcome: StoredOutcome,
  step: number,
): Promise<void> => {
  const rows = [
    runRow(context, job, outcome),
    ...egressRows(context, outcome.egress_attempts),
    closeRow(context),
  ];
  await Promise.all([
    persistently(() => storeOutcome(deps, { teamId: context.teamId, ref: context.ledgerRef }, outcome)),
    persistently(() => appendRows(deps.ledger, rows, step)),
  ]);
};

/** An earlier attempt opened a sandbox and was never heard of again, perhaps only with its last word. */
const recover = async (
  deps: SandboxDependencies,
  input: CodeRunInput,
  job: StoredJob,
  rows: readonly Entry[],
): Promise<void> => {
  const opened = rows.findLastIndex(({ action }) => action === 'sandbox.open');
  const context = contextOf(input, sandboxIdIn(rows[opened]));
  const step = opened + 2;
  const outcome = await findOutcome(deps, { teamId: input.team_id, ref: input.ledger_ref });
  if (outcome !== undefined) return writeDown(deps, context, job, outcome, step);
  if (rows.length === opened + 1) {
    await persistently(() => appendRows(deps.ledger, [lostRow(context, job, true), closeRow(context)], step));
  }
  throw new Interrupted();
};

const sandboxIdIn = (row: Pick<Entry, 'detail'> | undefined): string => {
  const id = row?.detail['sandbox_id'];
  return typeof id === 'string' ? id : '';
};

const readFiles = async (
  sandbox: Sandbox,
  names: readonly string[],
  outcome: RunOutcome,
): Promise<ReturnedFiles> => {
  const found = new Map<string, { readonly content: Buffer; readonly size: number }>();
  let left = MAX_RETURNED_BYTES;
  for (const name of new Set(names)) {
    if (!outcome.files.some((file) => file.name === name)) continue;
    const file = await sandbox.readFile(name, left).catch(() => undefined);
    if (file === undefined) continue;
    found.set(name, file);
    left -= file.content.length;
  }
  return found;
};

const contextOf = (input: CodeRunInput, sandboxId: string): CodeRowContext => ({
  teamId: input.team_id,
  ledgerRef: input.ledger_ref,
  sandboxId,
  actor: { workflow_id: input.ledger_ref, activity_id: activityInfo().activityId },
});
