import { formatDay, type Day } from '../../dates.ts';
import type { BilledClaim } from '../claim.ts';
import { applies, type Conditions } from '../context.ts';
import type { ProductTerms } from '../../../contract/product-terms.ts';
import { least } from '../money.ts';
import { servedCover, slabsBegun, type Wait } from '../served-cover.ts';
import type { Worksheet } from '../worksheet.ts';

/** A finding of the rule set's tables about the claim as a whole. */
export interface GateFinding {
  readonly code: string;
  readonly detail: string;
  readonly clause: string;
  /** Whether the terms exclude the claim; otherwise the finding only refers it. */
  readonly excludes: boolean;
}

/**
 * Decides everything that applies to the claim as a whole: the findings of the tables, the length of the
 * stay, and the waiting periods. An exclusion refers the claim and proposes to pay nothing.
 * @returns the sum insured on the day of admission, and the part of it whose waiting periods are over
 */
export const passGates = (
  sheet: Worksheet,
  given: {
    readonly claim: BilledClaim;
    readonly terms: ProductTerms;
    readonly conditions: Conditions;
    readonly gates: readonly GateFinding[];
    readonly admission: Day;
    readonly discharge: Day;
  },
): { readonly sumInsured: bigint; readonly served: bigint } => {
  const { claim, terms, conditions, admission, discharge } = given;
  for (const gate of given.gates) raise(sheet, gate);
  const { stay } = terms;
  if (stay !== undefined && !applies(sheet, conditions, 'the shortest stay', stay.unless)) {
    if (discharge > admission) sheet.pass('gates', 'the stay is longer than a day');
    else
      raise(sheet, {
        code: stay.code,
        detail: 'discharge on the day of admission, and the treatment is not day care',
        clause: stay.clause,
        excludes: true,
      });
  }
  const begun = slabsBegun(claim.cover.slabs, admission);
  const sumInsured = begun.at(-1)?.sumInsured ?? 0n;
  if (sumInsured === 0n) {
    raise(sheet, {
      code: 'ELIG-006',
      detail: 'no sum insured has begun by the day of admission',
      clause: terms.balance.clause,
      excludes: true,
    });
    return { sumInsured, served: 0n };
  }
  let served = sumInsured;
  for (const wait of terms.waits) {
    if (!applies(sheet, conditions, `the wait for ${wait.title}`, wait.when)) continue;
    const cover = servedCover(begun, wait, admission);
    served = least(served, cover);
    if (cover > 0n) sheet.pass('gates', `the wait for ${wait.title} is served`);
    else
      raise(sheet, {
        code: wait.code,
        detail: unserved(wait, begun[0]!.since, admission),
        clause: wait.clause,
        excludes: true,
      });
  }
  return { sumInsured, served };
};

const unserved = (wait: Wait, since: Day, admission: Day): string => {
  const length = wait.months === undefined ? `${wait.days} days` : `${wait.months} months`;
  const exclusion = wait.exclusion === undefined ? '' : ` (${wait.exclusion})`;
  return `${wait.title}${exclusion}: cover since ${formatDay(since)}, admission on ${formatDay(admission)}, wait of ${length}`;
};

const raise = (sheet: Worksheet, { code, detail, clause, excludes }: GateFinding): void => {
  sheet.refer(code, detail);
  if (!excludes) return;
  for (const index of sheet.left.keys())
    sheet.cutLine('gates', index, { code, amount: sheet.left[index]!, formula: detail, clause });
};
