import { activityInfo } from '@temporalio/activity';
import { whereaboutsOf } from '../../store/hosts/hosts.ts';
import { type AskedRun, askedBy } from '../../ledger/index.ts';
import { newId } from '../../ids.ts';
import { remainsRef } from '../../runs/outcome.ts';
import { unlessSuspended } from '../../store/switches/suspended.ts';
import type { SuspendableWork } from '../../store/switches/watch.ts';
import { sealValue } from '../../store/vault/vault.ts';
import {
  type Profile,
  type Remains,
  type Sandbox,
  SandboxClosedError,
  SandboxLostError,
} from '../../sandbox/index.ts';
import { appendBlocked } from '../../runs/blocked.ts';
import { egressRows } from './egress-rows.ts';
import { knownInJob } from './known.ts';
import type { CodeRowContext } from './row-context.ts';
import { appendRows, closeRow, lostRow, openRow, runRow } from './ledger-rows.ts';
import { InterruptedError } from '../common/failures.ts';
import { findKnown } from '../../runs/agent/analysis/known.ts';
import { maskOutcome, maskRemains } from './mask-outcome.ts';
import { pythonOf } from './python-scopes.ts';
import { CutError, runUncut } from './run-uncut.ts';
import { expectNotGivenUp } from './given-up.ts';
import { keepFiles, type KeepFilesInput } from './keep-files.ts';
import { OnceAtATime } from './once-at-a-time.ts';
import { persistently } from '../common/persist.ts';
import { readReturnedFiles } from './returned-files.ts';
import type { SandboxDependencies } from './dependencies.ts';
import {
  outcomeOfJob,
  noteHandedOver,
  readJob,
  storedOutcomeOf,
  type StoredJob,
  type StoredOutcome,
  storeOutcome,
} from './stored-code.ts';

export interface OpenSandboxInput extends AskedRun {
  readonly team_id: string;
  readonly ledger_ref: string;
  /** Step number of the row, counted by the workflow. */
  readonly step: number;
  readonly profile: Profile;
  readonly lifetime_ms: number;
  readonly wait_ms: number;
  /** Identifies the case, by masked values only. */
  readonly metadata: Readonly<Record<string, string>>;
}

export interface OpenedSandbox {
  readonly sandbox_id: string;
  /** Task queue of the host that holds the sandbox. Every later call must use this queue. */
  readonly task_queue: string;
}

export interface SandboxCallInput extends AskedRun {
  readonly team_id: string;
  readonly ledger_ref: string;
  readonly step: number;
  readonly sandbox_id: string;
}

export interface RunCodeInput extends SandboxCallInput {
  /** Reference under which the code is sealed, and its outcome stored. Each of a session's jobs has its own. */
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

/**
 * Creates the activities for a sandbox that keeps files and Python variables between calls. The sandbox is opened once, called on
 * its own host, and closed. Each activity may be retried: a second attempt gets the first one's sandbox or outcome, or fails
 * because it is lost.
 */
export const createSessionActivities = (deps: SandboxDependencies) => {
  const jobs = new OnceAtATime<RanCode>();
  return {
    openSandbox: async (input: OpenSandboxInput): Promise<OpenedSandbox> => openSandbox(deps, input),

    /**
     * Runs code; called on the queue of the sandbox's own host.
     * @throws InterruptedError if the sandbox and everything in it is lost
     */
    runCode: async (input: RunCodeInput): Promise<RanCode> =>
      jobs.run(input.job_ref, () => runInSession(deps, input)),

    /**
     * Returns the outcome of code whose host no longer responds; called on any host's queue.
     * @throws InterruptedError if the outcome is unknown, which is then recorded in the ledger
     */
    settleCode: async (input: RunCodeInput): Promise<RanCode> => {
      const job = await readJob(deps, { teamId: input.team_id, ref: input.job_ref });
      return settle(deps, input, job);
    },

    /** Keeps the files that code left; called on the queue of the sandbox's own host, before the sandbox is closed. */
    keepFiles: async (input: KeepFilesInput): Promise<void> => keepFiles(deps, input),

    /**
     * Closes the sandbox; called on the queue of its own host. If that host is gone, so is the sandbox, and any host may write
     * the row.
     */
    closeSandbox: async (input: SandboxCallInput): Promise<void> => {
      await deps.sandboxes.find(input.sandbox_id)?.close();
      // A cancelled run closes the sandbox while code may still be writing its own rows, so the key contains the sandbox's id
      // instead of the step.
      const idemKey = `${input.ledger_ref}/close/${input.sandbox_id}`;
      await deps.ledger.append({
        ...closeRow(contextOf(input, input.sandbox_id)),
        step: input.step,
        idemKey,
      });
    },
  };
};

/**
 * Opens a sandbox and writes a row that names it. If there are several attempts, the first to write the row opens the session;
 * the others give up their own sandbox and return the first one's, if it still exists.
 */
const openSandbox = async (deps: SandboxDependencies, input: OpenSandboxInput): Promise<OpenedSandbox> => {
  const sandbox = await deps.open({
    profile: input.profile,
    teamId: input.team_id,
    run: input.ledger_ref,
    lifetimeMs: input.lifetime_ms,
    waitMs: input.wait_ms,
    session: true,
    metadata: input.metadata,
  });
  let keep = false;
  try {
    const detail = { lifetime_ms: input.lifetime_ms, host: deps.host, metadata: { ...input.metadata } };
    const { scopes: suspendable } = await pythonOf(deps, input);
    const row = { ...openRow(contextOf(input, sandbox.id), detail), step: input.step, suspendable };
    const { entry } = await persistently(() => deps.ledger.append(row));
    const { sandbox_id: first, host } = entry.detail as { sandbox_id: string; host: string };
    if (first !== sandbox.id && (await isThere(deps, first, host))) {
      return { sandbox_id: first, task_queue: deps.queueOf(host) };
    }
    if (first !== sandbox.id) {
      const idemKey = `${input.ledger_ref}/${input.step}/${sandbox.id}`;
      await persistently(() => deps.ledger.append({ ...row, idemKey }));
    }
    keep = true;
    return { sandbox_id: sandbox.id, task_queue: deps.queueOf(deps.host) };
  } finally {
    if (!keep) void sandbox.close().catch(() => undefined);
  }
};

const isThere = async (deps: SandboxDependencies, sandboxId: string, host: string): Promise<boolean> =>
  host === deps.host
    ? deps.sandboxes.find(sandboxId) !== undefined
    : (await whereaboutsOf(deps.db, sandboxId)) === host;

const runInSession = async (deps: SandboxDependencies, input: RunCodeInput): Promise<RanCode> => {
  const ref = { teamId: input.team_id, ref: input.job_ref };
  const job = await readJob(deps, ref);
  const sandbox = deps.sandboxes.find(input.sandbox_id);
  const attempt = newId('act');
  const work = await pythonOf(deps, input);
  const hand = async (): Promise<boolean> =>
    unlessSuspended(deps.db, work, async (tx) => noteHandedOver({ ...deps, db: tx }, ref, attempt));
  // An earlier attempt has noted that it was handing over the code, and may have finished.
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

/** Runs the code. Code that is stopped by a suspension is lost with its sandbox; the run then waits at its next effect. */
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

const settle = async (deps: SandboxDependencies, input: RunCodeInput, job: StoredJob): Promise<RanCode> => {
  const ref = { teamId: input.team_id, ref: input.job_ref };
  const outcome = await outcomeOfJob(deps, ref);
  if (outcome !== undefined) return writeDown(deps, input, job, outcome);
  // Notes a handover now, so that a delayed first attempt can no longer hand over the code.
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

const contextOf = (
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
