import type { RunAdjudication } from '../../../contract/adjudication.ts';
import { coverInForce, memberOf } from '../../../governance/adjudication/cover-in-force.ts';
import { SUM_INSURED_COUNTER } from '../../../governance/adjudication/pipeline/adjudicate.ts';
import { readBill } from '../../../governance/adjudication/read-bill.ts';
import type { Adjudication } from '../../../governance/adjudication/result.ts';
import { shownAdjudication } from '../../../governance/adjudication/shown.ts';
import type { KnownValues } from '../../../governance/known.ts';
import { recordable } from '../../../governance/recordable.ts';
import { adjudicateUnder } from '../../../governance/rule-sets/adjudicate-under.ts';
import { unreadableInputs } from '../../../governance/rule-sets/stated.ts';
import { linesOf } from '../../../governance/rules/kyc/bill.ts';
import type { Claim } from '../../../governance/rules/kyc/claim.ts';
import { statedInputs } from '../../../governance/rule-sets/claim-inputs.ts';
import { mergeReasons, type Reason, unreadableReasons } from '../../../governance/rules/reason.ts';
import type { StoredMove } from '../../../store/db/records-schema.ts';
import type { StepContext } from '../common/step.ts';
import type { CoverFacts } from './cover.ts';
import { pinnedRuleSet } from './rule-set.ts';

/** A claim adjudicated under its product's terms. */
export interface AdjudicatedClaim {
  /** As the run shows it, without identifiers. */
  readonly shown: RunAdjudication;
  /** Paise; undefined if the bill cannot be adjudicated. */
  readonly amount: Adjudication['amount'] | undefined;
  /** Why a person decides, without identifiers and one for each code. */
  readonly findings: readonly Reason[];
  /** What paying the amount uses of limits that count by policy year. */
  readonly moves: readonly StoredMove[];
}

const MAX_DETAIL = 300;

/** Returns whether a claim states lines of its bill, readable or not. Without them it is decided as a whole. */
export const hasLines = ({ items }: Pick<Claim, 'items'>): boolean => linesOf(items)?.length !== 0;

/** Adjudicates the lines of a claim's bill under the cover that the records state. */
export const adjudicateClaim = (
  { case: given, known }: Pick<StepContext, 'case' | 'known'>,
  claim: Claim,
  cover: CoverFacts,
): AdjudicatedClaim => {
  const { ruleSet } = cover;
  const nothing = { rule_set: ruleSet, outcome: 'refer', amount: null, adjustments: [], passed: [] } as const;
  const unable = (reasons: readonly Reason[]): AdjudicatedClaim => ({
    shown: { ...nothing, adjustments: [], passed: [] },
    amount: undefined,
    findings: mergeReasons([...recordReasons(cover), ...reasons.map((each) => masked(each, known))], []),
    moves: [],
  });
  if (ruleSet === null)
    return unable([{ code: 'RULE-NONE', detail: "no version of the product's rule set was in force" }]);
  const compiled = pinnedRuleSet(ruleSet);
  const terms = compiled.set.terms!;
  const { lines, faults } = readBill(claim.items);
  const unreadable = unreadableReasons('CASE-UNREADABLE', unreadableInputs(compiled.set, given));
  if (faults.length + unreadable.length > 0) return unable([...faults, ...unreadable]);
  const { admission, discharge } = claim;
  const billed = { admission, discharge, lines, cover: coverInForce(cover, terms) };
  const result = adjudicateUnder(compiled, billed, statedInputs(compiled.set, given, claim, cover));
  if (!('amount' in result)) return unable(result.findings);
  const { outcome, amount, adjustments, passed } = shownAdjudication(result);
  const findings = mergeReasons(
    recordReasons(cover),
    result.findings.map((each) => masked(each, known)),
  );
  const shown = {
    rule_set: ruleSet,
    outcome: findings.length > 0 ? 'refer' : outcome,
    amount,
    adjustments: adjustments.map((each) => ({
      ...each,
      formula: recordable(each.formula, MAX_DETAIL, known),
    })),
    passed: passed.map(({ stage, detail }) => ({ stage, detail: recordable(detail, MAX_DETAIL, known) })),
  };
  const moves = Object.entries(result.proposedMoves)
    .filter(([benefit, paise]) => benefit !== SUM_INSURED_COUNTER && paise > 0n)
    .map(([benefit, paise]) => ({
      year: cover.year,
      benefit,
      member: memberOf(terms, benefit, cover.member),
      paise: Number(paise),
    }));
  return { shown, amount: result.amount, findings, moves };
};

/** The detail of a finding may repeat what a case states, because a rule set words it. */
const masked = ({ code, detail }: Reason, known: KnownValues): Reason => ({
  code,
  detail: recordable(detail, MAX_DETAIL, known),
});

const MEMBER_FAULTS: Readonly<Partial<Record<CoverFacts['members'], string>>> = {
  not_a_member: 'the patient is not among the members of the policy',
  contradicting: 'the members of the policy contradict the PAN or the Aadhaar number',
};

/** Why the records let a person decide, whatever the terms say. */
const recordReasons = ({ members, similar }: CoverFacts): readonly Reason[] => {
  const detail = MEMBER_FAULTS[members];
  return [
    ...(detail === undefined ? [] : [{ code: 'ELIG-001', detail }]),
    ...(similar.split
      ? [{ code: 'DUPL-SPLIT', detail: 'an approved stay in the same hospital ended or began within a day' }]
      : []),
    ...(similar.same
      ? [{ code: 'DUPL-SAME', detail: 'an approved claim a day apart has about the same amount' }]
      : []),
  ];
};
