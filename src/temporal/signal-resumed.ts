import { type Client, WorkflowNotFoundError } from '@temporalio/client';

/** How many workflows are signalled at the same time. */
const AT_ONCE = 16;

/** The signal's content, which only makes a waiting run ask the database again. */
export interface ResumedWord {
  readonly kind: 'safety.resumed';
  readonly run_id: string;
}

/**
 * Tells runs that a suspension has ended. A run that misses this asks the database by itself within a minute.
 * @returns how many were told
 * @throws a gRPC error when Temporal cannot be reached in time
 */
export const signalResumed = async (
  client: Client,
  runIds: readonly string[],
  deadlineMs: number,
): Promise<number> => {
  const left = runIds.values();
  let told = 0;
  const tell = async (): Promise<void> => {
    for (const run_id of left) {
      const word: ResumedWord = { kind: 'safety.resumed', run_id };
      try {
        await client.withDeadline(Date.now() + deadlineMs, async () =>
          client.workflow.getHandle(run_id).signal<[ResumedWord]>('resumed', word),
        );
        told += 1;
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, tell));
  return told;
};
