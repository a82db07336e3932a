import { compileRules } from '../../governance/agent-policies/compile.ts';
import { dayInIndia } from '../../governance/dates.ts';
import { scopeOfAct } from '../../governance/suspension/outside-tools.ts';
import type { Db } from '../../store/db/client.ts';
import { pinnedPolicy, policiesInForce } from '../../store/rule-sets/agent-policies.ts';

/**
 * Returns whether a team's policies in force have a rule about acts of a scope. A rule without an action
 * applies to every act.
 */
export const isScopeOfAct = async (db: Db, teamId: string, scope: string): Promise<boolean> => {
  if (!scope.startsWith('tool:')) return false;
  for (const pin of await policiesInForce(db, teamId, dayInIndia(new Date()))) {
    const compiled = compileRules((await pinnedPolicy(db, teamId, pin)).cedar);
    if ('faults' in compiled) continue;
    const isAbout = compiled.rules.some(
      ({ actions }) => actions === undefined || actions.some((action) => scopeOfAct(action) === scope),
    );
    if (isAbout) return true;
  }
  return false;
};
