import { whereaboutsOf } from '../../store/hosts/hosts.ts';
import type { AskedRun } from '../../ledger/index.ts';
import type { Profile } from '../../sandbox/index.ts';
import { closeRow, openRow } from './ledger-rows.ts';
import { pythonOf } from './python-scopes.ts';
import type { SandboxCallInput } from './call-input.ts';
import { keepFiles, type KeepFilesInput } from './keep-files.ts';
import { OnceAtATime } from './once-at-a-time.ts';
import { persistently } from '../common/persist.ts';
import type { SandboxDependencies } from './dependencies.ts';
import { readJob } from './stored-code.ts';
import { settle, runInSession, contextOf, type RanCode, type RunCodeInput } from './run-in-session.ts';

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
  /** Memory limit in MiB, if it differs from the profile's. */
  readonly memory_mb?: number;
  /** Whether a developer keeps the sandbox. */
  readonly kept?: boolean;
}

export interface OpenedSandbox {
  readonly sandbox_id: string;
  /** Task queue of the host that holds the sandbox. Every later call must use this queue. */
  readonly task_queue: string;
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
    ...(input.memory_mb !== undefined && { memoryMb: input.memory_mb }),
    ...(input.kept === true && { kept: true }),
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
