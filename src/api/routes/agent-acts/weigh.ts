import { isDeepStrictEqual } from 'node:util';
import type { decideAct } from '../../../contract/operations/agent-acts.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import { sessionRef } from '../../../runs/agent-acts/session.ts';
import { factsOfSession, lockSession, NO_FACTS } from '../../../store/agent-acts/facts.ts';
import type { Db } from '../../../store/db/client.ts';
import { lockPolicies, policiesInForce } from '../../../store/rule-sets/agent-policies.ts';
import { FAILED } from '../../agent-policies/job.ts';
import type { Call } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import type { ActCall, Tx } from './decided.ts';

/**
 * Maximum number of times that an act is weighed. The last verdict is a denial, which is right whatever else
 * happens in the session.
 */
const MAX_TIMES = 20;

/** Thrown when something happened after an act was weighed that its rules may read. */
class WeighAgainError extends Error {
  override readonly name = 'WeighAgainError';
}

/**
 * Weighs an act and writes its decision. The rules are evaluated outside the transaction, because that may
 * take long. If the session or the policies in force have changed by then, the act is weighed again.
 */
export const weighed = async <T>(
  call: Call<typeof decideAct>,
  services: Services,
  write: (act: ActCall) => Promise<T>,
): Promise<T> => {
  const ledgerRef = sessionRef(services.rings.idempotency, call.caller.teamId, call.body.session);
  for (let left = MAX_TIMES - 1; ; left -= 1) {
    try {
      return await write(await weigh(call, services, ledgerRef, left === 0));
    } catch (error) {
      if (!(error instanceof WeighAgainError)) throw error;
    }
  }
};

/** Reads the session's earlier events and the policies in force, and evaluates the rules. */
const weigh = async (
  { body, caller, requestId }: Call<typeof decideAct>,
  { db, actDecider }: Services,
  ledgerRef: string,
  isLast: boolean,
): Promise<ActCall> => {
  const { agent, action, resource, input } = body;
  const of = { body, caller, requestId, ledgerRef };
  const { facts, pins } = await basisOf(db, of);
  if (facts === undefined || isLast) return { ...of, facts, pins, verdict: FAILED, isLast };
  const act = { agent, action, resource, input, session: facts };
  return { ...of, facts, pins, verdict: await actDecider.decide(db, caller.teamId, pins, act), isLast };
};

type Basis = Pick<ActCall, 'facts' | 'pins'>;
type Of = Pick<ActCall, 'body' | 'caller' | 'ledgerRef'>;

const basisOf = async (db: Db, { body, caller: { teamId }, ledgerRef }: Of): Promise<Basis> => {
  const [facts, pins] = await Promise.all([
    body.session === undefined ? NO_FACTS : factsOfSession(db, { teamId, ledgerRef }),
    policiesInForce(db, teamId, dayInIndia(new Date())),
  ]);
  return { facts, pins };
};

/**
 * Requires the basis of the verdict to be unchanged, and keeps it so until the transaction ends.
 * @throws WeighAgainError
 */
export const expectUnchanged = async (tx: Tx, call: ActCall): Promise<void> => {
  const { teamId } = call.caller;
  if (call.body.session !== undefined) await lockSession(tx, { teamId, ledgerRef: call.ledgerRef });
  await lockPolicies(tx, teamId, 'read');
  if (call.isLast) return;
  const { facts, pins } = await basisOf(tx, call);
  if (!isDeepStrictEqual({ facts, pins }, { facts: call.facts, pins: call.pins }))
    throw new WeighAgainError('the session or the policies have changed');
};
