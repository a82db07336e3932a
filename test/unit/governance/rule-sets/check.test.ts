import { describe, expect, it } from 'vitest';
import type { RuleRow, RuleSet } from '../../../../src/contract/rule-set.ts';
import { STANDARD_HEALTH } from '../../../../src/governance/rule-sets/built-in/standard-health.ts';
import { IT } from '../../../../src/governance/rule-sets/built-in/it.ts';
import { KYC } from '../../../../src/governance/rule-sets/built-in/kyc.ts';
import { SUPPORT } from '../../../../src/governance/rule-sets/built-in/support.ts';
import { VOICE } from '../../../../src/governance/rule-sets/built-in/voice.ts';
import { checkRuleSet } from '../../../../src/governance/rule-sets/check.ts';
import { canonicalRuleSet, ruleSetHash } from '../../../../src/governance/rule-sets/canonical.ts';
import { compileRuleSet, isCompiled } from '../../../../src/governance/rule-sets/compile.ts';
import { evaluateTables, reasonsOf } from '../../../../src/governance/rule-sets/evaluate.ts';
import { versionInForce } from '../../../../src/governance/rule-sets/in-force.ts';
import { valuesFor } from '../../../../src/governance/rule-sets/values.ts';
import { parseDay } from '../../../../src/governance/dates.ts';

const row = (id: string, when: readonly string[], detail = "'found'"): RuleRow => ({
  id,
  when: [...when],
  // oxlint-disable-next-line unicorn/no-thenable -- a row of a decision table
  then: { code: 'CODE-1', detail },
});

const draft = (
  rows: readonly RuleRow[],
  changes: Partial<RuleSet> = {},
  hit: 'first' | 'unique' | 'collect' = 'first',
): RuleSet => ({
  id: 'draft',
  version: 1,
  title: 'Draft',
  effective_from: '2026-12-01',
  basis: 'admission',
  inputs: { days: 'int', other: 'int', accident: 'bool', word: 'string', words: 'list<string>' },
  params: { wait: 30 },
  lists: { icd: ['H25', 'H26'] },
  tables: [{ id: 't', hit, rows: [...rows] }],
  tests: [{ name: 'none', given: { days: 40, other: 0, accident: false, word: 'a', words: [] }, expect: {} }],
  ...changes,
});

const faultsOf = (given: unknown): readonly string[] => {
  const checked = checkRuleSet(given);
  return isCompiled(checked) ? [] : checked.map(({ at, fault }) => `${at}: ${fault}`);
};

const productDraft = (terms: object) => ({
  ...STANDARD_HEALTH,
  terms: { ...STANDARD_HEALTH.terms, ...terms },
});

describe('The built-in rule sets', () => {
  it.each([STANDARD_HEALTH, KYC, IT, SUPPORT, VOICE])('a built-in rule set has no faults: $id', (set) => {
    expect(faultsOf(set)).toEqual([]);
  });
});

describe('A cell that may not run', () => {
  it.each([
    ['days + 1', 'expected bool, the cell is int'],
    ['days == 1.5', 'no such overload: int == double'],
    ['days == 1e30', 'no such overload: int == double'],
    ['days == 9223372036854775808', 'a whole number needs more than 64 bits'],
    ['word == days', 'no such overload: string == int'],
    ['unheard > 1', 'Unknown variable: unheard'],
    ['days >', ''],
    ["word.matches('(a+)+$')", 'the function matches is not allowed'],
    ['words.all(a, words.all(b, a == b))', 'all inside another macro is not allowed'],
    ['words.exists(a, a in words)', 'in with a list inside a macro is not allowed'],
    ["words.map(a, join(words, '')) == words", 'join inside a macro is not allowed'],
    [
      "timestamp('2026-01-01T00:00:00Z') == timestamp('2026-01-01T00:00:00Z')",
      'the function timestamp is not allowed',
    ],
    ["{'a': 1}['a'] == days", 'maps are not allowed'],
    ['cel.bind(a, days, a > 1)', ''],
    [`days in [${Array.from({ length: 201 }, (_, index) => index).join(',')}]`, ''],
    ['('.repeat(200) + 'accident' + ')'.repeat(200), ''],
    [Array.from({ length: 110 }, () => 'days>1').join('&&'), ''],
  ])('the check refuses the draft with the place and the reason: %s', (cell, reason) => {
    const [fault] = faultsOf(draft([row('r', [cell])]));
    expect(fault).toMatch(/^tables\.t\.r/);
    expect(fault).toContain(reason);
  });
});

describe('A draft that takes too long', () => {
  const costly = "words.exists(a, a == 'x' || a == 'y' || a == 'z' || a == word)";
  const costlyRows = (count: number) =>
    Array.from({ length: count }, (_, index) => row(`r${index}`, [costly]));

  it('a draft is refused because of all its cells together', () => {
    expect(faultsOf(draft(costlyRows(20), {}, 'collect'))).toEqual([]);
    expect(faultsOf(draft(costlyRows(100), {}, 'collect')).join('\n')).toMatch(
      /^tables: one case takes up to \d+ operations/,
    );
  });

  it('a draft is refused because of its many tests', () => {
    const tests = Array.from({ length: 500 }, (_, index) => ({ name: `t${index}`, given: {}, expect: {} }));
    expect(faultsOf(draft(costlyRows(20), { tests }, 'collect')).join('\n')).toMatch(
      /^tests: the tests take up to/,
    );
  });

  it('a draft is checked even if its table has too many cases to try them all', () => {
    const inputs = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`b${index}`, 'bool' as const]),
    );
    const rows = Array.from({ length: 500 }, (_, index) =>
      row(`r${index}`, [`b${index % 30} || b${(index + 1) % 30}`, `b${(index * 7) % 30} || !b${index % 11}`]),
    );
    const tests = [{ name: 't', given: {}, expect: {} }];
    expect(faultsOf(draft(rows, { inputs, tests }, 'collect'))).toEqual([]);
  });
});

describe('A row that decides nothing', () => {
  it.each([
    ['never matches', 'first', [row('a', ['days < 5', 'days > 10'])], 'tables.t.a: is never reached'],
    ['never matches', 'collect', [row('a', ['accident && !accident'])], 'tables.t.a: never matches'],
    ['never matches a constant', 'collect', [row('a', ['wait > 30'])], 'tables.t.a: never matches'],
    [
      'is hidden by a row for more cases',
      'first',
      [row('a', ['days < 30']), row('b', ['days < 20'])],
      'tables.t.b: is never reached',
    ],
    [
      'is hidden by two rows together',
      'first',
      [row('a', ['accident']), row('b', ['!accident']), row('c', ['days < 30'])],
      'tables.t.c: is never reached',
    ],
    [
      'comes after a row for all cases',
      'first',
      [row('a', []), row('b', ['days < 30'])],
      'tables.t.b: is never reached, because a matches whenever it does',
    ],
    [
      'has the cells of an earlier row that computes something',
      'first',
      [row('a', ['days + other < 30']), row('b', ['days + other < 30', 'accident'])],
      'tables.t.b: is never reached, because a matches whenever it does',
    ],
    [
      'matches together with another one',
      'unique',
      [row('a', ['days <= wait']), row('b', ['days >= wait'])],
      'tables.t: a and b both match days = 30',
    ],
  ] as const)('is found: a row that %s in a table with the policy %s', (_, hit, rows, fault) => {
    expect(faultsOf(draft(rows, {}, hit)).join('\n')).toContain(fault);
  });

  it('a row is not reported if some case reaches it', () => {
    const rows = [
      row('a', ["word == 'x'", 'days < 30']),
      row('b', ["word in ['x', 'y']", 'days < wait']),
      row('c', ['days + other > 90']),
    ];
    expect(faultsOf(draft(rows))).toEqual([]);
    expect(faultsOf(draft([row('a', ['days < 30']), row('b', ['days >= 30'])], {}, 'unique'))).toEqual([]);
  });
});

describe('A draft with wrong names', () => {
  it.each([
    [
      'two rows with one name',
      draft([row('a', ['accident']), row('a', ['!accident'])]),
      'tables.t: a appears twice',
    ],
    [
      'an input with the name of a param',
      draft([row('a', [])], { params: { days: 1 } }),
      'inputs: days appears twice',
    ],
    [
      'a default of another type',
      draft([row('a', [])], { inputs: { days: { type: 'int', default: 'x' } } }),
      'inputs.days: the default is not int',
    ],
    ['a reserved name', draft([row('a', [])], { inputs: { constructor: 'int' } as never }), 'reserved'],
    [
      'a word for two heads',
      productDraft({ heads: { ...STANDARD_HEALTH.terms!.heads, pharmacy: ['Room-Rent'] } }),
      'terms.heads: "room rent" belongs to room and pharmacy',
    ],
    [
      'a limit for a head that there is not',
      productDraft({ day_caps: [{ code: 'X-1', head: 'suite', limit: { amount: 1 }, clause: 'c' }] }),
      'terms.day_caps: there is no head suite',
    ],
    [
      'two limits that share a head',
      productDraft({
        sublimits: [
          {
            id: 'a',
            code: 'A-1',
            title: 'a',
            heads: ['surgeon', 'ot'],
            limit: { amount: 1 },
            per: 'hospitalisation',
            clause: 'c',
          },
          {
            id: 'b',
            code: 'B-1',
            title: 'b',
            heads: ['ot', 'implant'],
            limit: { amount: 1 },
            per: 'hospitalisation',
            clause: 'c',
          },
        ],
      }),
      'terms.sublimits.b: shares ot with a, and neither contains the other',
    ],
    [
      'a condition that is not one',
      productDraft({ copay: [{ percent: 5, when: 'age > 60', clause: 'c' }] }),
      'terms.copay.0: age > 60: Unknown variable: age',
    ],
    [
      'a stage twice',
      productDraft({ stages: ['copay', 'copay', 'balance', 'deductible'] }),
      'expected each stage once',
    ],
    [
      'a percentage with three decimals',
      productDraft({ copay: [{ percent: 5.125, clause: 'c' }] }),
      'at most two decimals',
    ],
    [
      'an amount of 1e30',
      productDraft({ deductible: { amount: 1e30, per: 'claim', clause: 'c' } }),
      'terms.deductible.amount',
    ],
    [
      'a wait in days and months',
      productDraft({ waits: [{ id: 'w', code: 'W-1', title: 'w', days: 1, months: 1, clause: 'c' }] }),
      'expected days or months',
    ],
    [
      'a test with an input that there is not',
      draft([row('a', [])], { tests: [{ name: 't', given: { dyas: 1 }, expect: {} }] }),
      'tests.t: there is no input dyas',
    ],
    [
      'a test with an input of another type',
      draft([row('a', [])], { tests: [{ name: 't', given: { days: '1' }, expect: {} }] }),
      'tests.t: days is not int',
    ],
    ['no tests', { ...STANDARD_HEALTH, tests: [] }, 'tests'],
    ['an unknown member', { ...STANDARD_HEALTH, extra: 1 }, 'extra'],
    ['nothing', null, ''],
  ])('a draft is refused: %s', (_, given, fault) => {
    const faults = faultsOf(given);
    expect(faults).not.toEqual([]);
    expect(faults.join('\n')).toContain(fault);
  });

  it('a draft is refused if its own test gives another result', () => {
    const [test] = STANDARD_HEALTH.tests;
    expect(faultsOf({ ...STANDARD_HEALTH, tests: [{ ...test, expect: { approved: '128416.24' } }] })).toEqual(
      [`tests.${test!.name}: approved is 128416.25 instead of 128416.24`],
    );
  });
});

const decided = (
  rows: readonly RuleRow[],
  given: Parameters<typeof valuesFor>[1],
  hit: 'first' | 'unique' | 'collect',
) => {
  const compiled = compileRuleSet(draft(rows, {}, hit));
  if (!isCompiled(compiled)) throw new Error(JSON.stringify(compiled));
  return reasonsOf(evaluateTables(compiled, valuesFor(compiled.set, given))).map(
    ({ code, detail }) => `${code} ${detail}`,
  );
};

describe('A case under a rule set', () => {
  it('a case is undecided where a row reads an input that the case does not state', () => {
    const rows = [row('a', ['days < 30']), row('b', [])];
    expect(decided(rows, {}, 'first')).toEqual(['RULE-UNKNOWN t.a cannot be decided: days not stated']);
    expect(decided(rows, { days: 40n }, 'first')).toEqual(['CODE-1 found']);
  });

  it('a case is decided if a stated input is enough for a no', () => {
    expect(decided([row('a', ['days < 30', 'accident'])], { accident: false }, 'collect')).toEqual([]);
    expect(decided([row('a', ['days < 30 && accident'])], { accident: false }, 'collect')).toEqual([]);
  });

  it('a condition never finds two missing inputs equal', () => {
    expect(decided([row('a', ['days == other'])], {}, 'collect')).toEqual([
      'RULE-UNKNOWN t.a cannot be decided: days and other not stated',
    ]);
  });

  it('a case is undecided where a number leaves 64 bits, and nothing crashes', () => {
    const [fault] = decided([row('a', ['days * 4 > 1'])], { days: 2n ** 62n }, 'collect');
    expect(fault).toContain('RULE-UNKNOWN t.a cannot be decided: integer overflow');
    expect(decided([row('a', ['days > 1'])], { days: 2n ** 63n }, 'collect')).toEqual([
      'RULE-UNKNOWN t.a cannot be decided: days not stated',
    ]);
    expect(decided([row('a', ['days / other > 1'])], { days: 1n, other: 0n }, 'collect')[0]).toContain(
      'RULE-UNKNOWN',
    );
  });

  it('a case is undecided if two rows match and exactly one must', () => {
    const rows = [row('a', ['days + 0 < 30']), row('b', ['days + 0 < 40'])];
    expect(decided(rows, { days: 35n }, 'unique')).toEqual(['CODE-1 found']);
    expect(decided(rows, { days: 20n }, 'unique')).toEqual([
      'RULE-TWICE a and b of t both match, although one must',
    ]);
  });

  it('an evaluation collects all findings, one per code, with the details of all rows', () => {
    const rows = [row('a', ['days < 30'], "'a'"), row('b', ['days < 40'], "'b' + string(days)")];
    expect(decided(rows, { days: 1n }, 'collect')).toEqual(['CODE-1 a; b1']);
  });
});

describe('A version', () => {
  const versions = [
    { version: 1, basis: 'admission', effective_from: '2026-01-01' },
    { version: 2, basis: 'admission', effective_from: '2026-06-01' },
    { version: 3, basis: 'admission', effective_from: '2026-06-01' },
  ] as const;
  const on = (admission: string) =>
    versionInForce(versions, {
      admission: parseDay(admission),
      policy_start: parseDay('2026-01-01'),
      run_day: parseDay('2026-12-01'),
    })?.version;

  it('a version is chosen by the date that its basis names', () => {
    expect(on('2025-12-31')).toBeUndefined();
    expect(on('2026-05-31')).toBe(1);
    expect(on('2026-06-01')).toBe(3);
    expect(versionInForce(versions, { admission: undefined, policy_start: 0, run_day: 0 })).toBeUndefined();
  });

  it('a version has a hash that depends on its content and not on the order of its members', () => {
    const { id, ...others } = KYC;
    expect(ruleSetHash({ ...others, id })).toBe(ruleSetHash(KYC));
    expect(ruleSetHash({ ...KYC, version: 4 })).not.toBe(ruleSetHash(KYC));
    expect(JSON.parse(canonicalRuleSet(KYC))).toEqual(KYC);
  });
});
