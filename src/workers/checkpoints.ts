import { type CheckpointActivities, createCheckpointActivities } from '../activities/checkpoints.ts';
import { publishKeys } from '../ledger/log-keys.ts';
import { createSigners } from '../ledger/signing-keys.ts';
import { ensureCheckpointSchedule } from '../temporal/checkpoints.ts';
import { queuesOf } from '../temporal/queues.ts';
import { createWitness } from '../witnesses/index.ts';
import type { WorkerParts } from './parts.ts';

/** Has the schedule run, and gives the activities that sign and ship. */
export const prepareCheckpoints = async (parts: WorkerParts): Promise<CheckpointActivities> => {
  const { config, pool, log, client } = parts;
  const signers = createSigners(config);
  const publicKeys = signers.map(({ publicKey }) => publicKey);
  await ensureCheckpointSchedule(client, {
    taskQueue: queuesOf(config.TEMPORAL_TASK_QUEUE).steps,
    everySeconds: config.LEDGER_CHECKPOINT_EVERY_S,
  });
  return createCheckpointActivities({
    pool,
    signers,
    originBase: config.LEDGER_ORIGIN,
    publishKeys: async () => publishKeys(pool, config.LEDGER_ORIGIN, publicKeys),
    witnesses: config.LEDGER_WITNESSES.map(createWitness),
    reportRefusal: ({ teamId, reason }) =>
      log.error({ team_id: teamId, outcome: reason }, 'no checkpoint is signed: the ledger does not verify'),
    reportShipment: ({ teamId, witness, outcome, detail }) => {
      if (outcome === 'delivered') return;
      const [level, message] =
        outcome === 'refused'
          ? (['error', 'a witness contradicts the ledger'] as const)
          : (['warn', 'a checkpoint could not be delivered'] as const);
      log[level]({ team_id: teamId, witness, outcome: detail }, message);
    },
  });
};
