import { listCheckpoints, listWitnesses } from '../../../contract/operations/proofs.ts';
import { checkpointsBelow } from '../../../ledger/checkpoints.ts';
import { isSigned, keysOfLog } from '../../../ledger/signed-checkpoints.ts';
import { witnessStates } from '../../../ledger/witnesses/shipments.ts';
import { readNumberCursor, writeCursor } from '../../runs/cursor.ts';
import { route } from '../../services/route.ts';
import { showCheckpoint } from './checkpoint.ts';

/** Lists checkpoints. Its cursor is the size of the last one. */
export const listCheckpointsRoute = route(listCheckpoints, async ({ query, caller }, { pool, rings }) => {
  const { teamId } = caller;
  const { limit } = query;
  const below =
    query.cursor === undefined
      ? Number.MAX_SAFE_INTEGER
      : readNumberCursor(rings.cursor, teamId, query.cursor);
  const [found, keys] = await Promise.all([
    checkpointsBelow(pool, teamId, { below, limit: limit + 1 }),
    keysOfLog(pool, teamId),
  ]);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const end = last && { createdAt: last.createdAt, id: String(last.size) };
  return {
    status: 200,
    body: {
      checkpoints: page.filter((one) => isSigned(one, keys)).map(showCheckpoint),
      next_cursor: end ? writeCursor(rings.cursor, teamId, end) : null,
    },
  };
});

export const listWitnessesRoute = route(listWitnesses, async ({ caller }, { pool }) => {
  const states = await witnessStates(pool, caller.teamId);
  return {
    status: 200,
    body: {
      witnesses: states.map(({ triedAt, deliveredAt, ...state }) => ({
        ...state,
        tried_at: triedAt.toISOString(),
        delivered_at: deliveredAt?.toISOString() ?? null,
      })),
    },
  };
});
