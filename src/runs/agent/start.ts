import type { Client } from '@temporalio/client';
import type { Actor } from '../../contract/actor.ts';
import { askedInput } from '../asked.ts';
import type { AgentRunKind, AgentRunRef } from './stored-result.ts';
import type { Budgets } from '../../governance/agent/budgets.ts';
import type { RunAsk } from '../../governance/reviews/asked-calls.ts';
import { queuesOf } from '../../temporal/queues.ts';
import { teamIdAttribute } from '../../temporal/search-attributes.ts';
import { startOnce } from '../../temporal/start-once.ts';
import { executionTimeoutOf, SANDBOX_WAIT_MS } from './workflow-limits.ts';
import { modelInput } from './model-input.ts';
import type { CodeAgentInput } from './workflow.ts';

const WORKFLOWS: Readonly<Record<AgentRunKind, { readonly name: string; readonly summary: string }>> = {
  task: { name: 'agentTask', summary: 'agent task' },
  analysis: { name: 'analysis', summary: 'data analysis' },
};

export interface StartableRun extends AgentRunRef {
  readonly kind: AgentRunKind;
  readonly budgets: Budgets;
  /** Name of the model, and whether the request named it. */
  readonly model?: string;
  readonly modelChosen?: boolean;
  /** Who asked for the run; null if an earlier release accepted it. */
  readonly askedBy: Actor | null;
  /** The tools whose calls wait for a person; null if there are none. */
  readonly ask: RunAsk | null;
}

/**
 * Starts the workflow for an agent task or an analysis. Its ledger_ref is the workflow's id, so a second call has no effect.
 * @param taskQueue base name for the installation's queues
 * @throws ServiceError or a gRPC error when Temporal is unavailable; the reconciler then starts the run later
 */
export const startAgentRun = async (
  client: Client,
  options: { readonly taskQueue: string; readonly run: StartableRun; readonly deadlineMs: number },
): Promise<void> => {
  const { run, taskQueue } = options;
  const { name, summary } = WORKFLOWS[run.kind];
  const input: CodeAgentInput = {
    team_id: run.teamId,
    ledger_ref: run.ledgerRef,
    budgets: run.budgets,
    sandbox_queue: queuesOf(taskQueue).sandboxes,
    sandbox_wait_ms: SANDBOX_WAIT_MS,
    ...askedInput(run.askedBy),
    ...modelInput({ name: run.model ?? '', chosen: run.modelChosen === true }),
    ...(run.ask !== null && { ask: run.ask }),
  };
  await startOnce(client, {
    workflow: name,
    workflowId: input.ledger_ref,
    taskQueue: queuesOf(taskQueue).steps,
    input,
    executionTimeout: executionTimeoutOf(run.budgets, run.ask),
    summary,
    searchAttributes: [{ key: teamIdAttribute, value: input.team_id }],
    deadlineMs: options.deadlineMs,
  });
};
