import { sql } from 'kysely';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import { countersOf, yearlyLimits } from '../../governance/adjudication/cover-in-force.ts';
import { limitAgain } from '../../governance/adjudication/pipeline/limit-again.ts';
import { movesFrom } from '../../governance/adjudication/moves.ts';
import { parseDay } from '../../governance/dates.ts';
import type { StoredMove } from '../db/cover-schema.ts';
import { pinnedRuleSet } from '../rule-sets/applies.ts';
import type { Db } from './digest.ts';
import type { StoredLimited } from '../db/limited-claim.ts';
import { limitedFrom } from './limited.ts';
import { readPolicyUse } from './policy-use.ts';
import type { PolicyRoom } from './policies.ts';

/** What the terms pay of a claim, with what is left of its policy's limits now. */
interface Proposal {
  /** Paise; undefined if the bill was not adjudicated. */
  readonly approved: bigint | undefined;
  readonly moves: readonly StoredMove[];
}

/** A filed claim, as far as its proposal depends on it. */
export interface ProposedClaim {
  readonly claim_key: Buffer;
  readonly approved_paise: number | null;
  readonly moves: readonly StoredMove[];
  readonly limited: StoredLimited | null;
  /** The version that adjudicated it. */
  readonly rule_set: PinnedRuleSet | null;
  readonly updated_at: Date;
}

/**
 * Applies the limits of a claim's product again, because payouts of other claims may have used them since it was filed. The caller must
 * have locked the policy.
 * @returns undefined if limits have been used since and an earlier release filed the claim, so that they cannot be applied again
 */
export const proposalNow = async (
  db: Db,
  teamId: string,
  claim: ProposedClaim,
  policy: PolicyRoom,
): Promise<Proposal | undefined> => {
  const { limited, rule_set: ruleSet } = claim;
  const filed = {
    approved: claim.approved_paise === null ? undefined : BigInt(claim.approved_paise),
    moves: claim.moves,
  };
  if (limited === null || ruleSet === null) {
    const isStale = filed.approved !== undefined && (await isUsedSince(db, teamId, claim, policy));
    return isStale ? undefined : filed;
  }
  const { terms } = (await pinnedRuleSet(db, teamId, ruleSet)).compiled.set;
  const year = parseDay(limited.year);
  if (terms === undefined || year === undefined)
    throw new Error('the stored limits of a claim do not fit its terms');
  const { used, counters } = await readPolicyUse(db, teamId, policy, {
    year,
    claimKey: { any: [claim.claim_key] },
    limits: yearlyLimits(terms),
  });
  const { member } = limited;
  const cover = { bonus: bonusOf(policy, limited), used, counters: countersOf({ counters, member }, terms) };
  const { approved, moves } = limitAgain(limitedFrom(limited), terms, cover);
  return { approved, moves: movesFrom(moves, limited, terms) };
};

/** A payout keeps a policy of another system without its product, with the bonus in the sum insured. */
const bonusOf = ({ product, sumInsured }: PolicyRoom, limited: StoredLimited): bigint => {
  if (product !== undefined) return product.bonus;
  const bonus = sumInsured - BigInt(limited.sumInsured);
  return bonus > 0n ? bonus : 0n;
};

/** Returns whether other payouts, or an import, have moved limits of the policy since the claim was filed. */
const isUsedSince = async (
  db: Db,
  teamId: string,
  { claim_key, updated_at: filed }: ProposedClaim,
  { number }: PolicyRoom,
): Promise<boolean> => {
  const { rows } = await sql<{ readonly used: boolean }>`
    SELECT EXISTS (SELECT FROM counters WHERE team_id = ${teamId} AND policy = ${number} AND updated_at >= ${filed})
      OR EXISTS (SELECT FROM payouts WHERE team_id = ${teamId} AND policy = ${number} AND claim_key <> ${claim_key}
        AND moves <> '[]' AND updated_at >= ${filed}) AS used`.execute(db);
  return rows[0]!.used;
};
