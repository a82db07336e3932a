import type { ProductTerms } from '../../src/contract/product-terms.ts';
import type { RuleSet } from '../../src/contract/rule-set.ts';
import { readCover } from '../../src/governance/adjudication/read-cover.ts';
import type { Adjudication } from '../../src/governance/adjudication/result.ts';
import type { Case } from '../../src/governance/members.ts';
import { adjudicateCase } from '../../src/governance/rule-sets/adjudicate-case.ts';
import { STANDARD_HEALTH } from '../../src/governance/rule-sets/built-in/standard-health.ts';
import { compileRuleSet, isCompiled, type CompiledRuleSet } from '../../src/governance/rule-sets/compile.ts';

/** Compiles a rule set that has no faults. */
export const compiled = (set: RuleSet): CompiledRuleSet => {
  const result = compileRuleSet(set);
  if (!isCompiled(result)) throw new Error(JSON.stringify(result));
  return result;
};

/** The standard product with changed terms. */
export const productWith = (changes: Partial<ProductTerms>): CompiledRuleSet =>
  compiled({ ...STANDARD_HEALTH, terms: { ...STANDARD_HEALTH.terms!, ...changes } });

const standard = compiled(STANDARD_HEALTH);

/** Adjudicates a case with a `cover`. Its result has no amounts if it cannot be adjudicated. */
export const adjudication = (
  given: Case,
  product = standard,
): Adjudication | Pick<Adjudication, 'findings'> => {
  const cover = readCover(given['cover']);
  if (cover === undefined) throw new Error('the cover cannot be read');
  return adjudicateCase(product, given, cover);
};

/** Adjudicates a case that can be adjudicated. */
export const adjudicated = (given: Case, product = standard): Adjudication => {
  const result = adjudication(given, product);
  if (!('amount' in result)) throw new Error(JSON.stringify(result.findings));
  return result;
};
