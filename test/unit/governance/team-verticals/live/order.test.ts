import { expect, it } from 'vitest';
import { stepGate } from '../../../../../src/governance/team-verticals/live/order.ts';
import { commonToolOf, offersPython } from '../../../../../src/governance/team-verticals/live/tools.ts';

const STEPS = [
  { name: 'check', kind: 'check_members' },
  { name: 'judge', kind: 'rules' },
  { name: 'decide', kind: 'decide' },
  { name: 'file', kind: 'write' },
  { name: 'tell', kind: 'write' },
] as const;

const verdicts = (done: number): readonly string[] =>
  STEPS.map((_step, index) => {
    const gate = stepGate(STEPS, done, index + 1);
    return gate.allowed ? 'allowed' : gate.rule;
  });

it('every step needs all earlier ones, and a finished step returns its result again until the case is decided', () => {
  expect(verdicts(0)).toEqual(['allowed', 'order', 'order', 'order', 'order']);
  expect(verdicts(2)).toEqual(['allowed', 'allowed', 'allowed', 'order', 'order']);
  expect(verdicts(3)).toEqual(['decided', 'decided', 'decided', 'allowed', 'order']);
  expect(verdicts(4)).toEqual(['decided', 'decided', 'decided', 'allowed', 'allowed']);
});

it('a step after the decision may call outside, and one before it may not repeat that', () => {
  const steps = [
    { name: 'ask', kind: 'call_outside' },
    { name: 'decide', kind: 'decide' },
    { name: 'tell', kind: 'call_outside' },
    { name: 'file', kind: 'write' },
  ] as const;
  const gates = (done: number) => steps.map((_step, index) => stepGate(steps, done, index + 1).allowed);
  expect(gates(2)).toEqual([false, false, true, false]);
  expect(gates(3)).toEqual([false, false, true, true]);
});

it('a refusal names the missing steps or the next one', () => {
  expect(stepGate(STEPS, 1, 4)).toMatchObject({
    words: 'file was refused: it needs judge, decide first.',
  });
  expect(stepGate(STEPS, 3, 1)).toMatchObject({
    words: 'check was refused: the case is decided. Call file.',
  });
});

it('switches and the rules about asking people know steps by the common names of tools', () => {
  expect(STEPS.map(({ kind }) => commonToolOf(kind))).toEqual([
    'read_case',
    'score_risk',
    'decide',
    'write_record',
    'write_record',
  ]);
});

it('a model runs no code of its own if a step has that tool’s name', () => {
  expect(offersPython(STEPS)).toBe(true);
  expect(offersPython([...STEPS, { name: 'run_python', kind: 'run_python' }])).toBe(false);
});
