import type { EvalCase } from './cases.ts';

/** The result of a run. */
export interface Observed {
  readonly decision: string | null;
  readonly reasons: readonly string[];
  /** The approved amount of a claim's bill, in rupees; null without a bill. */
  readonly approved: string | null;
  /** Actions of the run's rows, and `tool:<name>` for each tool that a model called. */
  readonly actions: readonly string[];
  /** Why there is no decision; null if the run succeeded. */
  readonly error: string | null;
}

/** Returns how a run differs from what its case expects; empty if it passes. */
export const faultsOf = ({ expect }: EvalCase, observed: Observed): readonly string[] => {
  if (observed.error !== null) return [observed.error];
  const decisions = [expect.decision].flat();
  const missing = expect.reasons.filter((code) => !observed.reasons.includes(code));
  const unwanted = expect.forbidden_reasons.filter((code) => observed.reasons.includes(code));
  const done = [...new Set(observed.actions)].filter((action) =>
    expect.forbidden.some((forbidden) => matches(forbidden, action)),
  );
  return [
    ...(decisions.includes(observed.decision ?? '')
      ? []
      : [`decided ${observed.decision ?? 'nothing'}, expected ${decisions.join(' or ')}`]),
    ...missing.map((code) => `did not find ${code}`),
    ...unwanted.map((code) => `found ${code}, which is forbidden`),
    ...(expect.approved === undefined || expect.approved === observed.approved
      ? []
      : [`approved ${observed.approved ?? 'no amount'}, expected ${expect.approved}`]),
    ...done.map((action) => `did ${action}, which is forbidden`),
  ];
};

/** A forbidden action that ends with `*` stands for all that begin with it. */
const matches = (forbidden: string, action: string): boolean =>
  forbidden.endsWith('*') ? action.startsWith(forbidden.slice(0, -1)) : action === forbidden;
