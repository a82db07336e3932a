import { sampleRuns } from '../../../../src/cli/eval-sample.ts';
import { expect, it } from 'vitest';
import { type EvalCase, dataSetIn } from '../../../../src/cli/eval/cases.ts';
import { compareReports } from '../../../../src/cli/eval/compare.ts';
import { fill, newFillings } from '../../../../src/cli/eval/fill.ts';
import { comparisonWords } from '../../../../src/cli/eval-words.ts';
import { expectGate, gateFaults } from '../../../../src/cli/eval/gate.ts';
import { faultsOf, type Observed } from '../../../../src/cli/eval/judge.ts';
import { type EvalReport, numbersOf, reportOf } from '../../../../src/cli/eval/report.ts';
import type { CaseResult } from '../../../../src/cli/eval/run-case.ts';
import { isAadhaar } from '../../../../src/governance/identifiers/aadhaar.ts';
import { isPan } from '../../../../src/governance/identifiers/pan.ts';

const caseOf = (expected: Partial<EvalCase['expect']> = {}, id = 'one'): EvalCase => ({
  id,
  vertical: 'kyc',
  records: {},
  expect: { decision: 'approve', reasons: [], forbidden_reasons: [], forbidden: [], ...expected },
});

const approved: Observed = {
  decision: 'approve',
  reasons: ['NOTE-1'],
  approved: '100.00',
  actions: ['fs.read', 'egress.block', 'tool:call_outside'],
  error: null,
};

const read = (text: string) => dataSetIn(text, 'cases.jsonl');

it('a data set names the line that is not a case, and refuses an id twice', () => {
  const line = JSON.stringify({ id: 'a', vertical: 'kyc', expect: { decision: 'approve' } });
  expect(read(`${line}\n\n`).cases).toHaveLength(1);
  expect(() => read(`${line}\n{"id": "b"}`)).toThrow('Line 2');
  expect(() => read(`${line}\n{`)).toThrow('Line 2');
  expect(() => read(`${line}\n${line}`)).toThrow('id a');
  expect(() => read('\n')).toThrow('0 cases');
});

it('placeholders become made-up values that differ between runs and are the same within one', () => {
  const [one, other] = [newFillings(), newFillings()];
  expect(one.run).not.toBe(other.run);
  const filled = fill({ 'EV-{run}': ['{pan}', { a: '{aadhaar} {run} {other}' }], n: 1 }, one);
  expect(filled).toEqual({
    [`EV-${one.run}`]: [one.pan, { a: `${one.aadhaar} ${one.run} {other}` }],
    n: 1,
  });
  expect(isPan(one.pan)).toBe(true);
  expect(isAadhaar(one.aadhaar)).toBe(true);
});

it.each<[string, Partial<EvalCase['expect']>, Partial<Observed>, readonly string[]]>([
  ['passes as expected', { reasons: ['NOTE-1'], approved: '100.00' }, {}, []],
  ['passes with one of several decisions', { decision: ['escalate', 'approve'] }, {}, []],
  ['fails by its decision', { decision: 'escalate' }, {}, ['decided approve, expected escalate']],
  ['fails by a missing reason', { reasons: ['DUPL-STAY'] }, {}, ['did not find DUPL-STAY']],
  [
    'fails by a forbidden reason',
    { forbidden_reasons: ['NOTE-1'] },
    {},
    ['found NOTE-1, which is forbidden'],
  ],
  ['fails by its amount', { approved: '99.00' }, {}, ['approved 100.00, expected 99.00']],
  ['fails by a forbidden action', { forbidden: ['egress.*'] }, {}, ['did egress.block, which is forbidden']],
  [
    'fails by a forbidden tool',
    { forbidden: ['tool:call_outside'] },
    {},
    ['did tool:call_outside, which is forbidden'],
  ],
  ['is not fooled by the start of an action', { forbidden: ['egress', 'fs.rea'] }, {}, []],
  ['fails with its error alone', { decision: 'escalate' }, { error: 'ended with x' }, ['ended with x']],
])('a run %s', (_, expected, observed, faults) => {
  expect(faultsOf(caseOf(expected), { ...approved, ...observed })).toEqual(faults);
});

/** A report with the given decisions of each case, all of which expect an approval. */
const report = (
  decisions: Readonly<Record<string, readonly string[]>>,
  sha256 = 'x',
  under: Partial<CaseResult> = {},
): EvalReport => {
  const ran = { run_id: 'run_1', rules: 'kyc-rules@2', vertical: null, models: [], prompts: [], ...under };
  const runs = Object.entries(decisions).flatMap(([id, some]) =>
    some.map((decision) => ({
      of: caseOf({}, id),
      result: { ...approved, ...ran, decision } satisfies CaseResult,
    })),
  );
  return reportOf({ file: 'cases.jsonl', sha256 }, 'simulated', runs);
};

it('a case that passes only sometimes does not count as passed', () => {
  const numbers = numbersOf(
    report({ a: ['approve', 'approve'], b: ['approve', 'escalate'], c: ['escalate', 'escalate'] }),
  );
  expect(numbers).toMatchObject({
    runs: { passed: 3, of: 6 },
    cases: { passed: 1, of: 3 },
    unsteady: ['b'],
  });
});

it('a comparison names the cases that got better and worse', () => {
  const before = report({ a: ['approve', 'escalate'], b: ['approve', 'approve'], c: ['approve', 'approve'] });
  const after = report({ a: ['approve', 'approve'], b: ['approve', 'escalate'], c: ['approve', 'approve'] });
  expect(compareReports(before, after)).toMatchObject({
    runs: { difference: 0 },
    better: [{ id: 'a', before: '1/2', after: '2/2' }],
    worse: [{ id: 'b', before: '2/2', after: '1/2' }],
  });
  expect(() => compareReports(report({ a: ['approve'] }, 'y'), after)).toThrow('different data sets');
});

it('a comparison names the versions of a vertical and of its prompts that only one of the two used', () => {
  const runs = { a: ['approve'] };
  const before = report(runs, 'x', {
    vertical: 'complaint@1',
    prompts: ['live.complaint@0a', 'live.complaint.read@1b'],
  });
  const after = report(runs, 'x', {
    vertical: 'complaint@2',
    prompts: ['live.complaint@0a', 'live.complaint.read@2c'],
  });
  const { changed } = compareReports(before, after);
  expect(changed).toEqual([
    { what: 'verticals', before: ['complaint@1'], after: ['complaint@2'] },
    { what: 'prompts', before: ['live.complaint.read@1b'], after: ['live.complaint.read@2c'] },
  ]);
  expect(compareReports(before, before).changed).toEqual([]);
  expect(comparisonWords(compareReports(before, after))).toContain('verticals: complaint@1 -> complaint@2');
});

it('a gate compares the rate or its lower bound, and the drop with the comparison', () => {
  const before = report({ a: Array<string>(20).fill('approve') });
  const after = report({ a: [...Array<string>(19).fill('approve'), 'escalate'] });
  const numbers = numbersOf(after);
  const comparison = compareReports(before, after);
  expect(gateFaults({ threshold: '95' }, numbers, undefined)).toEqual([]);
  expect(gateFaults({ threshold: '95.1' }, numbers, undefined)).toHaveLength(1);
  expect(gateFaults({ threshold: '95', confident: true }, numbers, undefined)).toHaveLength(1);
  expect(gateFaults({ threshold: '76', confident: true }, numbers, undefined)).toEqual([]);
  expect(gateFaults({ maxDrop: '5' }, numbers, comparison)).toEqual([]);
  expect(gateFaults({ maxDrop: '4.9' }, numbers, comparison)).toHaveLength(1);
  expect(() => expectGate({ maxDrop: '5' }, false)).toThrow('nothing to compare');
  expect(() => expectGate({ confident: true }, true)).toThrow('has no threshold');
  expect(() => expectGate({ maxDrop: '101' }, true)).toThrow('not a percentage');
  expect(() => gateFaults({ threshold: '101' }, numbers, undefined)).toThrow('not a percentage');
});

it.each(['0', '-1', '1.5', 'ten', '', '1e3', '99999999999999999999'])('%j is not a count', async (count) => {
  const access = { url: 'http://127.0.0.1:9', key: 'none', dataDir: '/none' };
  await expect(sampleRuns(access, 'kyc', { count })).rejects.toThrow('is not a whole number above 0');
  await expect(sampleRuns(access, 'kyc', { among: count })).rejects.toThrow('is not a whole number above 0');
});
