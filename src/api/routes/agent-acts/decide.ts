import { isDeepStrictEqual } from 'node:util';
import type { DecidedAct } from '../../../contract/agent-act.ts';
import { decideAct } from '../../../contract/operations/agent-acts.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import { scopeOfAct } from '../../../governance/suspension/outside-tools.ts';
import { policiesInForce } from '../../../store/rule-sets/agent-policies.ts';
import { afterGivingWay, SuspendedError, suspendedScope } from '../../../store/switches/suspended.ts';
import { answerOnce } from '../../runs/answer-once.ts';
import { refuseSuspended, suspendedProblem } from '../../safety/refuse-suspended.ts';
import { type Call, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { decideWithPerson, StillOpenError } from './ask-person.ts';
import { type ActCall, type Tx, writeDecision } from './decided.ts';
import { expectUnchanged, weighed } from './weigh.ts';

/** Decides an act by the team's policies, and writes the row of the decision. */
export const decideActRoute = route(decideAct, async (call, services) => {
  try {
    return await weighed(call, services, async (act) =>
      afterGivingWay(async () => decide(call, services, act)),
    );
  } catch (error) {
    if (error instanceof StillOpenError) return { status: 200, body: error.reply };
    if (!(error instanceof SuspendedError)) throw error;
    await refuseSuspended(services, services.db, call, [scopeOfAct(call.body.action)]);
    // Somebody has resumed the scope in the meantime. The caller tries again.
    throw suspendedProblem(error.scope);
  }
});

const decide = async (call: Call<typeof decideAct>, services: Services, act: ActCall) => {
  let { body } = call;
  return answerOnce(
    decideAct,
    call,
    services,
    async (tx) => ({ status: 200, body: await written(services, tx, { ...act, body }) }),
    async (tx, { body: stored }) => {
      const earlier = stored as DecidedAct;
      if (await holds(tx, call, earlier)) return false;
      // A repeated request refers to the review that its first attempt opened.
      if (earlier.decision === 'ask') body = { ...body, review_id: body.review_id ?? earlier.review_id! };
      return true;
    },
  );
};

const written = async (services: Services, tx: Tx, act: ActCall): Promise<DecidedAct> => {
  await expectUnchanged(tx, act);
  const { decision, reason } = act.verdict;
  if (decision === 'ask' || act.body.review_id !== undefined) return decideWithPerson(services, tx, act);
  return writeDecision(services, tx, act, { decision, reason, reviewId: null });
};

/**
 * Returns whether the stored answer to a repeated request still holds: the rules decided, and the same
 * policies are in force.
 * @throws SuspendedError if the act is suspended by now
 */
const holds = async (
  tx: Tx,
  { caller: { teamId }, body: { action } }: Call<typeof decideAct>,
  { decision, reason, decided_by }: DecidedAct,
): Promise<boolean> => {
  const scope = await suspendedScope(tx, teamId, [scopeOfAct(action)]);
  if (scope !== undefined) throw new SuspendedError(scope);
  if (decision === 'ask' || reason === 'policy_failed') return false;
  return isDeepStrictEqual(decided_by, await policiesInForce(tx, teamId, dayInIndia(new Date())));
};
