import type { CompiledRuleSet } from '../../../governance/rule-sets/compile.ts';
import type { Redecided } from '../../../governance/rule-sets/verticals/backtest.ts';
import type { StepContext } from './step.ts';

/** What a finished run's decision depended on: its case, its documents, its day and what its steps found. */
export type FinishedRun = Pick<StepContext, 'case' | 'documents' | 'now' | 'facts'>;

/** Reads a finished run once, to decide it again under any rule set. Reads nothing but the run, and changes nothing. */
export type Redecide = (run: FinishedRun) => (compiled: CompiledRuleSet) => Redecided;
