import { shownAdjudication } from '../governance/adjudication/shown.ts';
import { formatRupees } from '../governance/amounts.ts';
import { VersionComparison, type Comparison } from '../governance/rule-sets/compare.ts';
import { type Outcome, EXIT, table } from './outcome.ts';
import { productIn, claimsIn } from './rules-try.ts';

/** Adjudicates claims under two versions and shows which decisions differ. */
export const compareRules = async (before: string, after: string, claims: string): Promise<Outcome> => {
  const comparison = new VersionComparison(await productIn(before), await productIn(after));
  for await (const claim of claimsIn(claims)) comparison.add(claim);
  const compared = comparison.result();
  return { code: EXIT.ok, json: shownComparison(compared), text: describe(compared) };
};

const shownComparison = ({
  claims,
  matrix,
  approvedBefore,
  approvedAfter,
  codes,
  differences,
}: Comparison) => ({
  claims,
  matrix,
  approved: { before: formatRupees(approvedBefore), after: formatRupees(approvedAfter) },
  codes,
  differences: differences.map(({ id, before, after, more }) => ({
    line: Number(id),
    more: formatRupees(more),
    before: shownAdjudication(before),
    after: shownAdjudication(after),
  })),
});

const describe = ({
  claims,
  matrix,
  approvedBefore,
  approvedAfter,
  codes,
  differences,
}: Comparison): string =>
  [
    `${claims} claims; approved ${formatRupees(approvedBefore)} before, ${formatRupees(approvedAfter)} after.`,
    table([
      ['BEFORE > AFTER', 'CLAIMS'],
      ...Object.entries(matrix).map(([move, number]) => [move, String(number)]),
    ]),
    table([
      ['CODE', 'BEFORE', 'AFTER'],
      ...Object.entries(codes).map(([code, number]) => [code, String(number.before), String(number.after)]),
    ]),
    ...(differences.length === 0
      ? ['No claim is decided differently.']
      : [table([['LINE', 'MORE APPROVED'], ...differences.map(({ id, more }) => [id, formatRupees(more)])])]),
  ].join('\n\n');
