import { startMessage } from '../../runs/message/start.ts';
import { markMessageStarted, messagesToStart } from '../../store/records/messages.ts';
import { BATCH, DEADLINE_MS, reconcileEach, type ReconcilerOptions } from './pass.ts';

/** Starts the delivery of messages that steps have queued. Several workers may do this at once. */
export const startMessages = async (options: ReconcilerOptions): Promise<void> => {
  const { db, client, taskQueue } = options;
  await reconcileEach(options, await messagesToStart(db, BATCH), {
    idOf: ({ runId }) => runId,
    reconcileOne: async (message) => {
      const input = { team_id: message.teamId, run_id: message.runId, kind: message.kind };
      await startMessage(client, { taskQueue, input, deadlineMs: DEADLINE_MS });
      await markMessageStarted(db, message);
      return 'message started';
    },
  });
};
