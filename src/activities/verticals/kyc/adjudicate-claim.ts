import type { RunAdjudication } from '../../../contract/adjudication.ts';
import type { ProductTerms } from '../../../contract/product-terms.ts';
import { coverInForce } from '../../../governance/adjudication/cover-in-force.ts';
import { movesFrom } from '../../../governance/adjudication/moves.ts';
import { readBill } from '../../../governance/adjudication/read-bill.ts';
import type { BilledClaim, BillLine } from '../../../governance/adjudication/claim.ts';
import type { Adjudication } from '../../../governance/adjudication/result.ts';
import { shownAdjudication } from '../../../governance/adjudication/shown.ts';
import { isShown } from '../../../governance/amounts.ts';
import { recordable } from '../../../governance/recordable.ts';
import type { CompiledRuleSet } from '../../../governance/rule-sets/compile.ts';
import { adjudicateUnder, evaluateClaim } from '../../../governance/rule-sets/adjudicate-under.ts';
import { statedInputs } from '../../../governance/rule-sets/claim-inputs.ts';
import type { Hit } from '../../../governance/rule-sets/evaluate.ts';
import { unreadableInputs } from '../../../governance/rule-sets/stated.ts';
import { linesOf } from '../../../governance/rules/kyc/bill.ts';
import type { Claim } from '../../../governance/rules/kyc/claim.ts';
import { type Reason, unreadableReasons } from '../../../governance/rules/reason.ts';
import type { LimitedClaim } from '../../../store/db/limited-claim.ts';
import type { StoredMove } from '../../../store/db/cover-schema.ts';
import type { StepContext } from '../common/step.ts';
import { findingsOf, linesAhead } from './adjudication-findings.ts';
import type { CoverFacts } from './cover-facts.ts';

/** A claim adjudicated under its product's terms. */
export interface AdjudicatedClaim {
  /** The adjudication as the run shows it, without identifiers. */
  readonly shown: RunAdjudication;
  /** Paise; undefined if the bill cannot be adjudicated. */
  readonly amount: Adjudication['amount'] | undefined;
  /** Why a person decides, without identifiers and one for each code. */
  readonly findings: readonly Reason[];
  /** What paying the amount would use of limits that count by policy year. */
  readonly moves: readonly StoredMove[];
  /** From what the limits are applied again when a person approves it; undefined if the bill cannot be adjudicated. */
  readonly limited: LimitedClaim | undefined;
}

type Context = Pick<StepContext, 'case' | 'known' | 'now'>;

const MAX_FORMULA = 300;

/** Returns whether a claim states lines of its bill, readable or not. Without them it is decided as a whole. */
export const hasLines = ({ items }: Pick<Claim, 'items'>): boolean => linesOf(items)?.length !== 0;

/**
 * Adjudicates the lines of a claim's bill under the cover that the records state.
 * @param compiled the terms of the policy's product; undefined if none were in force
 */
export const adjudicateClaim = (
  context: Context,
  claim: Claim,
  cover: CoverFacts,
  compiled: CompiledRuleSet | undefined,
): AdjudicatedClaim => {
  const result = resultFor(context, claim, cover, compiled);
  const findings = findingsOf(context, cover, result.findings);
  if (!('amount' in result)) {
    const shown = { rule_set: cover.ruleSet, outcome: 'refer', amount: null } as const;
    return {
      shown: { ...shown, adjustments: [], passed: [] },
      amount: undefined,
      findings,
      moves: [],
      limited: undefined,
    };
  }
  const { outcome, amount, adjustments, passed } = shownAdjudication(result);
  const shown: RunAdjudication = {
    rule_set: cover.ruleSet,
    outcome: findings.length > 0 ? 'refer' : outcome,
    amount,
    adjustments: adjustments.map((each) => ({
      ...each,
      formula: recordable(each.formula, MAX_FORMULA, context.known),
    })),
    passed: passed.map(({ stage, detail }) => ({
      stage,
      detail: recordable(detail, MAX_FORMULA, context.known),
    })),
  };
  const { year, member } = cover;
  const terms = compiled?.set.terms;
  const moves = terms === undefined ? [] : movesFrom(result.proposedMoves, cover, terms);
  return { shown, amount: result.amount, findings, moves, limited: { ...result.limited, year, member } };
};

type Result = Adjudication | Pick<Adjudication, 'findings'>;

const resultFor = (
  context: Context,
  claim: Claim,
  cover: CoverFacts,
  compiled: CompiledRuleSet | undefined,
): Result => {
  if (compiled === undefined)
    return {
      findings: [{ code: 'RULE-NONE', detail: "no version of the product's rule set was in force" }],
    };
  const { set } = compiled;
  const { lines, faults } = readBill(claim.items);
  const unreadable = unreadableReasons('CASE-UNREADABLE', unreadableInputs(set, context.case));
  if (faults.length + unreadable.length > 0) return { findings: [...faults, ...unreadable] };
  const billed = billedFrom(claim, cover, lines, set.terms!);
  const result = adjudicateUnder(compiled, billed, statedInputs(set, context.case, claim, cover));
  const findings = [...result.findings, ...linesAhead(context, lines)];
  if (!('amount' in result)) return { findings };
  if (!isShown(result.amount.claimed))
    return { findings: [...findings, { code: 'BILL-AMOUNT', detail: 'the bill adds up to too much' }] };
  return { ...result, findings };
};

const billedFrom = (
  { admission, discharge }: Claim,
  cover: CoverFacts,
  lines: readonly BillLine[],
  terms: ProductTerms,
): BilledClaim => ({ admission, discharge, lines, cover: coverInForce(cover, terms) });

/** Returns the rows of a product's rule set that match a claim. */
export const matchingRows = (
  context: Pick<StepContext, 'case'>,
  claim: Claim,
  cover: CoverFacts,
  compiled: CompiledRuleSet,
): readonly Hit[] => {
  const { set } = compiled;
  const billed = billedFrom(claim, cover, readBill(claim.items).lines, set.terms!);
  return evaluateClaim(compiled, billed, statedInputs(set, context.case, claim, cover)).hits;
};
