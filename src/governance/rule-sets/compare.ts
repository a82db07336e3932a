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
  /** How much more the later version approves, in paise; negative if it approves less. */
  readonly more: bigint;
}

export interface Comparison {
  readonly claims: number;
  /** Number of claims by both outcomes, such as `approve > refer`. */
  readonly matrix: Readonly<Record<string, number>>;
  /** Sums of the amounts that the versions approve by themselves, without referred claims. */
  readonly approvedBefore: bigint;
  readonly approvedAfter: bigint;
  /** Number of claims with each deduction or finding, under both versions. */
  readonly codes: Readonly<Record<string, { readonly before: number; readonly after: number }>>;
  /** The largest differences, largest first. */
  readonly differences: readonly Difference[];
}

/** Number of differences to keep with their traces. */
const KEPT = 20;

/** Adjudicates claims under two versions of a product, one after another. Holds only the differences that it keeps. */
export class VersionComparison {
  readonly #before: CompiledRuleSet;
  readonly #after: CompiledRuleSet;
  readonly #matrix: Record<string, number> = {};
  readonly #codes: Record<string, { before: number; after: number }> = {};
  #claims = 0;
  #approvedBefore = 0n;
  #approvedAfter = 0n;
  #differences: readonly Difference[] = [];

  constructor(before: CompiledRuleSet, after: CompiledRuleSet) {
    this.#before = before;
    this.#after = after;
  }

  add({ id, given, cover }: Compared): void {
    const before = adjudicateCase(this.#before, given, cover);
    const after = adjudicateCase(this.#after, given, cover);
    const move = `${outcomeOf(before)} > ${outcomeOf(after)}`;
    this.#claims += 1;
    this.#matrix[move] = (this.#matrix[move] ?? 0) + 1;
    for (const code of codesOf(before)) (this.#codes[code] ??= { before: 0, after: 0 }).before += 1;
    for (const code of codesOf(after)) (this.#codes[code] ??= { before: 0, after: 0 }).after += 1;
    const more = approvedBy(after) - approvedBy(before);
    this.#approvedBefore += approvedBy(before);
    this.#approvedAfter += approvedBy(after);
    if (more === 0n && outcomeOf(before) === outcomeOf(after)) return;
    const all = [...this.#differences, { id, before, after, more }];
    this.#differences = all.length > KEPT * 2 ? largest(all) : all;
  }

  result(): Comparison {
    return {
      claims: this.#claims,
      matrix: this.#matrix,
      approvedBefore: this.#approvedBefore,
      approvedAfter: this.#approvedAfter,
      codes: this.#codes,
      differences: largest(this.#differences),
    };
  }
}

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
