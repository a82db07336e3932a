import { type Client, isGrpcServiceError } from '@temporalio/client';
import temporalProto from '@temporalio/proto';

const { WorkflowExecutionStatus } = temporalProto.temporal.api.enums.v1;

/** gRPC status code. */
const NOT_FOUND = 5;

/** Compares numbers because the enum is in a package that this project does not import directly. */
const isNotFound = (code: number): boolean => code === NOT_FOUND;

/** A workflow's state: running, or how it ended. */
export type WorkflowStatus =
  'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'TERMINATED' | 'TIMED_OUT' | 'CONTINUED_AS_NEW';

const STATUSES: ReadonlyMap<number, WorkflowStatus> = new Map([
  [WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING, 'RUNNING'],
  [WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_PAUSED, 'RUNNING'],
  [WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED, 'COMPLETED'],
  [WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_FAILED, 'FAILED'],
  [WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CANCELED, 'CANCELLED'],
  [WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TERMINATED, 'TERMINATED'],
  [WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TIMED_OUT, 'TIMED_OUT'],
  [WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW, 'CONTINUED_AS_NEW'],
]);

/**
 * Returns the state of the latest workflow with the given id. Does not use the client's `describe()`, because that opens the memo
 * first and fails if someone else wrote it.
 * @returns undefined when Temporal does not know a workflow with that id
 * @throws a gRPC error when Temporal cannot be reached
 */
export const workflowStatus = async (
  client: Client,
  workflowId: string,
  deadlineMs: number,
): Promise<WorkflowStatus | undefined> => {
  const { namespace } = client.options;
  try {
    const { workflowExecutionInfo } = await client.withDeadline(Date.now() + deadlineMs, async () =>
      client.workflowService.describeWorkflowExecution({ namespace, execution: { workflowId } }),
    );
    const code = workflowExecutionInfo?.status ?? 0;
    const status = STATUSES.get(code);
    if (status === undefined) throw new Error(`Temporal returned an unknown workflow status: ${code}`);
    return status;
  } catch (error) {
    if (isGrpcServiceError(error) && isNotFound(error.code)) return undefined;
    throw error;
  }
};
