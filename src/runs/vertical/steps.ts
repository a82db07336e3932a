import type { RunBody } from '../../contract/run.ts';
import { verticals } from '../../governance/verticals/index.ts';
import type { RowSummary } from '../../ledger/index.ts';

type Step = RunBody['steps'][number];

/** Action of rows that record how a live run ended. They are not steps. */
const END = 'run.error';

/** Returns the steps that a live run has performed so far, in order. Its further steps are not known in advance. */
export const liveStepsOf = (rows: readonly RowSummary[]): Step[] =>
  rows
    .toSorted((a, b) => a.seq - b.seq)
    .filter(({ action }) => action !== END)
    .map((row, index) => ({ n: index + 1, action: row.action, ...doneOf(row) }));

const doneOf = (row: RowSummary): Pick<Step, 'status' | 'summary' | 'at'> => ({
  status: row.blocked === true ? 'blocked' : 'done',
  summary: row.summary,
  at: new Date(row.at).toISOString(),
});

/**
 * Returns a run's steps: its vertical's steps, each filled in from its ledger row. Rows of other kinds, which record how a run
 * ended, are not steps.
 */
export const stepsOf = (run: Pick<RunBody, 'vertical' | 'status'>, rows: readonly RowSummary[]): Step[] => {
  const byStep = new Map(rows.map((row) => [row.step, row]));
  return verticals[run.vertical].steps.map(({ n, action }) => {
    const row = byStep.get(n);
    if (row === undefined) {
      return { n, action, status: run.status === 'running' ? 'pending' : 'skipped', summary: null, at: null };
    }
    return { n, action, ...doneOf(row) };
  });
};
