import { sql, type Transaction } from 'kysely';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import { formatRupees } from '../../governance/amounts.ts';
import type { JsonObject } from '../../ledger/index.ts';
import { isServed } from '../../store/connectors/connectors.ts';
import type { StoredMove } from '../../store/db/cover-schema.ts';
import type { Database } from '../../store/db/schema.ts';
import { lockPolicy, lockPolicyNumber, type PolicyRoom } from '../../store/records/policies.ts';
import { type ProposedClaim, proposalNow } from '../../store/records/proposal.ts';
import type { Effect, Outcome } from './effect.ts';

type Tx = Transaction<Database>;
type Priced = Pick<Effect, 'review' | 'amount' | 'lookedUp'>;
type Impossible = Extract<Outcome, { readonly impossible: string }>;

interface PolicyToPay {
  readonly policy: PolicyRoom | undefined;
  /** Where the policy came from, if another system keeps it. */
  readonly source?: JsonObject;
}

/** A claim that is locked with its policy until the transaction ends. */
export interface ClaimToPay {
  readonly claim: ProposedClaim & { readonly amount_paise: number | null; readonly outcome: string | null };
  readonly locked: PolicyToPay | undefined;
}

/** Locks the claim of a review. @returns undefined if another run has replaced it */
export const lockClaim = async (
  tx: Tx,
  effect: Pick<Effect, 'review' | 'lookedUp'>,
): Promise<ClaimToPay | undefined> => {
  const { team_id: teamId, subject, run_id } = effect.review;
  const find = tx
    .selectFrom('claims')
    .select(['claim_key', 'policy', 'amount_paise', 'outcome', 'approved_paise', 'moves', 'run_id'])
    .select(['limited', 'updated_at'])
    .select(
      sql<PinnedRuleSet | null>`(SELECT r.adjudication->'rule_set' FROM runs AS r WHERE r.id = claims.run_id)`.as(
        'rule_set',
      ),
    )
    .where('team_id', '=', teamId)
    .where('id', '=', subject.id ?? '');
  // The policy is locked first, as by a run that files the claim, so that the two cannot wait for each other.
  const number = (await find.executeTakeFirst())?.policy ?? null;
  const locked = number === null ? undefined : await lockPolicyOf(tx, effect, number);
  const claim = await find.forUpdate().executeTakeFirst();
  if (claim === undefined || claim.run_id !== (run_id ?? '') || claim.policy !== number) return undefined;
  return { claim, locked };
};

/** Locks a claim's policy, wherever it is kept. */
const lockPolicyOf = async (
  tx: Tx,
  { review: { team_id: teamId }, lookedUp }: Pick<Effect, 'review' | 'lookedUp'>,
  number: string,
): Promise<PolicyToPay> => {
  if (!(await isServed(tx, teamId, 'policies'))) return { policy: await lockPolicy(tx, teamId, number) };
  await lockPolicyNumber(tx, teamId, number);
  return lookedUp?.number === number ? lookedUp : { policy: undefined };
};

/** What an approval pays, and what it uses of limits. */
interface Price extends PolicyToPay {
  readonly policy: PolicyRoom;
  /** Paise. */
  readonly amount: bigint;
  readonly moves: readonly StoredMove[];
}

/**
 * Decides what an approval of a claim pays. Its limits are applied again; if that changes what the terms propose, somebody who did not
 * know has to confirm it.
 */
export const priceClaim = async (
  tx: Tx,
  { review, amount: stated }: Priced,
  { claim, locked }: ClaimToPay,
): Promise<Price | Impossible> => {
  const { policy } = locked ?? {};
  if (locked === undefined || policy === undefined)
    return { impossible: 'The claim names no policy on file. Send it back instead.' };
  const isWhole = claim.outcome === null;
  const proposal = isWhole
    ? { approved: undefined, moves: [] }
    : await proposalNow(tx, review.team_id, claim, policy);
  if (proposal === undefined) return { impossible: OUTDATED, because: 'amount-changed' };
  const filed = BigInt((isWhole ? claim.amount_paise : claim.approved_paise) ?? 0);
  const proposed = proposal.approved ?? filed;
  const isConfirmed = stated !== undefined && stated <= proposed;
  if (proposed !== filed && !isConfirmed)
    return { impossible: changedWords(review, filed, proposed), because: 'amount-changed' };
  const amount = stated ?? proposed;
  if (amount <= 0n)
    return { impossible: 'The claim has no amount that could be paid. State one, or send it back instead.' };
  if (claim.amount_paise !== null && amount > BigInt(claim.amount_paise))
    return {
      impossible: `The claim states ${formatRupees(BigInt(claim.amount_paise))}, and no more can be paid.`,
    };
  return { ...locked, policy, amount, moves: proposal.moves };
};

const OUTDATED =
  'Other claims have used limits of the policy since this one was decided by an earlier release. Submit the case again.';

const changedWords = ({ decisions }: Priced['review'], filed: bigint, proposed: bigint): string => {
  const what =
    `What is left of the policy has changed since the claim was decided: the terms now propose ${formatRupees(proposed)} ` +
    `instead of ${formatRupees(filed)}.`;
  if (decisions.length > 0)
    return `${what} The first person approved without an amount, so refer the claim or send it back.`;
  if (proposed === 0n) return `${what} Send the claim back, refer it or reject it.`;
  return `${what} State at most ${formatRupees(proposed)} in \`approved_amount\` to confirm.`;
};
