import type { AppliedRuleSet } from '../../../store/rule-sets/applies.ts';
import type { Redecided } from '../../../governance/rule-sets/verticals/backtest.ts';
import type { StepContext } from './step.ts';

/** What a finished run's decision depended on: its case, its documents, its day and what its steps found. */
export type FinishedRun = Pick<StepContext, 'case' | 'documents' | 'now' | 'facts'>;

/** Decides a finished run again under a rule set. Reads nothing but the run, and changes nothing. */
export type Redecide = (run: FinishedRun, rules: Pick<AppliedRuleSet, 'compiled'>) => Redecided;
