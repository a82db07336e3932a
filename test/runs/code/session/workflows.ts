import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  defineSignal,
  setHandler,
} from '@temporalio/workflow';
import type { RanCode } from '../../../../src/activities/code/run-in-session.ts';
import { openSession, type SessionOptions } from '../../../../src/workflows/sandbox-session.ts';

export interface SessionInput extends Omit<SessionOptions, 'step'> {
  readonly job_refs: readonly string[];
  readonly timeout_ms: number;
  /** Number of the job (from 1) before which the workflow waits for a signal. */
  readonly wait_before?: number;
}

export interface SessionResult {
  readonly sandbox_id: string;
  readonly ran: readonly RanCode[];
  /** Type of the failure that ended the workflow early. */
  readonly failure: string | null;
}

export const goOn = defineSignal('goOn');

/** Opens a sandbox, runs job after job in it, and closes it, as a live run does. */
export const session = async ({
  job_refs,
  timeout_ms,
  wait_before,
  ...options
}: SessionInput): Promise<SessionResult> => {
  let gone = false;
  setHandler(goOn, () => {
    gone = true;
  });
  const sandbox = await openSession({ ...options, step: 1 });
  const ran: RanCode[] = [];
  let step = 2;
  let failure: string | null = null;
  try {
    for (const [index, jobRef] of job_refs.entries()) {
      if (index + 1 === wait_before) await condition(() => gone);
      const outcome = await sandbox.run({ jobRef, step, timeoutMs: timeout_ms });
      ran.push(outcome);
      step = outcome.next_step;
    }
  } catch (error) {
    const cause = error instanceof ActivityFailure ? error.cause : error;
    failure = cause instanceof ApplicationFailure ? (cause.type ?? 'none') : String(cause);
    step += 1;
  }
  await sandbox.close(step);
  return { sandbox_id: sandbox.sandboxId, ran, failure };
};
