import { ApplicationFailure, CancellationScope, isCancellation } from '@temporalio/workflow';
import type { AgentEnd } from '../activities/agent/end/finish.ts';
import type { AgentRun } from '../activities/agent/types.ts';
import type { CodeAgentInput } from '../runs/agent/workflow.ts';
import type { Profile } from '../sandbox/job.ts';
import type { LoopEnd } from './agent-loop.ts';
import type { Suspension } from './suspension.ts';
import type { PythonTool, PythonToolOptions } from './python-tool.ts';
import { endReason } from './end-reason.ts';

type Stopped = Extract<AgentEnd, { how: 'stopped' }>;

export type CodeAgentEnd = LoopEnd | Stopped;

/** Maximum wall time for one call's code, in milliseconds. */
export const CODE_MS = 60_000;
/** Lifetime of a sandbox in milliseconds. It is longer than an ordinary run takes, and a sandbox near its end is replaced. */
const SANDBOX_MS = 1_200_000;

/** Maximum time to store a run's result, which may include megabytes of charts. */
export const WRITE_WITHIN = '2m';

export const runOf = ({ team_id, ledger_ref, asked_by, model }: CodeAgentInput, agent: string): AgentRun => ({
  team_id,
  ledger_ref,
  run_id: ledger_ref,
  agent,
  ...(asked_by !== undefined && { asked_by }),
  ...(model !== undefined && { model }),
});

export const sessionOf = (input: CodeAgentInput, profile: Profile): PythonToolOptions['session'] => ({
  team_id: input.team_id,
  ledger_ref: input.ledger_ref,
  task_queue: input.sandbox_queue,
  profile,
  lifetime_ms: SANDBOX_MS,
  wait_ms: input.sandbox_wait_ms,
  metadata: { run: input.ledger_ref },
  ...(input.asked_by !== undefined && { asked_by: input.asked_by }),
});

/** Does a run's work, destroys its sandbox, and records the run's end even if the work fails. */
export const codeAgentRun = async ({
  python,
  suspension,
  work,
  finish,
}: {
  readonly python: PythonTool;
  readonly suspension: Suspension;
  readonly work: (steps: { next: number }) => Promise<CodeAgentEnd>;
  readonly finish: (end: AgentEnd, step: number) => Promise<void>;
}): Promise<void> => {
  const steps = { next: 1 };
  try {
    const end = await work(steps);
    await python.close(steps);
    await suspension.heed(async () =>
      finish(end.how === 'done' ? { how: 'done', turn: end.turn } : stopped(end), steps.next),
    );
  } catch (error) {
    const reason = reasonOf(error);
    await CancellationScope.nonCancellable(async () => {
      await python.close(steps);
      await finish({ how: 'stopped', ...reason }, steps.next);
    });
    if (isCancellation(error)) throw error;
    throw ApplicationFailure.nonRetryable(reason.message, reason.code);
  }
};

const stopped = ({ code, message, dataset }: Stopped): AgentEnd => ({
  how: 'stopped',
  code,
  message,
  ...(dataset !== undefined && { dataset }),
});

const reasonOf = (error: unknown) => endReason(error, { activity: 'Activity', refused: 'refused_step' });
