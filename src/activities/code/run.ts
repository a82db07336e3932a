import { scopesOf } from '../../governance/suspension/scopes.ts';
import { withdraw } from '../../runs/code/withdraw.ts';
import { announceStored } from '../../runs/code/notifications.ts';
import {
  JobRefusedError,
  type Sandbox,
  SandboxClosedError,
  SandboxLostError,
  SandboxUnavailableError,
} from '../../sandbox/index.ts';
import { CutError, runUncut } from './run-uncut.ts';
import { contextOf, recordCut, recordLoss, recordOutcome, recover, sandboxIdIn } from './record-outcome.ts';
import type { CodeRowContext } from './row-context.ts';
import { appendRows, openRow, refusedRow, saysUnused, unusedRow } from './ledger-rows.ts';
import { expectNotGivenUp } from './given-up.ts';
import { persistently } from '../common/persist.ts';
import type { SandboxDependencies } from './dependencies.ts';
import { readReturnedFiles } from './returned-files.ts';
import { jobOf, readJob, storedOutcomeOf, type StoredJob, type SubmittedCode } from './stored-code.ts';
import { createStopwatch, type Stopwatch } from '../common/stopwatch.ts';
import type { CodeRunInput, CodeRunTimes } from '../../runs/code/workflow.ts';

/** Milliseconds that a sandbox is kept after its code ends, so that requested files can be read. */
const AFTER_MS = 15_000;
/**
 * Minimum silence in milliseconds before other workers may give up on a worker (store/hosts/hosts.ts), so shorter runs need not
 * check.
 */
const NEVER_GIVEN_UP_MS = 5_000;
/** Give up on the run after losing this many sandboxes in a row before their code starts. */
const MAX_UNUSED = 3;

/** A run in progress. */
interface Run {
  readonly deps: SandboxDependencies;
  readonly input: CodeRunInput;
  readonly job: StoredJob;
  readonly watch: Stopwatch<keyof CodeRunTimes>;
}

/**
 * Opens a sandbox, runs the code and destroys the sandbox. The row `sandbox.open` is committed before the sandbox gets the code,
 * and only one attempt can commit it. A second attempt that finds the row knows that the code may have run, and does not run it
 * again.
 * @param submitted the code, if the first attempt already has it
 * @throws InterruptedError if the code may have run and its outcome is lost; the errors of SandboxHost.open
 */
export const runCodeOnce = async (
  deps: SandboxDependencies,
  input: CodeRunInput,
  submitted?: SubmittedCode,
): Promise<CodeRunTimes> => {
  const watch = createStopwatch<keyof CodeRunTimes>();
  if (input.late === true) {
    await bringToEnd(deps, input);
    return watch.times();
  }
  const opening = open(deps, input);
  // Opening may fail before anyone awaits it, or after it is no longer needed.
  opening.catch(() => undefined);
  const closeUnused = (): void => void opening.then((unused) => unused.close()).catch(() => undefined);
  try {
    const [job, rows] =
      submitted === undefined
        ? await Promise.all([
            readJob(deps, { teamId: input.team_id, ref: input.ledger_ref }),
            deps.ledger.read(input.team_id, input.ledger_ref),
          ])
        : [jobOf(submitted), []];
    watch.lap('read');
    if (rows.length === 0 || saysUnused(rows.at(-1)!)) {
      await runUntilUsed({ deps, input, job, watch }, opening, rows.length + 1);
    } else {
      closeUnused();
      await recover(deps, input, job, rows);
    }
  } catch (error) {
    closeUnused();
    throw error;
  }
  return watch.times();
};

/** Ends a run that has no waiting caller: completes it if it has begun, and withdraws it otherwise. */
const bringToEnd = async (deps: SandboxDependencies, input: CodeRunInput): Promise<void> => {
  if (await withdraw(deps.ledger, input.team_id, input.ledger_ref)) return;
  const job = await readJob(deps, { teamId: input.team_id, ref: input.ledger_ref });
  await recover(deps, input, job, await deps.ledger.read(input.team_id, input.ledger_ref));
};

const open = async (deps: SandboxDependencies, input: CodeRunInput): Promise<Sandbox> =>
  deps.open({
    profile: input.profile,
    teamId: input.team_id,
    run: input.ledger_ref,
    lifetimeMs: input.timeout_ms + AFTER_MS,
    waitMs: input.wait_ms,
  });

const runUntilUsed = async (run: Run, opening: Promise<Sandbox>, firstStep: number): Promise<void> => {
  let step = firstStep;
  let sandbox = await opening;
  for (let attempt = 1; attempt <= MAX_UNUSED; attempt += 1) {
    run.watch.lap('claim');
    const lost = await runIn(run, sandbox, step);
    if (lost === undefined) return;
    await persistently(() => appendRows(run.deps, [unusedRow(lost)], step + 1));
    step += 2;
    sandbox = await open(run.deps, run.input);
  }
  void sandbox.close();
  throw new SandboxUnavailableError('every sandbox was lost before code could run in it');
};

/**
 * Runs the code in a sandbox.
 * @returns undefined if the run is over, otherwise the context of a sandbox that was lost before it got the code
 */
const runIn = async (run: Run, sandbox: Sandbox, step: number): Promise<CodeRowContext | undefined> => {
  const { deps, input, job, watch } = run;
  const context = contextOf(input, sandbox.id);
  const begun = performance.now();
  const mayGoOn = async (): Promise<void> => {
    if (performance.now() - begun < NEVER_GIVEN_UP_MS) return;
    await expectNotGivenUp(deps.ledger, { ...context, step: step + 1 });
  };
  try {
    const row = openRow(context, { language: job.language, timeout_ms: input.timeout_ms });
    const suspendable = scopesOf.codeRun;
    const { entry } = await persistently(() => deps.ledger.append({ ...row, step, suspendable }));
    watch.lap('open');
    // The row belongs to another attempt, which is running the code or has run it.
    if (sandboxIdIn(entry) !== sandbox.id) {
      await recover(deps, input, job, await deps.ledger.read(input.team_id, input.ledger_ref));
      return undefined;
    }
    await mayGoOn();
    const work = { teamId: context.teamId, scopes: scopesOf.codeRun };
    const ran = await runUncut(deps, work, sandbox, { ...job, charts: job.charts ?? false });
    const outcome = storedOutcomeOf(sandbox.id, ran, await readReturnedFiles(sandbox, job.returnFiles, ran));
    await mayGoOn();
    watch.lap('code');
    await recordOutcome(deps, context, job, outcome, step + 1);
    watch.lap('store');
    // Announces the outcome, so that a waiting caller does not have to wait until Temporal has recorded the end.
    const stored = { ref: input.ledger_ref, times: watch.times(), outcome };
    await announceStored(deps.pool, deps.vaultRing, stored).catch(() => undefined);
  } catch (error) {
    if (error instanceof CutError) await recordCut(deps, context, job, step + 1, error);
    if (error instanceof JobRefusedError) {
      await persistently(() => appendRows(deps, [refusedRow(context)], step + 1));
    }
    if (error instanceof SandboxClosedError) return context;
    if (!(error instanceof SandboxLostError)) throw error;
    return error.started ? await recordLoss(deps, context, job, step + 1, error.remains) : context;
  } finally {
    // Does not wait: destroying a sandbox takes ten times as long as running the code, and its lease guarantees that it is
    // destroyed.
    sandbox.retire();
  }
  return undefined;
};
