import { expect, it } from 'vitest';
import { askRule } from '../../../../src/contract/ask-rule.ts';
import { askTools } from '../../../../src/contract/ask-tools.ts';
import { liveTools } from '../../../../src/contract/live-tools.ts';
import { asksOfAgent, asksOfCase, isAsked } from '../../../../src/governance/reviews/asked-calls.ts';
import { DEFAULT_POLICY } from '../../../../src/governance/reviews/times.ts';

it('people can be asked about every tool of a live run', () => {
  expect([...askTools].toSorted()).toEqual([...liveTools, 'run_python'].toSorted());
});

const rules = {
  ask: [
    { tools: ['write_record', 'decide'] as const, verticals: ['kyc'] as const, amount_above: 100_000 },
    { tools: ['run_python'] as const, verticals: ['it', 'support'] as const },
    { tools: ['apply_fix'] as const },
  ].map((rule) => ({
    ...rule,
    tools: [...rule.tools],
    verticals: 'verticals' in rule ? [...rule.verticals] : undefined,
  })),
};

it.each([
  ['kyc', 10_000_000n, ['apply_fix']],
  ['kyc', 10_000_001n, ['apply_fix', 'decide', 'write_record']],
  ['kyc', null, ['apply_fix', 'decide', 'write_record']],
  ['it', null, ['apply_fix', 'run_python']],
  ['voice', 1n, ['apply_fix']],
] as const)('in a case of %s for %s paise, a person is asked about %j', (vertical, paise, tools) => {
  expect(asksOfCase(rules, { vertical, paise })).toEqual({ tools });
});

it('a rule asks about the kinds of runs that it names, and otherwise about live runs', () => {
  const ask = [
    { tools: ['run_python' as const], runs: ['task' as const] },
    { tools: ['decide' as const], runs: ['live' as const] },
  ];
  expect(asksOfCase({ ask }, { vertical: 'kyc', paise: null })).toEqual({ tools: ['decide'] });
  expect(asksOfAgent({ ask }, 'task')).toEqual({ tools: ['run_python'] });
  expect(asksOfAgent({ ask }, 'analysis')).toBeUndefined();
  expect(asksOfAgent(rules, 'task')).toBeUndefined();
});

it.each([
  [{ tools: ['decide'] }, 'tools'],
  [{ tools: ['run_python'], verticals: ['kyc'] }, 'verticals'],
  [{ tools: ['run_python'], amount_above: 1 }, 'amount_above'],
  [{ tools: ['run_python'], risk_at_least: 'high' }, 'risk_at_least'],
])('a rule for agent tasks is refused for %j', (rule, member) => {
  const checked = askRule.safeParse({ ...rule, runs: ['live', 'task'] });
  expect(checked.error?.issues.map(({ path }) => path)).toEqual([[member]]);
  expect(askRule.safeParse({ ...rule, runs: ['live'] }).success).toBe(true);
});

it('without rules nobody is asked', () => {
  expect(asksOfCase(DEFAULT_POLICY, { vertical: 'kyc', paise: null })).toBeUndefined();
});

it('a rule about confidence applies only to the tool after the decision', () => {
  const rule = { tools: ['write_record'], confidence_below: 0.8 };
  expect(askRule.safeParse(rule).success).toBe(true);
  const other = askRule.safeParse({ ...rule, tools: ['decide', 'write_record'] });
  expect(other.error?.issues.map(({ path }) => path)).toEqual([['tools']]);
});

const conditional = asksOfCase(
  {
    ask: [
      { tools: ['write_record', 'run_python'], risk_at_least: 'medium' },
      { tools: ['write_record'], confidence_below: 0.8 },
      { tools: ['run_python'], verticals: ['kyc'] },
      { tools: ['decide'], verticals: ['kyc'], risk_at_least: 'high', amount_above: 100 },
    ],
  },
  { vertical: 'kyc', paise: 1n },
)!;

it('a tool about which a person is always asked needs no condition', () => {
  expect(conditional).toEqual({
    tools: ['run_python'],
    when: [
      { tools: ['write_record'], risk_at_least: 'medium' },
      { tools: ['write_record'], confidence_below: 0.8 },
    ],
  });
});

it.each([
  ['low', 0.9, false],
  ['low', 0.8, false],
  ['low', 0.79, true],
  ['low', null, true],
  ['medium', 0.9, true],
  ['high', 1, true],
  [null, 0.9, true],
] as const)('with risk %s and confidence %s, whether a person is asked is %s', (risk, confidence, asked) => {
  const ask = { version: 1, ...conditional };
  expect(isAsked(ask, 'write_record', { risk, confidence })).toBe(asked);
  expect(isAsked(ask, 'run_python', { risk, confidence })).toBe(true);
  expect(isAsked(ask, 'decide', { risk, confidence })).toBe(false);
  expect(isAsked(undefined, 'write_record', { risk, confidence })).toBe(false);
});

it('both conditions of one rule have to hold', () => {
  const ask = {
    version: 1,
    tools: [],
    when: [{ tools: ['write_record'], risk_at_least: 'high' as const, confidence_below: 0.5 }],
  };
  expect(isAsked(ask, 'write_record', { risk: 'high', confidence: 0.4 })).toBe(true);
  expect(isAsked(ask, 'write_record', { risk: 'high', confidence: 0.6 })).toBe(false);
  expect(isAsked(ask, 'write_record', { risk: 'low', confidence: 0.4 })).toBe(false);
  expect(isAsked(ask, 'write_record')).toBe(true);
});
