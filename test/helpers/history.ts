import temporalProto from '@temporalio/proto';
import type { TestService } from './service.ts';

/** Returns the size in bytes of each event in a workflow's history. */
export const eventSizes = async (
  service: Pick<TestService, 'engine'>,
  workflowId: string,
): Promise<readonly number[]> => {
  const { events } = await service.engine.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).map(
    (event) => temporalProto.temporal.api.history.v1.HistoryEvent.encode(event).finish().byteLength,
  );
};
