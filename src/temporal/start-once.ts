import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowStartOptions,
} from '@temporalio/client';

/** A workflow to start. Its id is that of its run, which is never used again. */
export interface WorkflowStart {
  /** The name that src/workflows/index.ts exports it under. */
  readonly workflow: string;
  readonly workflowId: string;
  readonly taskQueue: string;
  readonly input: object;
  /** Temporal ends a workflow that lives longer. */
  readonly executionTimeout: NonNullable<WorkflowStartOptions['workflowExecutionTimeout']>;
  /** Shown in the Web UI. */
  readonly summary: string;
  readonly searchAttributes: NonNullable<WorkflowStartOptions['typedSearchAttributes']>;
  readonly more?: Pick<WorkflowStartOptions, 'startDelay' | 'workflowTaskTimeout'>;
  /** How long to wait for Temporal. */
  readonly deadlineMs: number;
}

/**
 * Starts a workflow unless one with its id was started before: starting twice is starting once.
 * @throws ServiceError or a gRPC error when Temporal does not take it in time
 */
export const startOnce = async (client: Client, start: WorkflowStart): Promise<void> => {
  try {
    await client.withDeadline(Date.now() + start.deadlineMs, async () =>
      client.workflow.start(start.workflow, {
        workflowId: start.workflowId,
        taskQueue: start.taskQueue,
        args: [start.input],
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowExecutionTimeout: start.executionTimeout,
        staticSummary: start.summary,
        typedSearchAttributes: start.searchAttributes,
        ...start.more,
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
};
