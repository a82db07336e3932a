import { recordAct } from '../../../contract/operations/agent-acts.ts';
import { knownIn } from '../../../governance/known.ts';
import { maskJson } from '../../../governance/mask.ts';
import { recordable } from '../../../governance/recordable.ts';
import { actorOf, type JsonObject } from '../../../ledger/index.ts';
import { reportedRow } from '../../../runs/agent-acts/rows.ts';
import { sessionRef } from '../../../runs/agent-acts/session.ts';
import { lockSession, rememberAct } from '../../../store/agent-acts/facts.ts';
import { ProblemError } from '../../http/problem.ts';
import { answerOnce } from '../../runs/answer-once.ts';
import { route } from '../../services/route.ts';

/** Maximum size in bytes of masked detail in a row, besides what the service writes itself. */
const MAX_DETAIL = 65_000;

/** Records an agent's report of what it did. */
export const recordActRoute = route(recordAct, async (call, services) => {
  const { body, caller, requestId } = call;
  const known = knownIn(body.detail, body.summary);
  const reported = maskJson(body.detail, known) as JsonObject;
  if (Buffer.byteLength(JSON.stringify(reported)) > MAX_DETAIL)
    throw new ProblemError('invalid-request', {
      errors: [{ in: 'body', pointer: '/detail', message: `expected at most ${MAX_DETAIL} bytes` }],
    });
  const ledgerRef = sessionRef(services.rings.idempotency, caller.teamId, body.session);
  const entry = reportedRow({
    teamId: caller.teamId,
    ledgerRef,
    agent: recordable(body.agent, 120, known),
    action: recordable(body.action, 120, known),
    summary: recordable(body.summary, 1_000, known),
    reported,
    actor: actorOf(caller, requestId),
  });
  const session = { teamId: caller.teamId, ledgerRef };
  return answerOnce(recordAct, call, services, async (tx) => {
    if (body.session !== undefined) {
      await lockSession(tx, session);
      await rememberAct(tx, session, 'reported', body.action);
    }
    const { entry: row } = await services.ledger.appendIn(tx, entry);
    return {
      status: 200,
      body: {
        evidence: 'reported',
        ledger_ref: ledgerRef,
        row_id: row.id,
        seq: row.seq,
        row_hash: row.row_hash,
      },
    };
  });
});
