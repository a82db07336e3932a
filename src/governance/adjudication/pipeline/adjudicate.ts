import type { ProductTerms } from '../../../contract/product-terms.ts';
import { lineStages } from '../../../contract/product-terms.ts';
import { type BilledClaim, SUM_INSURED_COUNTER } from '../claim.ts';
import type { Conditions, StageContext, StageWork } from '../context.ts';
import { claimFaults } from '../faults.ts';
import { passGates, type GateFinding } from './gates.ts';
import { type Limited, noteAnswers } from '../limited.ts';
import type { Adjudication } from '../result.ts';
import { dayCapsStage } from './day-caps.ts';
import { LIMIT_STAGES } from './limit-stages.ts';
import { listsStage } from './lists.ts';
import { proportionStage } from './proportion.ts';
import { windowStage } from './window.ts';
import { wordsOf, type Vocabulary } from '../vocabulary.ts';
import { Worksheet } from '../worksheet.ts';

const LINE_STAGES: Readonly<Record<(typeof lineStages)[number], StageWork>> = {
  window: windowStage,
  lists: listsStage,
  day_caps: dayCapsStage,
  proportion: proportionStage,
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
  const amounts = claim.lines.map(({ amount }) => amount);
  const sheet = new Worksheet(amounts);
  const heads = claim.lines.map(({ head }) => vocabulary.heads.get(wordsOf(head)));
  for (const [index, head] of heads.entries())
    if (head === undefined)
      sheet.refer('BILL-HEAD', `line ${index + 1}: the rule set does not know the head of this line`);
  let cover = { sumInsured: 0n, served: 0n };
  sheet.during('gates', () => {
    cover = passGates(sheet, { ...given, admission, discharge });
  });
  const { conditions, noted } = noteAnswers(given.conditions);
  const context: StageContext = { ...given, ...cover, cover: claim.cover, heads, admission, discharge };
  const excluded = sheet.adjustments.length > 0;
  decideLines(sheet, context);
  // Whoever approves an excluded claim pays what the terms leave out, and that counts against its limits.
  const unlimited = excluded ? decideLines(new Worksheet(amounts), context) : [...sheet.left];
  for (const stage of terms.stages)
    sheet.during(stage, () => {
      LIMIT_STAGES[stage](sheet, { ...context, conditions });
    });
  const limited = { heads: heads.map((head) => head ?? null), left: unlimited, ...cover, excluded, ...noted };
  return resultOf(sheet, limited);
};

/** @returns what is left of each line */
const decideLines = (sheet: Worksheet, context: StageContext): readonly bigint[] => {
  for (const stage of lineStages)
    sheet.during(stage, () => {
      LINE_STAGES[stage](sheet, context);
    });
  return sheet.left;
};

const resultOf = (sheet: Worksheet, limited: Limited): Adjudication => {
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
    limited,
  };
};
