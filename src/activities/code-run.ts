import { activityInfo } from '@temporalio/activity';
import { outcomeRef } from '../code-runs/code-runs.ts';
import { type RunOutcome, type Sandbox, SandboxLostError } from '../sandbox/index.ts';
import type { CodeRunInput } from '../workflows/code-run.ts';
import { closeRow, type CodeRowContext, egressRows, lostRow, openRow, runRow } from './code-rows.ts';
import { Interrupted } from './failures.ts';
import { readJob, storeOutcome, type StoredJob } from './stored-code.ts';
import type { SandboxDependencies } from './sandbox.ts';

/** After its code has ended a sandbox lives this much longer, for the files that are asked for. */
const AFTER_MS = 15_000;
const OPEN_STEP = 1;
const MAX_RETURNED_BYTES = 4 * 1024 * 1024;

/**
 * Opens a sandbox, runs the code, destroys the sandbox. The row `sandbox.open` is committed before the code is handed
 * over, so a second attempt that finds it knows that the code may have run, and does not run it again.
 */
export const runCodeOnce = async (deps: SandboxDependencies, input: CodeRunInput): Promise<void> => {
  const ref = { teamId: input.team_id, ref: input.ledger_ref };
  const job = await readJob(deps, ref);
  const sandbox = await deps.sandboxes.open({
    profile: job.language === 'bash' ? 'bash' : 'python',
    teamId: input.team_id,
    run: input.ledger_ref,
    lifetimeMs: input.timeout_ms + AFTER_MS,
    waitMs: input.wait_ms,
  });
  try {
    const context = contextOf(input, sandbox.id);
    const { duplicate } = await deps.ledger.append({
      ...openRow(context, { language: job.language, timeout_ms: input.timeout_ms }),
      step: OPEN_STEP,
    });
    if (duplicate) return await recover(deps, input, job);
    await runIn(deps, sandbox, context, job);
  } finally {
    // Not waited for: destroying takes ten times as long as running, and the lease sees to it in any case.
    void sandbox.close().catch(() => undefined);
  }
};

const runIn = async (
  deps: SandboxDependencies,
  sandbox: Sandbox,
  context: CodeRowContext,
  job: StoredJob,
): Promise<void> => {
  let outcome: RunOutcome;
  try {
    outcome = await sandbox.run({ ...job, charts: false });
  } catch (error) {
    if (!(error instanceof SandboxLostError)) throw error;
    await appendAll(deps, [lostRow(context, job), closeRow(context)]);
    throw new Interrupted();
  }
  const returned = await readFiles(sandbox, job.returnFiles, outcome);
  await storeOutcome(deps, { teamId: context.teamId, ref: context.ledgerRef }, sandbox.id, outcome, returned);
  await appendAll(deps, [
    runRow(context, job, outcome),
    ...egressRows(context, outcome.egress_attempts),
    closeRow(context),
  ]);
};

/** An earlier attempt opened a sandbox and was never heard of again, perhaps only with its last word. */
const recover = async (deps: SandboxDependencies, input: CodeRunInput, job: StoredJob): Promise<void> => {
  const rows = await deps.ledger.read(input.team_id, input.ledger_ref);
  const known = rows[0]?.detail['sandbox_id'];
  const sandboxId = typeof known === 'string' ? known : '';
  const context = contextOf(input, sandboxId);
  const outcome = await deps
    .openCase({ teamId: input.team_id, ref: outcomeRef(input.ledger_ref) })
    .catch(() => undefined);
  if (outcome === undefined) {
    await appendAll(deps, [lostRow(context, job), closeRow(context)]);
    throw new Interrupted();
  }
  const stored = outcome as unknown as RunOutcome;
  await appendAll(deps, [
    runRow(context, job, stored),
    ...egressRows(context, stored.egress_attempts),
    closeRow(context),
  ]);
};

/** Rows in their order, in one batch. A row that is there already stays as it is. */
const appendAll = async (
  deps: SandboxDependencies,
  rows: readonly ReturnType<typeof closeRow>[],
): Promise<void> => {
  await Promise.all(
    rows.map(async (row, index) => deps.ledger.append({ ...row, step: OPEN_STEP + 1 + index })),
  );
};

const readFiles = async (
  sandbox: Sandbox,
  names: readonly string[],
  outcome: RunOutcome,
): Promise<ReadonlyMap<string, { readonly content: Buffer; readonly size: number }>> => {
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
