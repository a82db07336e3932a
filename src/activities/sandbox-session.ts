import { activityInfo } from '@temporalio/activity';
import { type Profile, SandboxLostError } from '../sandbox/index.ts';
import { closeRow, type CodeRowContext, egressRows, lostRow, openRow, runRow } from './code-rows.ts';
import { Interrupted } from './failures.ts';
import type { SandboxDependencies } from './sandbox.ts';
import { readJob, storeOutcome } from './stored-code.ts';

export interface OpenSandboxInput {
  readonly team_id: string;
  readonly ledger_ref: string;
  /** Step number of the row; the workflow counts. */
  readonly step: number;
  readonly profile: Profile;
  readonly lifetime_ms: number;
  readonly wait_ms: number;
  /** Names the case; masked values only. */
  readonly metadata: Readonly<Record<string, string>>;
}

export interface OpenedSandbox {
  readonly sandbox_id: string;
  /** Where every later call of this sandbox has to go: the queue of the host that holds it. */
  readonly task_queue: string;
}

export interface SandboxCallInput {
  readonly team_id: string;
  readonly ledger_ref: string;
  readonly step: number;
  readonly sandbox_id: string;
}

export interface RunCodeInput extends SandboxCallInput {
  /** Where the code lies sealed; its outcome is stored beside it. */
  readonly job_ref: string;
}

export interface RanCode {
  readonly exit_code: number;
  readonly timed_out: boolean;
  readonly oom_killed: boolean;
  readonly variables_lost: boolean;
  /** The next free step number: attempts to reach a network have rows of their own. */
  readonly next_step: number;
}

/** A sandbox that keeps files and Python variables between calls: opened once, called on its own host, closed. */
export const createSessionActivities = (deps: SandboxDependencies) => ({
  openSandbox: async (input: OpenSandboxInput): Promise<OpenedSandbox> => {
    const sandbox = await deps.sandboxes.open({
      profile: input.profile,
      teamId: input.team_id,
      run: input.ledger_ref,
      lifetimeMs: input.lifetime_ms,
      waitMs: input.wait_ms,
      session: true,
      metadata: input.metadata,
    });
    try {
      const detail = { lifetime_ms: input.lifetime_ms, metadata: { ...input.metadata } };
      await deps.ledger.append({ ...openRow(contextOf(input, sandbox.id), detail), step: input.step });
    } catch (error) {
      void sandbox.close();
      throw error;
    }
    return { sandbox_id: sandbox.id, task_queue: deps.hostQueue };
  },

  /** @throws Interrupted when the sandbox is gone: what ran before in it is gone too */
  runCode: async (input: RunCodeInput): Promise<RanCode> => {
    const context = contextOf(input, input.sandbox_id);
    const ref = { teamId: input.team_id, ref: input.job_ref };
    const job = await readJob(deps, ref);
    const lost = async (): Promise<never> => {
      await deps.ledger.append({ ...lostRow(context, job), step: input.step });
      throw new Interrupted();
    };
    const sandbox = deps.sandboxes.find(input.sandbox_id);
    if (sandbox === undefined) return lost();
    try {
      const outcome = await sandbox.run(job);
      await storeOutcome(deps, ref, sandbox.id, outcome, new Map());
      const rows = [runRow(context, job, outcome), ...egressRows(context, outcome.egress_attempts)];
      await Promise.all(
        rows.map(async (row, index) => deps.ledger.append({ ...row, step: input.step + index })),
      );
      const { exit_code, timed_out, oom_killed, variables_lost } = outcome;
      return { exit_code, timed_out, oom_killed, variables_lost, next_step: input.step + rows.length };
    } catch (error) {
      if (error instanceof SandboxLostError) return lost();
      throw error;
    }
  },

  closeSandbox: async (input: SandboxCallInput): Promise<void> => {
    await deps.sandboxes.find(input.sandbox_id)?.close();
    await deps.ledger.append({ ...closeRow(contextOf(input, input.sandbox_id)), step: input.step });
  },
});

const contextOf = (
  input: { readonly team_id: string; readonly ledger_ref: string },
  sandboxId: string,
): CodeRowContext => ({
  teamId: input.team_id,
  ledgerRef: input.ledger_ref,
  sandboxId,
  actor: {
    workflow_id: activityInfo().workflowExecution?.workflowId ?? '',
    activity_id: activityInfo().activityId,
  },
});
