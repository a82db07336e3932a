import type { z } from 'zod';
import type { checkpointSchema } from '../../../contract/checkpoint.ts';
import { getLatestCheckpoint, makeCheckpoint } from '../../../contract/operations/proofs.ts';
import type { StoredCheckpoint } from '../../../ledger/checkpoints.ts';
import { latestSigned } from '../../../ledger/signed-checkpoints.ts';
import { dependencyAway, ProblemError } from '../../http/problem.ts';
import { type Reply, route } from '../../services/route.ts';

const NONE =
  'No checkpoint has been signed yet. POST /v1/govern/checkpoints signs one as soon as there are rows.';

/** Returns a checkpoint as the API shows it. */
export const showCheckpoint = ({
  origin,
  size,
  root,
  note,
  createdAt,
  cosignedBy,
}: StoredCheckpoint): z.output<typeof checkpointSchema> => ({
  origin,
  size,
  root: root.toString('base64'),
  checkpoint: note,
  created_at: createdAt.toISOString(),
  cosigned_by: [...cosignedBy],
});

const show = (checkpoint: StoredCheckpoint | undefined): Reply => {
  if (checkpoint === undefined) throw new ProblemError('not-found', { detail: NONE });
  return { status: 200, body: showCheckpoint(checkpoint) };
};

export const getLatestCheckpointRoute = route(getLatestCheckpoint, async ({ caller }, { pool }) =>
  show((await latestSigned(pool, caller.teamId)).checkpoint),
);

/** Has a worker sign the checkpoint, because this process does not have the signing key. */
export const makeCheckpointRoute = route(makeCheckpoint, async ({ caller, requestId }, services) => {
  const { workflows, pool, log } = services;
  try {
    const signing = await workflows.signCheckpoint(caller.teamId, requestId);
    if (signing.outcome === 'refused') throw new ProblemError('ledger-broken');
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    log.warn({ request_id: requestId, error }, 'checkpoint could not be signed through Temporal');
    throw dependencyAway('Temporal');
  }
  return show((await latestSigned(pool, caller.teamId)).checkpoint);
});
