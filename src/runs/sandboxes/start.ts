import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { queuesOf } from '../../temporal/queues.ts';
import { teamIdAttribute } from '../../temporal/search-attributes.ts';
import { startOnce } from '../../temporal/start-once.ts';
import type { SandboxSessionInput, SandboxWord } from './workflow.ts';

/** Time in milliseconds, on top of its life, in which a sandbox's workflow opens and closes it. */
const SLACK_MS = 10 * 60_000;

/** Starts the workflow that owns a sandbox. Its id is the sandbox's, so a second call has no effect. */
export const startSandboxSession = async (
  client: Client,
  options: {
    readonly taskQueue: string;
    readonly input: Omit<SandboxSessionInput, 'sandbox_queue'>;
    readonly deadlineMs: number;
  },
): Promise<void> => {
  const { taskQueue } = options;
  const input: SandboxSessionInput = { ...options.input, sandbox_queue: queuesOf(taskQueue).sandboxes };
  await startOnce(client, {
    workflow: 'sandboxSession',
    workflowId: input.ledger_ref,
    taskQueue: queuesOf(taskQueue).steps,
    input,
    executionTimeout: input.lifetime_ms + SLACK_MS,
    summary: 'sandbox of a developer',
    searchAttributes: [{ key: teamIdAttribute, value: input.team_id }],
    deadlineMs: options.deadlineMs,
  });
};

/** Gives a word to the workflow of a sandbox. A program counts once. @returns false if the workflow has ended */
export const signalSandbox = async (client: Client, word: SandboxWord): Promise<boolean> => {
  try {
    await client.workflow.getHandle(word.ledger_ref).signal<[SandboxWord]>('word', word);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
};
