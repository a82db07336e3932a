import { decideIncident, type IncidentFinding } from '../../rules/it/decide.ts';
import type { Reason } from '../../rules/reason.ts';
import { itFacts } from '../built-in/facts.ts';
import type { CompiledRuleSet } from '../compile.ts';
import { decideFacts } from './decide.ts';

/** Returns why the machine does not apply a fix under a rule set. */
export const fixReasonsUnder = (compiled: CompiledRuleSet, finding: IncidentFinding): readonly Reason[] =>
  decideFacts(compiled, itFacts(finding)).reasons;

/**
 * Decides how an incident ends. No rule set can call an incident resolved while its reading is outside its
 * limit.
 * @param reasons those found before the fix
 */
export const decideIncidentUnder = (
  compiled: CompiledRuleSet,
  finding: IncidentFinding,
  reasons: readonly Reason[],
  recovered: boolean,
): ReturnType<typeof decideIncident> =>
  decideIncident(
    reasons.length > 0 ? reasons : decideFacts(compiled, { ...itFacts(finding), recovered }).reasons,
    recovered,
  );
