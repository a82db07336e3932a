import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { CheckpointActivities } from '../activities/ledger/checkpoints.ts';
import type { Signing } from '../ledger/sign.ts';

/**
 * The first checkpoint over a long chain requires reading all of it, so the worker sends a heartbeat every second
 * (activities/common/heartbeat.ts). If an activity fails permanently, the schedule's next run repeats the work.
 */
const { signTeamCheckpoint, signDueCheckpoints, shipTeamCheckpoint, shipDueCheckpoints } =
  proxyActivities<CheckpointActivities>({
    startToCloseTimeout: '1h',
    heartbeatTimeout: '10s',
    retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s', maximumAttempts: 10 },
  });

/** Number of passes after which the workflow continues as new. Each pass signs for up to a hundred teams. */
const MAX_PASSES = 100;

export interface LedgerCheckpointsInput {
  /** Team after which to continue; '' at the start. */
  readonly after: string;
}

/** Signs every chain that has grown, and then sends the checkpoints to the witnesses. Started by the schedule. */
export const ledgerCheckpoints = async ({ after }: LedgerCheckpointsInput): Promise<void> => {
  let next: string | null = after;
  for (let pass = 0; next !== null; pass += 1) {
    if (pass === MAX_PASSES) await continueAsNew<typeof ledgerCheckpoints>({ after: next });
    next = (await signDueCheckpoints({ after: next })).next;
  }
  await shipDueCheckpoints();
};

/** Signs the current rows of one team's chain and sends the checkpoint to the witnesses. Started on demand. */
export const teamCheckpoint = async ({ team_id }: { readonly team_id: string }): Promise<Signing> => {
  const signing = await signTeamCheckpoint({ team_id });
  await shipTeamCheckpoint({ team_id });
  return signing;
};
