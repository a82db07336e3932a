import { actedBy } from '../../../src/ledger/actor.ts';
import { createLedger } from '../../../src/ledger/index.ts';
import { decideReview } from '../../../src/runs/reviews/decide.ts';
import type { Office } from './walk.ts';

/** Approves the open review of a run as the API does, in one transaction. @returns why not, if it is refused */
export const approveClaim = async (
  { db, database, teamId }: Office,
  runId: string,
  who: string,
  amount?: bigint,
): Promise<unknown> => {
  const ledger = createLedger({ pool: database.pool });
  const { id } = await db
    .selectFrom('reviews')
    .select('id')
    .where('run_id', '=', runId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  const actor = { kind: 'person', id: who, name: who } as const;
  const reviewer = { actor, subject: who, roles: new Set(['reviewer'] as const), by: actedBy(actor) };
  const wanted = { option: 'approve', reason: undefined, note: undefined, amount } as const;
  const decided = db.transaction().execute(async (tx) => {
    const refusal = await decideReview(tx, ledger, { teamId, reviewId: id }, reviewer, wanted);
    if (refusal !== undefined) throw Object.assign(new Error(refusal.detail), refusal);
  });
  return decided.catch((error: unknown) => error);
};
