import {
  type CheckpointActivities,
  createCheckpointActivities,
} from '../../activities/ledger/checkpoints.ts';
import { publishKeys } from '../../ledger/log-keys.ts';
import { createSigners } from '../../ledger/signing-keys.ts';
import { ensureCheckpointSchedule } from '../../temporal/checkpoints.ts';
import { queuesOf } from '../../temporal/queues.ts';
import { createWitness } from '../../ledger/witnesses/index.ts';
import type { WorkerParts } from '../parts.ts';

/** Postgres error code. The service's role may publish only the first keys. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** Ensures that the schedule exists and returns the activities that sign and ship. */
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
    publishKeys: async () => {
      try {
        await publishKeys(pool, config.LEDGER_ORIGIN, publicKeys);
      } catch (error) {
        if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
        // The published keys go on signing; signing reports when none of them is available here.
        log.warn({}, 'the signing keys differ from the published ones: run `pramaan ledger publish-keys`');
      }
    },
    onForeign: ({ teamId, sizes }) =>
      log.error(
        { team_id: teamId, seq: sizes[0] },
        'ALERT: a stored checkpoint is signed by no key of the log; signing steps over it',
      ),
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
