import type { ProductTerms } from '../../../contract/product-terms.ts';
import { lineStages } from '../../../contract/product-terms.ts';
import type { BilledClaim } from '../claim.ts';
import type { Conditions, StageContext, StageTable } from '../context.ts';
import { claimFaults } from '../faults.ts';
import { passGates, type GateFinding } from './gates.ts';
import type { Adjudication } from '../result.ts';
import { balanceStage } from './balance.ts';
import { copayStage } from './copay.ts';
import { dayCapsStage } from './day-caps.ts';
import { deductibleStage } from './deductible.ts';
import { listsStage } from './lists.ts';
import { proportionStage } from './proportion.ts';
import { subLimitsStage } from './sublimits.ts';
import { windowStage } from './window.ts';
import { wordsOf, type Vocabulary } from '../vocabulary.ts';
import { Worksheet } from '../worksheet.ts';

/** Name of the counter of the sum insured. */
export const SUM_INSURED_COUNTER = 'sum_insured';

const STAGES: StageTable = {
  window: windowStage,
  lists: listsStage,
  day_caps: dayCapsStage,
  proportion: proportionStage,
  sublimits: subLimitsStage,
  deductible: deductibleStage,
  balance: balanceStage,
  copay: copayStage,
};

/** A claim, the terms of its product, and what the rule set's tables found. */
export interface Given {
  readonly claim: BilledClaim;
  readonly terms: ProductTerms;
  readonly vocabulary: Vocabulary;
  readonly conditions: Conditions;
  readonly gates: readonly GateFinding[];
}

/**
 * Adjudicates a claim line by line in exact paise. The machine never rejects: a finding, or terms that leave nothing to pay, refers
 * the claim to a person, with the amount that the terms propose.
 * @returns the adjudication, or only the findings if the claim cannot be adjudicated at all
 */
export const adjudicate = (given: Given): Adjudication | Pick<Adjudication, 'findings'> => {
  const { claim, terms, vocabulary } = given;
  const faults = claimFaults(claim);
  if (faults.length > 0 || claim.admission === undefined || claim.discharge === undefined)
    return { findings: faults };
  const { admission, discharge } = claim;
  const sheet = new Worksheet(claim);
  const heads = claim.lines.map(({ head }) => vocabulary.heads.get(wordsOf(head)));
  for (const [index, head] of heads.entries())
    if (head === undefined)
      sheet.refer('BILL-HEAD', `line ${index + 1}: the rule set does not know the head of this line`);
  let cover = { sumInsured: 0n, served: 0n };
  sheet.during('gates', () => {
    cover = passGates(sheet, { ...given, admission, discharge });
  });
  const context: StageContext = { ...given, ...cover, heads, admission, discharge };
  for (const stage of [...lineStages, ...terms.stages])
    sheet.during(stage, () => {
      STAGES[stage](sheet, context);
    });
  return resultOf(sheet);
};

const resultOf = (sheet: Worksheet): Adjudication => {
  const { claimed, total: approved, adjustments, totals, passed } = sheet;
  if (approved === 0n && sheet.findings.length === 0)
    sheet.refer('BENX-005', 'the terms leave nothing to pay, and only a person may reject a claim');
  const { findings } = sheet;
  const outcome = findings.length > 0 ? 'refer' : approved === claimed ? 'approve' : 'approve_part';
  const moves = { ...sheet.moves, [SUM_INSURED_COUNTER]: approved };
  return {
    outcome,
    amount: { claimed, approved, patientPays: claimed - approved },
    adjustments,
    totals,
    findings,
    passed,
    moves: outcome === 'refer' ? {} : moves,
    proposedMoves: moves,
  };
};
