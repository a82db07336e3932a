import type { Transaction } from 'kysely';
import type { DecidedAct } from '../../../contract/agent-act.ts';
import { inputAsRead } from '../../../governance/agent-policies/act.ts';
import { scopeOfAct } from '../../../governance/suspension/outside-tools.ts';
import { actorOf } from '../../../ledger/index.ts';
import { askAboutAct } from '../../../runs/agent-acts/ask.ts';
import {
  type AskedAct,
  findAskedAct,
  latestAskedAct,
  latestDeniedAct,
  lockAct,
  takeApproval,
} from '../../../store/agent-acts/asked.ts';
import type { Database } from '../../../store/db/schema.ts';
import { fingerprintOf, fingerprintsOf, hasFingerprint } from '../../../store/idempotency/fingerprint.ts';
import { SuspendedError, suspendedScope } from '../../../store/switches/suspended.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Services } from '../../services/services.ts';
import { type ActCall, type Outcome, replyOf, shownAct, writeDecision } from './decided.ts';

type Tx = Transaction<Database>;

/** The key of an act's exact content: an approval is valid only for that. */
const sameAct = ({ caller, body: { session, agent, action, resource, input } }: ActCall) => ({
  team: caller.teamId,
  session: session ?? null,
  agent,
  action,
  resource,
  input,
});

/** The key of an act as the rules see it, because they do not read all of the input. */
const sameToRules = (call: ActCall) => ({ ...sameAct(call), input: inputAsRead(call.body.input) });

/**
 * Thrown while the review about an act is still open. Asking again must write nothing, not even the
 * Idempotency-Key of a caller who asks every few seconds.
 */
export class StillOpenError extends Error {
  override readonly name = 'StillOpenError';
  readonly reply: DecidedAct;

  constructor(reply: DecidedAct) {
    super('the review is still open');
    this.reply = reply;
  }
}

/**
 * Decides an act for which the rules require a person, or that names a review.
 * @throws StillOpenError
 */
export const decideWithPerson = async (services: Services, tx: Tx, call: ActCall): Promise<DecidedAct> => {
  const { rings } = services;
  const digest = fingerprintOf(rings.idempotency, sameAct(call));
  await lockAct(tx, digest);
  const asked = await findAsked(services, tx, call);
  let outcome = await outcomeOf(tx, call, asked);
  if (outcome === 'wait') throw await stillOpen(tx, call, asked!);
  if (outcome === 'ask') outcome = (await earlierDenial(services, tx, call)) ?? outcome;
  if (outcome !== 'ask') {
    const ledgerRef = asked?.ledgerRef ?? call.ledgerRef;
    return writeDecision(services, tx, { ...call, ledgerRef }, outcome);
  }
  const { caller, requestId, ledgerRef, verdict } = call;
  const shown = shownAct(call);
  const reviewId = await askAboutAct(tx, services.ledger, {
    teamId: caller.teamId,
    ledgerRef,
    digest,
    readDigest: fingerprintOf(rings.idempotency, sameToRules(call)),
    action: call.body.action,
    shown,
    detail: `The team's policy requires a person's approval: ${verdict.policies.join(', ')}.`,
    askedBy: caller.actor,
    actor: actorOf(caller, requestId),
  });
  return writeDecision(services, tx, call, { decision: 'ask', reason: 'needs_approval', reviewId }, shown);
};

/**
 * Finds the review about an act: the one that the caller names, or the latest about the same act. Without a
 * session, an answer counts only for a caller who names its review, because other conversations ask about
 * equal acts.
 */
const findAsked = async ({ rings }: Services, tx: Tx, call: ActCall): Promise<AskedAct | undefined> => {
  const { body, caller } = call;
  if (body.review_id === undefined) {
    const digests = fingerprintsOf(rings.idempotency, sameAct(call));
    const latest = await latestAskedAct(tx, caller.teamId, digests);
    return latest?.state === 'open' || body.session !== undefined ? latest : undefined;
  }
  const found = await findAskedAct(tx, caller.teamId, body.review_id);
  if (found !== undefined && hasFingerprint(rings.idempotency, found.digest, sameAct(call))) return found;
  throw new ProblemError('invalid-request', {
    errors: [{ in: 'body', pointer: '/review_id', message: 'expected the review of the same act' }],
  });
};

/** Returns the decision, `wait` while the review is open, or `ask` if a new one is needed. */
const outcomeOf = async (
  tx: Tx,
  { body, verdict }: ActCall,
  asked: AskedAct | undefined,
): Promise<Outcome | 'wait' | 'ask'> => {
  const { decision, reason } = verdict;
  const reviewId = asked?.reviewId ?? null;
  if (decision !== 'ask') return { decision, reason, reviewId };
  if (asked === undefined) return 'ask';
  if (asked.state === 'open') return 'wait';
  if (asked.approved === false) return deniedBy(asked);
  if (asked.approved === true && (await takeApproval(tx, asked.reviewId)))
    return { decision: 'allow', reason: 'approved', reviewId };
  if (body.review_id === undefined) return 'ask';
  if (asked.isUsed) return { decision: 'deny', reason: 'approval_used', reviewId };
  const isLate = asked.approved === true && asked.isLate;
  return { decision: 'deny', reason: isLate ? 'approval_expired' : 'review_expired', reviewId };
};

const deniedBy = ({ reviewId, reason }: AskedAct): Outcome => ({
  decision: 'deny',
  reason: 'person_denied',
  reviewId,
  said: reason,
});

/** Returns the denial of an earlier act in the same session that is equal for the rules. */
const earlierDenial = async ({ rings }: Services, tx: Tx, call: ActCall): Promise<Outcome | undefined> => {
  if (call.body.session === undefined) return undefined;
  const digests = fingerprintsOf(rings.idempotency, sameToRules(call));
  const denied = await latestDeniedAct(tx, call.caller.teamId, digests);
  return denied === undefined ? undefined : deniedBy(denied);
};

const stillOpen = async (
  tx: Tx,
  call: ActCall,
  { reviewId, ledgerRef }: AskedAct,
): Promise<StillOpenError> => {
  const scope = await suspendedScope(tx, call.caller.teamId, [scopeOfAct(call.body.action)]);
  if (scope !== undefined) throw new SuspendedError(scope);
  const outcome = { decision: 'ask', reason: 'needs_approval', reviewId } as const;
  return new StillOpenError(replyOf(call, outcome, shownAct(call), { ledgerRef, rowId: null }));
};
