import { getConsistency } from '../../../contract/operations/proofs.ts';
import type { FieldError } from '../../../contract/problem.ts';
import { proveConsistency } from '../../../ledger/prove.ts';
import { latestSigned } from '../../../ledger/signed-checkpoints.ts';
import { whenBroken } from '../../runs/ledger-broken.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';

const base64 = (hash: Buffer): string => hash.toString('base64');

export const getConsistencyRoute = route(getConsistency, async ({ query, caller, requestId }, services) => {
  const { pool, log } = services;
  const { teamId } = caller;
  const { checkpoint: latest } = await latestSigned(pool, teamId);
  if (latest === undefined)
    throw new ProblemError('not-found', { detail: 'No checkpoint has been signed yet.' });
  const { from, to = latest.size } = query;
  const errors: FieldError[] = [];
  if (to > latest.size)
    errors.push({ in: 'query', pointer: '/to', message: `expected at most ${latest.size}` });
  if (from > to)
    errors.push({ in: 'query', pointer: '/from', message: 'expected at most the value of `to`' });
  if (errors.length > 0) throw new ProblemError('invalid-request', { errors });
  const { checkpoint, proof, ...trees } = await whenBroken({ log, requestId, teamId }, async () =>
    proveConsistency(pool, teamId, { from, to }),
  );
  return {
    status: 200,
    body: {
      origin: checkpoint?.origin ?? latest.origin,
      from: { size: from, root: base64(trees.from.root) },
      to: { size: to, root: base64(trees.to.root) },
      checkpoint: checkpoint?.note ?? null,
      proof: proof.map(base64),
    },
  };
});
