import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowStartOptions,
} from '@temporalio/client';

/** A workflow to start. Its id is its run's id, and is never reused. */
export interface WorkflowStart {
  /** Name of the workflow function exported by src/workflows/index.ts. */
  readonly workflow: string;
  readonly workflowId: string;
  readonly taskQueue: string;
  readonly input: object;
  /** Maximum lifetime, after which Temporal ends the workflow. */
  readonly executionTimeout: NonNullable<WorkflowStartOptions['workflowExecutionTimeout']>;
  /** Summary for Temporal's Web UI. */
  readonly summary: string;
  readonly searchAttributes: NonNullable<WorkflowStartOptions['typedSearchAttributes']>;
  readonly more?: Pick<WorkflowStartOptions, 'startDelay' | 'workflowTaskTimeout'>;
  /** How long to wait for Temporal, in milliseconds. */
  readonly deadlineMs: number;
}

/**
 * Starts a workflow unless one with the same id was started before, so it is safe to call this twice.
 * @throws ServiceError or a gRPC error when Temporal does not accept it in time
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
