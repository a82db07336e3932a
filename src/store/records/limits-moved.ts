import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import type { StoredMove } from '../db/cover-schema.ts';
import type { Db } from './digest.ts';
import type { PolicyRoom } from './policies.ts';
import { proposalNow } from './proposal.ts';

/**
 * Returns why a held payout does not fit the limits of its claim’s product; undefined if it does. A held payout reserves
 * nothing, so other claims may have used the limits since. The caller must have locked the policy.
 */
export const limitsMoved = async (
  tx: Db,
  teamId: string,
  payout: { readonly id: string; readonly policy: PolicyRoom },
): Promise<string | undefined> => {
  const held = await tx
    .selectFrom('payouts as p')
    .innerJoin('claims as c', (join) =>
      join.onRef('c.team_id', '=', 'p.team_id').onRef('c.claim_key', '=', 'p.claim_key'),
    )
    .innerJoin('runs as r', 'r.id', 'c.run_id')
    .select(['c.claim_key', 'c.approved_paise', 'c.moves', 'c.limited', 'c.outcome', 'p.updated_at'])
    .select(['p.moves as held', sql<PinnedRuleSet | null>`r.adjudication->'rule_set'`.as('rule_set')])
    .where('p.team_id', '=', teamId)
    .where('p.id', '=', payout.id)
    .executeTakeFirst();
  if (held === undefined || held.outcome === null) return undefined;
  const now = await proposalNow(tx, teamId, held, payout.policy);
  return now !== undefined && isDeepStrictEqual(inOrder(now.moves), inOrder(held.held))
    ? undefined
    : 'other claims have used limits of the policy since; reject it, or submit the claim again';
};

const inOrder = (moves: readonly StoredMove[]): readonly StoredMove[] =>
  moves.toSorted((a, b) => `${a.benefit} ${a.member}`.localeCompare(`${b.benefit} ${b.member}`));
