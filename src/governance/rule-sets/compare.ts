import type { Cover } from '../adjudication/claim.ts';
import type { Adjudication } from '../adjudication/result.ts';
import type { Case } from '../members.ts';
import { adjudicateCase } from './adjudicate-case.ts';
import type { CompiledRuleSet } from './compile.ts';

/** A claim to adjudicate under two versions. */
export interface Compared {
  readonly id: string;
  readonly given: Case;
  readonly cover: Cover;
}

type Result = Adjudication | Pick<Adjudication, 'findings'>;

/** A claim that two versions decide differently. */
export interface Difference {
  readonly id: string;
  readonly before: Result;
  readonly after: Result;
  /** What the later version approves more, in paise; negative if it approves less. */
  readonly more: bigint;
}

export interface Comparison {
  readonly claims: number;
  /** Number of claims by both outcomes, such as `approve > refer`. */
  readonly matrix: Readonly<Record<string, number>>;
  /** Sums of what the versions approve by themselves, without claims that they refer. */
  readonly approvedBefore: bigint;
  readonly approvedAfter: bigint;
  /** Number of claims with each deduction or finding, under both versions. */
  readonly codes: Readonly<Record<string, { readonly before: number; readonly after: number }>>;
  /** The largest differences, largest first. */
  readonly differences: readonly Difference[];
}

/** Number of differences to keep with their traces. */
const KEPT = 20;

/** Adjudicates claims under two versions of a product and compares the outcomes. Holds only one claim and the differences kept. */
export const compareVersions = (
  before: CompiledRuleSet,
  after: CompiledRuleSet,
  claims: Iterable<Compared>,
): Comparison => {
  let number = 0;
  let approvedBefore = 0n;
  let approvedAfter = 0n;
  const matrix: Record<string, number> = {};
  const codes: Record<string, { before: number; after: number }> = {};
  let differences: Difference[] = [];
  for (const { id, given, cover } of claims) {
    const pair = [adjudicateCase(before, given, cover), adjudicateCase(after, given, cover)] as const;
    number += 1;
    const move = `${outcomeOf(pair[0])} > ${outcomeOf(pair[1])}`;
    matrix[move] = (matrix[move] ?? 0) + 1;
    for (const code of codesOf(pair[0])) (codes[code] ??= { before: 0, after: 0 }).before += 1;
    for (const code of codesOf(pair[1])) (codes[code] ??= { before: 0, after: 0 }).after += 1;
    const [first, second] = [approvedBy(pair[0]), approvedBy(pair[1])];
    approvedBefore += first;
    approvedAfter += second;
    if (first === second && outcomeOf(pair[0]) === outcomeOf(pair[1])) continue;
    differences.push({ id, before: pair[0], after: pair[1], more: second - first });
    if (differences.length > KEPT * 2) differences = largest(differences);
  }
  return { claims: number, matrix, approvedBefore, approvedAfter, codes, differences: largest(differences) };
};

const outcomeOf = (result: Result): string => ('outcome' in result ? result.outcome : 'refer');

const approvedBy = (result: Result): bigint =>
  'amount' in result && result.outcome !== 'refer' ? result.amount.approved : 0n;

const codesOf = (result: Result): ReadonlySet<string> =>
  new Set(
    [...result.findings, ...('adjustments' in result ? result.adjustments : [])].map(({ code }) => code),
  );

const sizeOf = ({ more }: Difference): bigint => (more < 0n ? -more : more);

const largest = (differences: readonly Difference[]): Difference[] =>
  differences.toSorted((a, b) => (sizeOf(a) < sizeOf(b) ? 1 : sizeOf(a) > sizeOf(b) ? -1 : 0)).slice(0, KEPT);
