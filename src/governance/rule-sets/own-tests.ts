import { formatRupees } from '../amounts.ts';
import { readCover } from '../adjudication/read-cover.ts';
import { memberOf } from '../members.ts';
import type { RuleSet } from '../../contract/rule-set.ts';
import { adjudicateCase } from './adjudicate-case.ts';
import type { CompiledRuleSet, RuleSetFault } from './compile.ts';
import { evaluateTables, reasonsOf, sumsOf } from './evaluate.ts';
import type { Value } from './expressions.ts';
import { valueOf, valuesFor } from './values.ts';

type OwnTest = RuleSet['tests'][number];

/** Runs the tests that a rule set contains. Returns a fault for each that comes out differently. */
export const ownTestFaults = (compiled: CompiledRuleSet): readonly RuleSetFault[] =>
  compiled.set.tests.flatMap((test) => {
    const got = outcomeOf(compiled, test);
    const right = shown(test.expect);
    const differs = Object.entries(right).filter(([name, value]) => got[name] !== value);
    if (differs.length === 0) return [];
    const words = differs.map(([name, value]) => `${name} is ${got[name] ?? 'missing'} instead of ${value}`);
    return [{ at: `tests.${test.name}`, fault: words.join('; ') }];
  });

type Shown = Readonly<Record<string, string>>;

const shownValues = (values: readonly (readonly [string, number | bigint])[]): string =>
  values
    .map(([name, value]) => `${name} ${value}`)
    .toSorted()
    .join(', ') || 'none';

const shown = ({ codes, values, outcome, approved }: OwnTest['expect']): Shown => ({
  ...(codes !== undefined && { codes: codes.join(', ') || 'none' }),
  ...(values !== undefined && { values: shownValues(Object.entries(values)) }),
  ...(outcome !== undefined && { outcome }),
  ...(approved !== undefined && { approved }),
});

const outcomeOf = (compiled: CompiledRuleSet, test: OwnTest): Shown => {
  if (test.claim !== undefined) {
    const cover = readCover(memberOf(test.claim, 'cover'));
    if (compiled.set.terms === undefined || cover === undefined) return { outcome: 'not adjudicated' };
    const result = adjudicateCase(compiled, { ...test.given, ...test.claim }, cover);
    const codes = [...new Set(result.findings.map(({ code }) => code))].join(', ') || 'none';
    if (!('amount' in result)) return { outcome: 'refer', codes };
    return { outcome: result.outcome, codes, approved: formatRupees(result.amount.approved) };
  }
  const given = Object.fromEntries(
    Object.entries(test.given).map(([name, value]) => [name, inputOf(compiled.set, name, value)]),
  );
  const evaluation = evaluateTables(compiled, valuesFor(compiled.set, given));
  return {
    codes:
      reasonsOf(evaluation)
        .map(({ code }) => code)
        .join(', ') || 'none',
    values: shownValues(Object.entries(sumsOf(evaluation))),
  };
};

const inputOf = ({ inputs }: RuleSet, name: string, value: OwnTest['given'][string]): Value | undefined => {
  const input = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
  return input === undefined ? undefined : valueOf(value, typeof input === 'string' ? input : input.type);
};
