import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ProductTerms } from '../../../../src/contract/product-terms.ts';
import type { Stage } from '../../../../src/governance/adjudication/result.ts';
import { formatRupees } from '../../../../src/governance/amounts.ts';
import type { Case } from '../../../../src/governance/members.ts';
import { adjudicated, productWith } from '../../../helpers/adjudication.ts';

interface Worked {
  readonly title: string;
  readonly case: Case;
  readonly terms?: {
    readonly deductible?: number;
    readonly copay_pct?: number;
    readonly order?: ProductTerms['stages'];
  };
  readonly expect: {
    readonly outcome: string;
    readonly cuts: Readonly<Record<string, string>>;
    readonly lines?: readonly string[];
    readonly total?: { readonly submitted: string; readonly benefit: string };
    readonly patient_pays?: string;
    readonly benefit?: string;
  };
}

const worked = readFileSync('test/corpora/adjudication.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Worked);

const LINE_STAGES: ReadonlySet<Stage> = new Set(['gates', 'window', 'lists', 'day_caps', 'proportion']);

describe('A worked claim under the standard wording', () => {
  it.each(worked.map((each) => [each.title, each] as const))('comes out to the paisa: %s', (_, each) => {
    const { terms = {}, expect: right } = each;
    const product = productWith({
      ...(terms.copay_pct !== undefined && { copay: [{ percent: terms.copay_pct, clause: 'Co-payment' }] }),
      ...(terms.deductible !== undefined && {
        deductible: { amount: terms.deductible, per: 'claim', clause: 'Deductible' },
      }),
      ...(terms.order !== undefined && { stages: terms.order }),
    });
    const result = adjudicated(each.case, product);
    const sum = (isCounted: (stage: Stage, line: number | null) => boolean) =>
      formatRupees(
        result.adjustments.reduce(
          (total, { stage, line, amount }) => (isCounted(stage, line) ? total + amount : total),
          0n,
        ),
      );
    expect({
      outcome: result.outcome,
      approved: formatRupees(result.amount.approved),
      cuts: Object.fromEntries(
        Object.keys(right.cuts).map((name) => [
          name,
          sum((stage) => (name === 'lines' ? LINE_STAGES.has(stage) : stage === name)),
        ]),
      ),
    }).toEqual({
      outcome: right.outcome,
      approved: right.total?.benefit ?? right.benefit,
      cuts: right.cuts,
    });
    if (right.lines !== undefined)
      expect(
        right.lines.map((_, index) => sum((stage, line) => LINE_STAGES.has(stage) && line === index + 1)),
      ).toEqual(right.lines);
    if (right.total !== undefined) {
      expect(formatRupees(result.amount.claimed)).toBe(right.total.submitted);
      expect(formatRupees(result.amount.patientPays)).toBe(right.patient_pays);
    }
  });
});
