import { eraseCase as operation } from '../../../contract/operations/audit.ts';
import { recordable } from '../../../governance/recordable.ts';
import { actorOf } from '../../../ledger/index.ts';
import { eraseCase } from '../../../runs/erase.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';

export const eraseCaseRoute = route(operation, async ({ body, caller }, { db, ledger }) => {
  const entry = await eraseCase(db, ledger, {
    teamId: caller.teamId,
    ref: body.ledger_ref,
    reason: recordable(body.reason ?? 'not given', 200),
    actor: actorOf(caller),
  });
  if (entry === undefined) throw new ProblemError('not-found');
  const { ledger_ref, seq, row_hash, created_at: erased_at, detail } = entry;
  return {
    status: 200,
    body: { ledger_ref, erased_ref: body.ledger_ref, values: detail['values'], seq, row_hash, erased_at },
  };
});
