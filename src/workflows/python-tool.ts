import { CancellationScope, isCancellation, patched } from '@temporalio/workflow';
import type { RanCode } from '../activities/code/run-in-session.ts';
import type { CallInput, CodeEnd, ToolOutcome } from '../activities/agent/types.ts';
import { isOfType } from './activity-failure.ts';
import type { Tool } from './agent-loop.ts';
import type { Suspension } from './suspension.ts';
import { openSession, type SandboxSession, type SessionOptions } from './sandbox-session.ts';

export interface PythonToolOptions {
  readonly session: Omit<SessionOptions, 'step'>;
  /** Maximum wall time for a call's code, in milliseconds. A sandbox with less lifetime left is replaced first. */
  readonly timeoutMs: number;
  readonly suspension: Suspension;
  /** Seals a call's code as a job. If `first` is set, the sandbox is fresh and needs the input files. */
  readonly prepare: (call: CallInput & { readonly first: boolean }) => Promise<{ readonly job_ref: string }>;
  /** Whether the files that code leaves are kept when the sandbox is closed. */
  readonly keepsFiles?: boolean;
  /** Stores a call's result for the model. */
  readonly answer: (
    call: CallInput & { readonly job_ref: string; readonly end: CodeEnd },
  ) => Promise<ToolOutcome>;
}

export interface PythonTool extends Tool {
  /**
   * Releases the sandbox, if there is one, while the run waits. The next call gets a fresh one.
   * @returns the next free step
   */
  readonly release: (step: number) => Promise<number>;
  /** Destroys the sandbox, if there is one, and writes its row, even if the workflow was cancelled. */
  readonly close: (steps: { next: number }) => Promise<void>;
}

/**
 * Creates a loop's `run_python` tool. The first call opens the sandbox, which is kept open until `close`. If the sandbox is lost
 * or near the end of its life, or was given back while the run waited, the next call replaces it, and the model is informed that the
 * old sandbox's variables are gone.
 */
export const createPythonTool = (options: PythonToolOptions): PythonTool => {
  const { timeoutMs, suspension } = options;
  const keepFor = Math.max(0, options.session.lifetime_ms - timeoutMs);
  let session: SandboxSession | undefined;
  let opened = 0;
  let sessions = 0;
  let lastJob: string | undefined;

  const closeNow = async (step: number): Promise<void> => {
    const open = session;
    session = undefined;
    await open?.close(step);
  };

  const keepFiles = async (): Promise<void> => {
    const job = lastJob;
    lastJob = undefined;
    if (options.keepsFiles === true && job !== undefined && patched('keep-files'))
      await CancellationScope.nonCancellable(async () => session?.keepFiles(job));
  };

  return {
    run: async (call) => {
      let { step } = call;
      const fresh = session === undefined || Date.now() - opened > keepFor;
      const job = await options.prepare({ ...call, first: fresh });
      const answer = async (end: CodeEnd): Promise<ToolOutcome> =>
        suspension.heed(async () => options.answer({ ...call, step, job_ref: job.job_ref, end }));
      if (session !== undefined && fresh) {
        await closeNow(step);
        step += 1;
      }
      if (session === undefined) {
        try {
          const opening = { ...options.session, step };
          // If opening were abandoned half-way, nobody would close the sandbox.
          session = await suspension.heed(async () =>
            CancellationScope.nonCancellable(async () => openSession(opening)),
          );
        } catch (error) {
          if (!isOfType(error, 'SandboxesBusy', 'SandboxesUnavailable')) throw error;
          return answer({ busy: true });
        }
        step += 1;
        opened = Date.now();
        sessions += 1;
      }
      try {
        const open = session;
        const ran = await suspension.heed(async () =>
          untilCancelled(open, { jobRef: job.job_ref, step, timeoutMs }),
        );
        step = ran.next_step;
        lastJob = job.job_ref;
        return await answer({ ran, fresh: fresh && sessions > 1 });
      } catch (error) {
        if (!isOfType(error, 'Interrupted')) throw error;
        lastJob = undefined;
        // The row for the lost code has used this step number.
        await closeNow(step + 1);
        step += 2;
        return await answer({ lost: true });
      }
    },
    release: async (step) => {
      if (session === undefined) return step;
      await keepFiles();
      await closeNow(step);
      return step + 1;
    },
    close: async (steps) => {
      if (session === undefined) return;
      await keepFiles();
      await closeNow(steps.next);
      steps.next += 1;
    },
  };
};

/** Runs code. On cancellation, destroys the sandbox and waits until that is recorded. */
const untilCancelled = async (
  session: SandboxSession,
  job: Parameters<SandboxSession['run']>[0],
): Promise<RanCode> => {
  const running = CancellationScope.nonCancellable(async () => session.run(job));
  try {
    return await Promise.race([running, CancellationScope.current().cancelRequested]);
  } catch (error) {
    if (isCancellation(error)) {
      await session.close(job.step + 1);
      await running.catch(() => undefined);
    }
    throw error;
  }
};
