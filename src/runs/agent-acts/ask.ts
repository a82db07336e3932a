import type { Transaction } from 'kysely';
import { timesOfAsk } from '../../governance/reviews/asks.ts';
import type { Actor, JsonObject, Ledger, RowActor } from '../../ledger/index.ts';
import { subjectOf } from '../../people/subject.ts';
import { insertAskedAct } from '../../store/agent-acts/asked.ts';
import type { Database } from '../../store/db/schema.ts';
import { policyOf } from '../../store/reviews/policies.ts';
import { evidenceOfAct } from '../reviews/evidence.ts';
import { openReview } from '../reviews/insert.ts';

/** An act about which a person is to be asked. */
export interface ActToAsk {
  readonly teamId: string;
  readonly ledgerRef: string;
  readonly digest: Buffer;
  readonly readDigest: Buffer;
  readonly action: string;
  /** The act, masked. */
  readonly shown: JsonObject;
  readonly detail: string;
  readonly askedBy: Actor;
  readonly actor: RowActor;
}

/**
 * Opens the review of an act. The owner of the key that asks may not decide it, unless the team's rules for
 * reviews allow that.
 * @returns its id
 */
export const askAboutAct = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  { teamId, ledgerRef, digest, readDigest, action, shown, detail, askedBy, actor }: ActToAsk,
): Promise<string> => {
  const { policy } = await policyOf(tx, teamId);
  const id = digest.toString('hex').slice(0, 32);
  const reviewId = await openReview(tx, ledger, {
    teamId,
    runId: null,
    ledgerRef,
    kind: 'act',
    vertical: null,
    reasons: [{ code: 'ASK', detail }],
    risk: null,
    evidence: await evidenceOfAct(tx, { teamId, ledgerRef }, { id, act: shown }),
    asked: ['reviewer'],
    fourEyes: false,
    submittedBy: askedBy,
    submitter: policy.ask_submitter ? null : await subjectOf(tx, teamId, askedBy),
    times: timesOfAsk(policy, new Date()),
    onExpiry: 'refuse',
    actor,
  });
  await insertAskedAct(tx, { reviewId, teamId, ledgerRef, digest, readDigest, action });
  return reviewId;
};
