import type { RunBody } from '../../contract/run.ts';
import { CATALOGUE } from '../../governance/team-verticals/catalogue.ts';
import { isVerticalId, verticals } from '../../governance/verticals/index.ts';
import type { RowSummary } from '../../ledger/index.ts';
import type { StoredVerticalVersion } from './workflow.ts';

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

interface StepsOfRun extends Pick<RunBody, 'vertical' | 'status'> {
  /** The version of a team's own vertical. */
  readonly version: Pick<StoredVerticalVersion, 'steps'> | null;
}

/** Returns the actions of a run's steps, which count from 1. */
const actionsOf = ({ vertical, version }: StepsOfRun): readonly string[] => {
  if (version !== null) return version.steps.map((kind) => CATALOGUE[kind].action);
  return isVerticalId(vertical) ? verticals[vertical].steps.map(({ action }) => action) : [];
};

/**
 * Returns a run's steps: its vertical's steps, each filled in from its ledger row. Rows of other kinds, which record how a run
 * ended, are not steps.
 */
export const stepsOf = (run: StepsOfRun, rows: readonly RowSummary[]): Step[] => {
  const byStep = new Map(rows.map((row) => [row.step, row]));
  return actionsOf(run).map((action, index) => {
    const n = index + 1;
    const row = byStep.get(n);
    if (row === undefined) {
      return { n, action, status: run.status === 'running' ? 'pending' : 'skipped', summary: null, at: null };
    }
    // A document may give a step's row another action than its kind's.
    return { n, action: run.version === null || row.action === END ? action : row.action, ...doneOf(row) };
  });
};
