import type { CompiledRuleSet } from '../../../governance/rule-sets/compile.ts';
import type { Redecided } from '../../../governance/rule-sets/verticals/backtest.ts';
import type { StepContext } from './step.ts';

/** The inputs of a finished run's decision: its case, its documents, its day and the results of its steps. */
export type FinishedRun = Pick<
  StepContext,
  'db' | 'teamId' | 'known' | 'case' | 'documents' | 'now' | 'facts'
>;

/** Decides a finished run again under a rule set. */
export type Decide = (compiled: CompiledRuleSet) => Redecided;

/** Reads a finished run and the versions that it pinned once, to decide it again under any rule set. Changes nothing. */
export type Redecide = (run: FinishedRun) => Decide | Promise<Decide>;

/** How the rules of a vertical decide a finished run again. */
export interface RedecidedFrom {
  /** Numbers of the steps whose facts decide. A run without one of them cannot be decided again. */
  readonly steps: readonly number[];
  readonly decide: Redecide;
}
