import type { Reason } from '../../rules/reason.ts';
import type { Assessment } from '../../rules/support/decide.ts';
import { supportFacts } from '../built-in/facts.ts';
import type { CompiledRuleSet } from '../compile.ts';
import { decideFacts } from './decide.ts';

/** Returns the reasons why a person has to decide a ticket under a rule set. */
export const supportReasonsUnder = (compiled: CompiledRuleSet, given: Assessment): readonly Reason[] =>
  decideFacts(compiled, supportFacts(given)).reasons;
