import { expect, it } from 'vitest';
import { rowsOfSteps } from '../../../console/src/pages/operators/rows-of-steps.ts';
import { sinceStart } from '../../../console/src/pages/operators/since-start.ts';

const row = (seq: number, action: string, n?: number) => ({
  seq,
  action,
  detail: n === undefined ? {} : { n },
});

it('a step has its row, the rows before it, and the last step also those of the end', () => {
  const rows = [
    row(1, 'sandbox.open'),
    row(2, 'agent.turn'),
    row(3, 'operator.click', 1),
    row(4, 'operator.ask'),
    row(5, 'operator.approval'),
    row(6, 'operator.type', 2),
    row(7, 'egress.block', 9),
    row(8, 'operator.end'),
  ];
  const seqs = [...rowsOfSteps(rows)].map(([n, own]) => [n, own.map(({ seq }) => seq)]);
  expect(seqs).toEqual([
    [1, [1, 2, 3]],
    [2, [4, 5, 6, 7, 8]],
  ]);
  expect(rowsOfSteps([row(1, 'sandbox.open')]).size).toBe(0);
});

it('a time in a run is minutes and seconds since its start', () => {
  expect(sinceStart('2026-11-30T10:00:00Z', '2026-11-30T10:01:05.600Z')).toBe('1:06');
  expect(sinceStart('2026-11-30T10:00:00Z', '2026-11-30T09:59:59Z')).toBe('0:00');
});
