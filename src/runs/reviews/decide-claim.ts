import type { Transaction } from 'kysely';
import { formatRupees } from '../../governance/amounts.ts';
import type { Database } from '../../store/db/schema.ts';
import { queuePayout } from '../../store/records/payouts.ts';
import { type ClaimToPay, lockClaim, priceClaim } from './claim-price.ts';
import { type Effect, type Outcome, REPLACED } from './effect.ts';
import { recordOn } from './record-on.ts';

type Tx = Transaction<Database>;

/** Puts a decision about a claim into effect. An approval queues the claim's payout. */
export const decideClaim = async (tx: Tx, effect: Effect): Promise<Outcome> => {
  const { review, option, recorded } = effect;
  const locked = await lockClaim(tx, effect);
  if (locked === undefined) return { impossible: REPLACED };
  if (option === 'refer') return { changed: {} };
  if (option === 'approve') return pay(tx, effect, locked);
  await recordOn(tx, 'claims', review, recorded, {});
  return { changed: { claim: review.subject.id } };
};

const pay = async (tx: Tx, effect: Effect, locked: ClaimToPay): Promise<Outcome> => {
  const { review, recorded } = effect;
  const price = await priceClaim(tx, effect, locked);
  if ('impossible' in price) return price;
  await recordOn(tx, 'claims', review, recorded, { decision: 'approve' });
  const { policy, source, amount, moves } = price;
  const payout = await queuePayout(tx, review.team_id, review.run_id ?? '', {
    claimKey: locked.claim.claim_key,
    policy,
    amount,
    holdReason: undefined,
    isElsewhere: source !== undefined,
    moves,
  });
  const changed = { claim: review.subject.id, payout, amount: formatRupees(amount) };
  return { changed: source === undefined ? changed : { ...changed, policy_source: source } };
};
