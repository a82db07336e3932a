import { sql } from 'kysely';
import { reportPayout } from '../../../contract/operations/records.ts';
import { actorOf } from '../../../ledger/index.ts';
import { reportPayout as record } from '../../../runs/payouts.ts';
import { findRecord } from '../../../store/records/lists/read.ts';
import { resultLists } from '../../../store/records/lists/results.ts';
import { ProblemError } from '../../http/problem.ts';
import { answerOnce } from '../../runs/answer-once.ts';
import { route } from '../../services/route.ts';

export const reportPayoutRoute = route(reportPayout, async (call, services) => {
  const { params, body, caller } = call;
  const { teamId } = caller;
  return answerOnce(reportPayout, call, services, async (tx) => {
    const ref = { teamId, payoutId: params.id, actor: actorOf(caller) };
    const outcome = await record(tx, services.ledger, ref, body);
    if (outcome === 'not-found') throw new ProblemError('not-found');
    if (outcome === 'contradicted') throw new ProblemError('payout-not-queued');
    const where = sql<boolean>`r.id = ${params.id}`;
    const payout = await findRecord(tx, resultLists.payouts, { teamId, where });
    return { status: 200, body: payout! };
  });
});
