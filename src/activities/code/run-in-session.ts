import { persistently } from '../common/persist.ts';
import { InterruptedError } from '../common/failures.ts';
import { sealValue } from '../../store/vault/vault.ts';
import type { SuspendableWork } from '../../store/switches/watch.ts';
import { unlessSuspended } from '../../store/switches/suspended.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Remains } from '../../sandbox/job.ts';
import { SandboxClosedError, SandboxLostError } from '../../sandbox/errors.ts';
import { remainsRef } from '../../runs/outcome.ts';
import { appendBlocked } from '../../runs/blocked.ts';
import { findKnown } from '../../runs/agent/analysis/known.ts';
import { type AskedRun, askedBy } from '../../ledger/index.ts';
import { newId } from '../../ids.ts';
import { activityInfo } from '@temporalio/activity';
import type { SandboxCallInput } from './call-input.ts';
import {
  readJob,
  noteHandedOver,
  storedOutcomeOf,
  type StoredJob,
  outcomeOfJob,
  type StoredOutcome,
  storeOutcome,
} from './stored-code.ts';
import { runUncut, CutError } from './run-uncut.ts';
import type { CodeRowContext } from './row-context.ts';
import { readReturnedFiles } from './returned-files.ts';
import { pythonOf } from './python-scopes.ts';
import { maskRemains, maskOutcome } from './mask-outcome.ts';
import { appendRows } from './ledger-rows.ts';
import { lostRow, runRow } from './run-row.ts';
import { knownInJob } from './known.ts';
import { expectNotGivenUp } from './given-up.ts';
import { egressRows } from './egress-rows.ts';
import type { SandboxDependencies } from './dependencies.ts';

export interface RunCodeInput extends SandboxCallInput {
  /**
   * Reference under which the code is sealed and its outcome is stored. Each of a session's jobs has its own.
   */
  readonly job_ref: string;
}

export interface RanCode {
  readonly exit_code: number;
  readonly timed_out: boolean;
  readonly oom_killed: boolean;
  readonly variables_lost: boolean;
  /** The next free step number. Attempts to reach a network have their own rows. */
  readonly next_step: number;
}

/** Runs code in an open sandbox, at most once. */
export const runInSession = async (deps: SandboxDependencies, input: RunCodeInput): Promise<RanCode> => {
  const ref = { teamId: input.team_id, ref: input.job_ref };
  const job = await readJob(deps, ref);
  const sandbox = deps.sandboxes.find(input.sandbox_id);
  const attempt = newId('act');
  const work = await pythonOf(deps, input);
  const hand = async (): Promise<boolean> =>
    unlessSuspended(deps.db, work, async (tx) => noteHandedOver({ ...deps, db: tx }, ref, attempt));
  // An earlier attempt recorded that it was handing over the code, so the code may have finished.
  if (sandbox === undefined || !(await persistently(hand))) {
    return settle(deps, input, job);
  }
  const known = await findKnown(deps.db, deps.vaultRing, {
    teamId: input.team_id,
    ledgerRef: input.ledger_ref,
  });
  const outcome = await runJob(deps, work, sandbox, job);
  if ('lost' in outcome) {
    const { remains } = outcome.lost;
    const masked = known === undefined || remains === undefined ? remains : maskRemains(known, remains);
    return recordLoss(deps, input, job, { ...outcome.lost, remains: masked });
  }
  const returned = await readReturnedFiles(sandbox, job.returnFiles, outcome);
  const stored = storedOutcomeOf(sandbox.id, outcome, returned);
  return writeDown(deps, input, job, known === undefined ? stored : maskOutcome(known, stored));
};

/**
 * Runs the code. If a suspension stops it, the sandbox is lost with it, and the run waits at its next effect.
 */
const runJob = async (deps: SandboxDependencies, work: SuspendableWork, sandbox: Sandbox, job: StoredJob) => {
  try {
    return await runUncut(deps, work, sandbox, job);
  } catch (error) {
    if (error instanceof CutError) return { lost: { mayHaveRun: true, remains: undefined } };
    if (error instanceof SandboxClosedError) return { lost: { mayHaveRun: false, remains: undefined } };
    if (error instanceof SandboxLostError)
      return { lost: { mayHaveRun: error.started, remains: error.remains } };
    throw error;
  }
};

/** Writes the row of code that has already run, and returns its outcome. */
export const settle = async (
  deps: SandboxDependencies,
  input: RunCodeInput,
  job: StoredJob,
): Promise<RanCode> => {
  const ref = { teamId: input.team_id, ref: input.job_ref };
  const outcome = await outcomeOfJob(deps, ref);
  if (outcome !== undefined) return writeDown(deps, input, job, outcome);
  // Records a handover now, so that a delayed first attempt can no longer hand over the code.
  const attempt = newId('act');
  const never = await persistently(() => noteHandedOver(deps, ref, attempt));
  return recordLoss(deps, input, job, { mayHaveRun: !never, remains: undefined });
};

const recordLoss = async (
  deps: SandboxDependencies,
  input: RunCodeInput,
  job: StoredJob,
  { mayHaveRun, remains }: { readonly mayHaveRun: boolean; readonly remains: Remains | undefined },
): Promise<never> => {
  const context = contextOf(input, input.sandbox_id);
  await expectNotGivenUp(deps.ledger, { ...context, step: input.step });
  const known = knownInJob(job, remains);
  const tried = remains === undefined ? [] : egressRows(context, remains, known);
  // The workflow counts one step for lost code, so these rows share that step and have their own idempotency keys.
  const beside = tried.map((row, index) => ({
    ...row,
    step: input.step,
    idemKey: `${input.ledger_ref}/${input.step}/egress/${index + 1}`,
  }));
  const ref = remainsRef(input.job_ref);
  const kept = remains && { teamId: input.team_id, ref, value: { stdout: remains.stdout } };
  await persistently(async () => {
    if (kept !== undefined) await sealValue(deps.db, deps.vaultRing, kept);
    await appendRows(deps, [lostRow(context, job, mayHaveRun, remains, known)], input.step);
    await Promise.all(beside.map(async (row) => appendBlocked(deps, row)));
  });
  throw new InterruptedError();
};

const writeDown = async (
  deps: SandboxDependencies,
  input: RunCodeInput,
  job: StoredJob,
  outcome: StoredOutcome,
): Promise<RanCode> => {
  const context = contextOf(input, input.sandbox_id);
  const known = knownInJob(job, outcome);
  const rows = [runRow(context, job, outcome, known), ...egressRows(context, outcome, known)];
  await expectNotGivenUp(deps.ledger, { ...context, step: input.step });
  await persistently(() => storeOutcome(deps, { teamId: input.team_id, ref: input.job_ref }, outcome));
  await persistently(() => appendRows(deps, rows, input.step));
  const { exit_code, timed_out, oom_killed, variables_lost } = outcome;
  return { exit_code, timed_out, oom_killed, variables_lost, next_step: input.step + rows.length };
};

export const contextOf = (
  input: AskedRun & { readonly team_id: string; readonly ledger_ref: string },
  sandboxId: string,
): CodeRowContext => ({
  teamId: input.team_id,
  ledgerRef: input.ledger_ref,
  sandboxId,
  actor: askedBy(input, {
    workflow_id: activityInfo().workflowExecution?.workflowId ?? '',
    activity_id: activityInfo().activityId,
  }),
});
