import { expect, it } from 'vitest';
import { compareHistory } from '../../../../src/ledger/audit/compare-history.ts';

const rules = {
  actions: new Map([
    ['step.run_python', ['sandbox.run']],
    ['step.look_up', ['db.query', 'kyc.verify']],
  ]),
  withoutActivity: new Set<string>(),
};

const code = (id: string, completed: boolean) => ({ id, type: 'step.run_python', completed });
const rowOf = (seq: number, activityId: string, action = 'sandbox.run') => ({ seq, action, activityId });
const missing = (id: string) => [
  {
    kind: 'missing_row',
    seq: null,
    reason: `activity ${id} (step.run_python) completed without writing a row`,
  },
];

it('an activity needs no row if it repeats a step that was given up after its row was committed', () => {
  const activities = [code('5', false), code('6', true)];
  expect(compareHistory(activities, [rowOf(1, '5')], rules)).toEqual([]);
  expect(compareHistory(activities, [rowOf(1, '6')], rules)).toEqual([]);
  expect(compareHistory(activities, [], rules)).toEqual(missing('6'));
});

it('a row that was committed before its activity was given up counts for one later activity of its kind', () => {
  const rows = [rowOf(1, '5')];
  expect(compareHistory([code('5', false), code('6', true), code('9', true)], rows, rules)).toEqual(
    missing('9'),
  );
  expect(compareHistory([code('4', true), code('5', false)], rows, rules)).toEqual(missing('4'));
  const other = [{ id: '5', type: 'step.look_up', completed: false }, code('6', true)];
  expect(compareHistory(other, [rowOf(1, '5', 'db.query')], rules)).toEqual(missing('6'));
  expect(compareHistory([code('5', true), code('6', true)], rows, rules)).toEqual(missing('6'));
});
