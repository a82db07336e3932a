import { parseRupees } from '../../governance/amounts.ts';
import { NOTHING_KNOWN } from '../../governance/known.ts';
import { maskJson } from '../../governance/mask.ts';
import type { CompiledRuleSet } from '../../governance/rule-sets/compile.ts';
import {
  approvedBy,
  type BacktestedRun,
  type Redecided,
} from '../../governance/rule-sets/verticals/backtest.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import { verticalDecidedBy } from '../../governance/verticals/rule-sets.ts';
import type { JsonObject } from '../../ledger/index.ts';
import type { Db } from '../../store/db/client.ts';
import type { RunToRedecide } from '../../store/rule-sets/backtest-progress.ts';
import { verticalWork } from '../verticals/index.ts';
import type { FinishedCase } from './finished-runs.ts';

/** A finished run with everything that is needed to decide it again. */
export interface OpenedRun {
  readonly teamId: string;
  readonly vertical: VerticalId;
  readonly run: RunToRedecide;
  readonly opened: FinishedCase;
  readonly facts: Readonly<Record<string, JsonObject>>;
}

/** The two versions of a rule set under which a run is decided. */
export interface Sides {
  readonly before: CompiledRuleSet;
  readonly after: CompiledRuleSet;
}

/** Decides a finished run again under two versions of the rules of its vertical, or of the terms of its product. Changes nothing. */
export const redecideRun = async (
  db: Db,
  { teamId, vertical, run, opened, facts }: OpenedRun,
  { before, after }: Sides,
): Promise<BacktestedRun> => {
  const isOfVertical = verticalDecidedBy(after.set.id) === vertical;
  const { redecide, redecideTerms } = verticalWork[vertical];
  const again = isOfVertical ? redecide?.decide : redecideTerms;
  if (again === undefined) throw new Error(`no run of ${vertical} was decided by ${after.set.id}`);
  // What is shown of the result is masked below.
  const decide = await again({ ...opened, known: NOTHING_KNOWN, now: run.created_at, facts, db, teamId });
  const sides = { before: decide(before), after: decide(after) };
  return {
    runId: run.id,
    ...sides,
    isAsRecorded: isOfVertical ? sides.before.decision === run.decision : isRecorded(sides.before, run),
    mask: (value) => maskJson(value, opened.known()) as typeof value,
  };
};

/** Under the terms of a product an approval counts as the same only with the same amount. */
const isRecorded = (before: Redecided, { decision, approved }: RunToRedecide): boolean =>
  before.decision === decision &&
  (decision !== 'approve' || approvedBy(before) === parseRupees(approved ?? ''));

/** Returns whether the run has all steps whose facts decide it. */
export const isComplete = (vertical: VerticalId, facts: Readonly<Record<string, unknown>>): boolean =>
  (verticalWork[vertical].redecide?.steps ?? []).every((n) => facts[n] !== undefined);
