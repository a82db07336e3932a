import { expect, it } from 'vitest';
import { compileVertical, isCompiledVertical } from '../../../../src/governance/team-verticals/compile.ts';
import { before, type StepDone } from '../../../../src/governance/team-verticals/done.ts';
import { decide } from '../../../../src/governance/team-verticals/perform.ts';
import { INVOICE } from '../../../helpers/team-verticals.ts';

type Answer = 'approved' | 'denied' | 'unanswered' | 'not asked';
type Case = readonly [before: boolean, first: Answer, between: boolean, second: Answer, after: boolean];

const scan = (id: string) => ({ do: 'scan', id, effect: 'scan' }) as const;
const review = (id: string) => ({ do: 'review', id, effect: 'ask', question: 'Is it right?' }) as const;
const last = {
  do: 'decide',
  id: 'decide',
  effect: 'decide',
  clear: 'approve',
  approved: 'accept',
  denied: 'reject',
} as const;

const compiled = compileVertical({
  ...INVOICE,
  steps: [scan('a'), review('first'), scan('b'), review('second'), scan('c'), last],
});
if (!isCompiledVertical(compiled)) throw new Error(JSON.stringify(compiled));

type Done = Pick<StepDone, 'value' | 'reasons'>;

const found = (isFound: boolean): Done => ({
  value: { flags: [] },
  reasons: isFound ? [{ code: 'FOUND', detail: 'something' }] : [],
});

const answered = (answer: Answer): Done => ({
  value: { asked: answer === 'approved' || answer === 'denied', approved: answer === 'approved' },
  reasons: answer === 'unanswered' ? [{ code: 'REVIEW-UNANSWERED', detail: 'nobody answered in time' }] : [],
});

/** The findings and answers step by step, and the decision. */
const CASES: readonly (readonly [...Case, decision: string])[] = [
  [false, 'not asked', false, 'not asked', false, 'approve'],
  [true, 'not asked', false, 'not asked', false, 'escalate'],
  [true, 'approved', false, 'not asked', false, 'accept'],
  [true, 'approved', true, 'approved', false, 'accept'],
  [true, 'unanswered', false, 'not asked', false, 'escalate'],
  [true, 'unanswered', false, 'approved', false, 'escalate'],
  [true, 'approved', false, 'unanswered', false, 'escalate'],
  [true, 'approved', true, 'not asked', false, 'escalate'],
  [false, 'not asked', true, 'approved', true, 'escalate'],
  [true, 'approved', true, 'denied', true, 'reject'],
  [true, 'denied', false, 'unanswered', true, 'reject'],
];

it.each(CASES)('found %s, %s, found %s, %s, found %s: %s', (a, first, b, second, c, decision) => {
  const done = [found(a), answered(first), found(b), answered(second), found(c)];
  const given = before(compiled, { case: INVOICE.sample, day: 20_000, mode: 'simulated' }, done);
  expect(decide(compiled, last, given).value).toEqual({ decision });
});
