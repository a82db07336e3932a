import {
  type CheckpointActivities,
  createCheckpointActivities,
} from '../../activities/ledger/checkpoints.ts';
import { publishKeys } from '../../ledger/log-keys.ts';
import { createSigners } from '../../ledger/signing-keys.ts';
import { ensureCheckpointSchedule } from '../../temporal/checkpoints.ts';
import { queuesOf } from '../../temporal/queues.ts';
import { createWitness } from '../../ledger/witnesses/index.ts';
import { openLedgerReview, openWitnessReview } from '../../runs/reviews/witness.ts';
import { untilScheduled } from '../connect.ts';
import type { WorkerParts } from '../parts.ts';

/** Postgres error code, returned because the service's role may only publish an installation's first keys. */
const INSUFFICIENT_PRIVILEGE = '42501';

const NOT_DELIVERABLE = 'checkpoint could not be delivered: the ledger does not verify';

/** Ensures that the schedule exists, and returns the activities that sign checkpoints and send them to witnesses. */
export const prepareCheckpoints = async (parts: WorkerParts): Promise<CheckpointActivities> => {
  const { config, pool, db, ledger, log, client } = parts;
  const signers = createSigners(config);
  const publicKeys = signers.map(({ publicKey }) => publicKey);
  await untilScheduled(log, async () =>
    ensureCheckpointSchedule(client, {
      taskQueue: queuesOf(config.TEMPORAL_TASK_QUEUE).steps,
      everySeconds: config.LEDGER_CHECKPOINT_EVERY_S,
    }),
  );
  return createCheckpointActivities({
    pool,
    signers,
    originBase: config.LEDGER_ORIGIN,
    publishKeys: async () => {
      try {
        await publishKeys(pool, config.LEDGER_ORIGIN, publicKeys);
      } catch (error) {
        if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
        // The published keys remain the signing keys. If this worker has none of them, signing reports that.
        log.warn({}, 'the signing keys differ from the published ones: run `pramaan ledger publish-keys`');
      }
    },
    onForeign: ({ teamId, sizes }) =>
      log.error(
        { team_id: teamId, seq: sizes[0] },
        'ALERT: no key of the log signed a stored checkpoint; signing skips it',
      ),
    witnesses: config.LEDGER_WITNESSES.map((witness) =>
      createWitness(witness, config.LEDGER_WEBHOOK_SIGNATURE),
    ),
    reportRefusal: ({ teamId, reason }) =>
      log.error({ team_id: teamId, outcome: reason }, 'checkpoint not signed: the ledger does not verify'),
    reportShipment: async ({ teamId, witness, outcome, detail, isBroken }) => {
      if (outcome === 'delivered') return;
      const [level, message] =
        outcome === 'refused'
          ? (['error', isBroken ? NOT_DELIVERABLE : 'witness contradicts the ledger'] as const)
          : (['warn', 'checkpoint could not be delivered'] as const);
      log[level]({ team_id: teamId, witness, outcome: detail }, message);
      if (outcome !== 'refused') return;
      try {
        const open = isBroken ? openLedgerReview : openWitnessReview;
        await open(db, ledger, { teamId, witness, detail: detail ?? '' });
      } catch (error) {
        // A chain that is too damaged to append to must not keep other teams' checkpoints from being delivered.
        log.error({ team_id: teamId, witness, error }, 'the review of a refusal could not be opened');
      }
    },
  });
};
