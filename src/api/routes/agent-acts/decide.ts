import type { DecidedAct } from '../../../contract/agent-act.ts';
import { decideAct } from '../../../contract/operations/agent-acts.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import { scopeOfAct } from '../../../governance/suspension/outside-tools.ts';
import { sessionRef } from '../../../runs/agent-acts/session.ts';
import { factsOfSession, NO_FACTS } from '../../../store/agent-acts/facts.ts';
import { policiesInForce } from '../../../store/rule-sets/agent-policies.ts';
import { afterGivingWay, SuspendedError } from '../../../store/switches/suspended.ts';
import { accepted } from '../../runs/idempotent.ts';
import { refuseSuspended, suspendedProblem } from '../../safety/refuse-suspended.ts';
import { type Call, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { decideWithPerson } from './ask-person.ts';
import { type ActCall, writeDecision } from './decided.ts';

/** Decides an act by the team's policies, and writes the row of the decision. */
export const decideActRoute = route(decideAct, async (call, services) => {
  try {
    return await decide(call, services);
  } catch (error) {
    if (!(error instanceof SuspendedError)) throw error;
    await refuseSuspended(services, services.db, call, [scopeOfAct(call.body.action)]);
    // Somebody has resumed it in the meantime. The caller tries again.
    throw suspendedProblem(error.scope);
  }
});

const decide = async (call: Call<typeof decideAct>, services: Services) => {
  const act = await weigh(call, services);
  const { decision, reason } = act.verdict;
  const isPlain = decision !== 'ask' && call.body.review_id === undefined;
  const outcome = { decision, reason, reviewId: null };
  if (isPlain && call.idempotencyKey === undefined)
    return { status: 200, body: await writeDecision(services, undefined, act, outcome) };
  const { answer, replayed } = await afterGivingWay(async () =>
    accepted(decideAct, call, services, async (tx) => ({
      status: 200,
      body: isPlain
        ? await writeDecision(services, tx, act, outcome)
        : await decideWithPerson(services, tx, act),
    })),
  );
  const body = answer.body as DecidedAct;
  return { ...answer, body, ...(replayed && { headers: { 'Idempotency-Replayed': 'true' } }) };
};

/** Reads what happened in the session and which policies are in force, and what they say. */
const weigh = async (
  { body, caller, requestId }: Call<typeof decideAct>,
  { db, rings, actDecider }: Services,
): Promise<ActCall> => {
  const { teamId } = caller;
  const { agent, action, resource, input } = body;
  const ledgerRef = sessionRef(rings.idempotency, teamId, body.session);
  const [facts, pins] = await Promise.all([
    body.session === undefined ? NO_FACTS : factsOfSession(db, teamId, ledgerRef),
    policiesInForce(db, teamId, dayInIndia(new Date())),
  ]);
  const act = { agent, action, resource, input, session: facts };
  const [verdict] = await actDecider.decide(db, teamId, pins, [act]);
  return { body, caller, requestId, ledgerRef, facts, pins, verdict: verdict! };
};
