import { expect, it } from 'vitest';
import { askRule, askTools } from '../../../../src/contract/ask-rule.ts';
import { reviewPolicyBody } from '../../../../src/contract/review-policy.ts';
import { liveTools } from '../../../../src/contract/live-tools.ts';
import {
  askedAgentTools,
  askedTools,
  isSampled,
  timesOfAsk,
  timesUntil,
} from '../../../../src/governance/reviews/asks.ts';
import { DEFAULT_POLICY } from '../../../../src/governance/reviews/times.ts';
import { newId } from '../../../../src/ids.ts';

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
  expect(askedTools(rules, { vertical, paise })).toEqual(tools);
});

it('a rule asks about the kinds of runs that it names, and otherwise about live runs', () => {
  const ask = [
    { tools: ['run_python' as const], runs: ['task' as const] },
    { tools: ['decide' as const], runs: ['live' as const] },
  ];
  expect(askedTools({ ask }, { vertical: 'kyc', paise: null })).toEqual(['decide']);
  expect(askedAgentTools({ ask }, 'task')).toEqual(['run_python']);
  expect(askedAgentTools({ ask }, 'analysis')).toEqual([]);
  expect(askedAgentTools(rules, 'task')).toEqual([]);
});

it.each([
  [{ tools: ['decide'] }, 'tools'],
  [{ tools: ['run_python'], verticals: ['kyc'] }, 'verticals'],
  [{ tools: ['run_python'], amount_above: 1 }, 'amount_above'],
])('a rule for agent tasks is refused for %j', (rule, member) => {
  const checked = askRule.safeParse({ ...rule, runs: ['live', 'task'] });
  expect(checked.error?.issues.map(({ path }) => path)).toEqual([[member]]);
  expect(askRule.safeParse({ ...rule, runs: ['live'] }).success).toBe(true);
});

it('without rules nobody is asked, and nothing is sampled', () => {
  expect(askedTools(DEFAULT_POLICY, { vertical: 'kyc', paise: null })).toEqual([]);
  expect(isSampled(DEFAULT_POLICY, newId('run'))).toBe(false);
});

it('rules that an earlier release stored ask about nothing', () => {
  const old = { four_eyes_above: 1, due_minutes: 60, remind_minutes: 10, expire_minutes: 60 };
  expect(reviewPolicyBody.parse(old)).toEqual({ ...DEFAULT_POLICY, ...old });
});

it('about one in so many approved claims is sampled', () => {
  const ids = Array.from({ length: 4_000 }, () => newId('run'));
  const sampled = ids.filter((id) => isSampled({ sample_one_in: 10 }, id)).length;
  expect(sampled).toBeGreaterThan(300);
  expect(sampled).toBeLessThan(500);
  expect(ids.every((id) => isSampled({ sample_one_in: 1 }, id))).toBe(true);
});

it('a call is due within the time of the rules and refused after twice that time', () => {
  const now = new Date('2026-11-29T06:00:00.000Z');
  const { remindAt, dueAt, expiresAt } = timesOfAsk({ ask_minutes: 60 }, now);
  expect([remindAt, dueAt, expiresAt].map((at) => at.toISOString().slice(11, 16))).toEqual([
    '06:30',
    '07:00',
    '08:00',
  ]);
});

it('an action is refused at the time that the operator waits until', () => {
  const now = new Date(0);
  const { remindAt, dueAt, expiresAt } = timesUntil(now, new Date(300_000));
  expect([remindAt, dueAt, expiresAt].map(Number)).toEqual([150_000, 240_000, 300_000]);
});
