import type { RunBody } from '../contract/run.ts';
import { verticals } from '../governance/verticals/index.ts';
import { parseBody } from '../ledger/entry.ts';

/** A ledger row as far as a step shows it. */
export interface StepRow {
  readonly step: number;
  readonly created_at: string;
  readonly body: string;
}

type Step = RunBody['steps'][number];

/**
 * A run's steps: those of its vertical, each filled in by its ledger row. Rows of other kinds (how a run ended) are
 * not steps.
 */
export const stepsOf = (run: Pick<RunBody, 'vertical' | 'status'>, rows: readonly StepRow[]): Step[] => {
  const byStep = new Map(rows.map((row) => [row.step, row]));
  return verticals[run.vertical].steps.map(({ n, action }) => {
    const row = byStep.get(n);
    if (row === undefined) {
      return { n, action, status: run.status === 'running' ? 'pending' : 'skipped', summary: null, at: null };
    }
    const { summary, detail } = parseBody(row.body).content;
    const { blocked } = (detail ?? {}) as { readonly blocked?: unknown };
    return {
      n,
      action,
      status: blocked === true ? 'blocked' : 'done',
      summary: typeof summary === 'string' ? summary : null,
      at: new Date(row.created_at).toISOString(),
    };
  });
};
