import type { Db } from './digest.ts';

/** Queues a message to a person, once per run and kind. The body must not contain an identifier. */
export const queueMessage = async (
  tx: Db,
  teamId: string,
  runId: string,
  message: {
    readonly kind: 'device_alert' | 'text_message';
    readonly toMasked: string;
    readonly body: string;
  },
): Promise<void> => {
  await tx
    .insertInto('messages')
    .values({
      team_id: teamId,
      run_id: runId,
      kind: message.kind,
      to_masked: message.toMasked,
      body: message.body,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
