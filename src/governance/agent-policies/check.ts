import { type AgentPolicy, agentPolicySchema } from '../../contract/agent-policy.ts';
import type { RuleSetFault } from '../rule-sets/compile.ts';
import { compileRules } from './compile.ts';
import { evaluate, prepareRules } from './evaluate.ts';

/** Checks a draft: its form, its rules, and its own tests. @returns the document, or every fault with its place */
export const checkAgentPolicy = (given: unknown): AgentPolicy | readonly RuleSetFault[] => {
  const parsed = agentPolicySchema.safeParse(given);
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => ({ at: path.join('.'), fault: message }));
  const { data: document } = parsed;
  const compiled = compileRules(document.cedar);
  if ('faults' in compiled) return compiled.faults;
  const rules = prepareRules('draft', [{ id: document.id, rules: compiled.rules }]);
  const faults = document.tests.flatMap(({ name, expect, ...act }, at) => {
    const { decision, reason, policies } = evaluate(rules, act);
    if (decision === expect) return [];
    const by = policies.length === 0 ? '' : ` by ${policies.join(', ')}`;
    return [
      { at: `tests.${at}`, fault: `${name}: expected ${expect}, but it is ${decision} (${reason})${by}` },
    ];
  });
  return faults.length > 0 ? faults : document;
};
