import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import type { RanCode } from '../activities/sandbox-session.ts';
import type { CallInput, ToolOutcome } from '../activities/agent/types.ts';
import type { Tool } from './agent-loop.ts';
import { openSession, type SandboxSession, type SessionOptions } from './sandbox-session.ts';

/** What became of the code of a call. */
export type CodeEnd = { readonly ran: RanCode } | { readonly lost: true } | { readonly busy: true };

export interface PythonToolOptions {
  readonly session: Omit<SessionOptions, 'step'>;
  /** Seals the code of a call as a job; `first`: the sandbox is fresh, so that input files have to go along. */
  readonly prepare: (
    call: CallInput & { readonly first: boolean },
  ) => Promise<{ readonly job_ref: string; readonly timeout_ms: number }>;
  /** Stores the result of a call for the model. */
  readonly answer: (
    call: CallInput & { readonly job_ref: string; readonly end: CodeEnd },
  ) => Promise<ToolOutcome>;
}

export interface PythonTool extends Tool {
  /** Destroys the sandbox, if there is one, and writes its row; also when the workflow was cancelled. */
  readonly close: (steps: { next: number }) => Promise<void>;
}

/**
 * `run_python` of a loop. The sandbox is opened at the first call and stays until `close`. When it is lost the model is
 * told so, and the next call opens another one.
 */
export const createPythonTool = (options: PythonToolOptions): PythonTool => {
  let session: SandboxSession | undefined;
  return {
    run: async (call) => {
      let { step } = call;
      const first = session === undefined;
      const job = await options.prepare({ ...call, first });
      const answer = async (end: CodeEnd): Promise<ToolOutcome> =>
        options.answer({ ...call, step, job_ref: job.job_ref, end });
      if (session === undefined) {
        try {
          session = await openSession({ ...options.session, step });
          step += 1;
        } catch (error) {
          if (!isOfType(error, 'SandboxesBusy', 'SandboxesUnavailable')) throw error;
          return answer({ busy: true });
        }
      }
      try {
        const ran = await session.run({ jobRef: job.job_ref, step, timeoutMs: job.timeout_ms });
        step = ran.next_step;
        return await answer({ ran });
      } catch (error) {
        if (!isOfType(error, 'Interrupted')) throw error;
        const lost = session;
        session = undefined;
        // The row of the code that was lost has this step.
        step += 1;
        await lost.close(step);
        step += 1;
        return await answer({ lost: true });
      }
    },
    close: async (steps) => {
      if (session === undefined) return;
      const open = session;
      session = undefined;
      await open.close(steps.next);
      steps.next += 1;
    },
  };
};

const isOfType = (error: unknown, ...types: readonly string[]): boolean =>
  error instanceof ActivityFailure &&
  error.cause instanceof ApplicationFailure &&
  types.includes(error.cause.type ?? '');
