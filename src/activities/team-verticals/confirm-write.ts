import type { Transaction } from 'kysely';
import type { StepOf } from '../../contract/team-vertical.ts';
import type { Reason } from '../../governance/rules/reason.ts';
import { notConfirmed } from '../../governance/team-verticals/confirm.ts';
import { ESCALATE } from '../../governance/team-verticals/decision.ts';
import { finalDecision } from '../../governance/team-verticals/perform.ts';
import type { Database } from '../../store/db/schema.ts';
import { findingsOf, ruleSetOf } from './rules.ts';
import type { StepRun } from './step-run.ts';

/** How a case is decided when a step writes: as before, unless its confirming rules find something now. */
export interface DecisionNow {
  readonly decision: string;
  readonly reasons: readonly Reason[];
  /** What the confirming rules have found. */
  readonly own: readonly Reason[];
}

/** Applies the rules that confirm a write, in its transaction. */
export const decisionNow = async (
  tx: Transaction<Database>,
  run: StepRun,
  step: StepOf<'write'>,
): Promise<DecisionNow> => {
  const decided = finalDecision(run.vertical, run.done);
  if (step.confirm === undefined || decided.decision === ESCALATE) return { ...decided, own: [] };
  const applied = await ruleSetOf(tx, run, step.confirm.rule_set);
  const { reasons } = findingsOf(applied, { cells: run.compiled.confirm }, run.found);
  const own = notConfirmed(run.compiled, step, run.found, reasons);
  return own.length === 0
    ? { ...decided, own }
    : { decision: ESCALATE, reasons: [...decided.reasons, ...own], own };
};
