import type { PinnedRuleSet } from '../../../contract/rule-set-version.ts';
import type { CoverOnFile } from '../../../governance/adjudication/cover-in-force.ts';
import { formatRupees, parseRupees } from '../../../governance/amounts.ts';
import { formatDay, parseDay } from '../../../governance/dates.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import type { MembersFound } from '../../../store/records/members.ts';
import type { PolicyProduct } from '../../../store/records/policies.ts';
import type { SimilarClaims } from '../../../store/records/similar-claims.ts';

/** A policy's cover for a claim's patient, in the form that adjudication needs. */
export interface CoverFacts extends CoverOnFile {
  readonly ruleSet: PinnedRuleSet | null;
  readonly year: string;
  readonly members: MembersFound['kind'];
  readonly hadBefore: boolean;
  readonly similar: SimilarClaims;
  /** The part of the diagnosis that does not fit the patient. */
  readonly unfit: readonly string[];
}

/** The cover as read from the records, with its product. */
export interface CoverFound extends CoverFacts {
  readonly product: PolicyProduct['code'];
  readonly kind: PolicyProduct['kind'];
}

/**
 * Writes a cover as facts of step 4. They name no disease: only whether the member had the claim's disease before.
 */
export const coverToFacts = ({ slabs, counters, ...cover }: CoverFound): JsonObject => ({
  product: cover.product,
  kind: cover.kind,
  rule_set: cover.ruleSet === null ? null : { ...cover.ruleSet },
  year: cover.year,
  bonus: formatRupees(cover.bonus),
  used: formatRupees(cover.used),
  slabs: slabs.map(({ since, sumInsured }) => ({
    since: formatDay(since),
    sum_insured: formatRupees(sumInsured),
  })),
  members: cover.members,
  member: cover.member,
  joined: cover.joined === undefined ? null : formatDay(cover.joined),
  had_before: cover.hadBefore,
  similar: { ...cover.similar },
  unfit: cover.unfit,
  counters: counters.map(({ benefit, member, used }) => ({ benefit, member, used: formatRupees(used) })),
});

/** Reads the facts back; undefined if the policy has no product. */
export const coverFrom = (facts: JsonObject): CoverFacts | undefined => {
  const cover = facts['cover'] as JsonObject | undefined;
  if (cover === undefined) return undefined;
  const list = (name: string) => cover[name] as readonly Readonly<Record<string, string>>[];
  return {
    ruleSet: cover['rule_set'] as unknown as PinnedRuleSet | null,
    year: cover['year'] as string,
    bonus: whole(parseRupees(cover['bonus'])),
    used: whole(parseRupees(cover['used'])),
    slabs: list('slabs').map((slab) => ({
      since: whole(parseDay(slab['since'])),
      sumInsured: whole(parseRupees(slab['sum_insured'])),
    })),
    members: cover['members'] as MembersFound['kind'],
    member: cover['member'] as string,
    joined: parseDay(cover['joined']),
    hadBefore: cover['had_before'] === true,
    similar: cover['similar'] as unknown as SimilarClaims,
    // Earlier releases did not look this up.
    unfit: (cover['unfit'] ?? []) as readonly string[],
    counters: list('counters').map(({ benefit = '', member = '', used }) => ({
      benefit,
      member,
      used: whole(parseRupees(used)),
    })),
  };
};

const whole = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the facts of the cover are incomplete');
  return value;
};
