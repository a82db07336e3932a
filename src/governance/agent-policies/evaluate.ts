/** Decides an act by the rules of all policies that are in force. */
import { preparsePolicySet, statefulIsAuthorized, type Response } from '@cedar-policy/cedar-wasm/nodejs';
import type { ActDecision, ActReason } from '../../contract/agent-act.ts';
import type { Rule } from './compile.ts';
import { contextOf, type Act } from './act.ts';

/** Rules by `<policy>/<rule>`, under the name by which they were prepared. */
export interface PreparedRules {
  readonly name: string;
  readonly effects: ReadonlyMap<string, Rule['effect']>;
}

export interface Verdict {
  readonly decision: ActDecision;
  readonly reason: ActReason;
  /** The rules that decided, at most {@link MAX_NAMED}. */
  readonly policies: readonly string[];
}

/**
 * Prepares the rules of several policies.
 * @param name must differ for other rules
 */
export const prepareRules = (
  name: string,
  policies: readonly { readonly id: string; readonly rules: readonly Rule[] }[],
): PreparedRules => {
  const all = policies.flatMap(({ id, rules }) => rules.map((rule) => [`${id}/${rule.name}`, rule] as const));
  const texts = Object.fromEntries(all.map(([key, { text }]) => [key, text]));
  const parsed = preparsePolicySet(name, { staticPolicies: texts });
  if (parsed.type === 'failure') throw new Error(`stored rules have faults: ${parsed.errors[0]?.message}`);
  return { name, effects: new Map(all.map(([key, { effect }]) => [key, effect])) };
};

/**
 * Decides an act: `allow` if the rules permit it as it is, `ask` if they would permit it once a person has approved it, else `deny`.
 * A `forbid` that cannot be evaluated denies, because Cedar itself would leave it out.
 */
export const evaluate = (rules: PreparedRules, act: Act): Verdict => {
  const now = authorize(rules, act, false);
  if (now.failed.length > 0) return { decision: 'deny', reason: 'policy_failed', policies: now.failed };
  if (now.isAllowed) return { decision: 'allow', reason: 'permitted', policies: now.policies };
  const approved = authorize(rules, act, true);
  if (approved.failed.length === 0 && approved.isAllowed)
    return { decision: 'ask', reason: 'needs_approval', policies: approved.policies };
  return {
    decision: 'deny',
    reason: now.policies.length === 0 ? 'not_permitted' : 'forbidden',
    policies: now.policies,
  };
};

/** Maximum number of rules that a verdict names, so that they fit in its row. */
const MAX_NAMED = 50;

interface Authorized {
  readonly isAllowed: boolean;
  readonly policies: readonly string[];
  /** Rules with `forbid` that could not be evaluated. */
  readonly failed: readonly string[];
}

const named = (rules: readonly string[]): readonly string[] => rules.toSorted().slice(0, MAX_NAMED);

const authorize = ({ name, effects }: PreparedRules, act: Act, approved: boolean): Authorized => {
  const answer = statefulIsAuthorized({
    principal: { type: 'Agent', id: act.agent },
    action: { type: 'Action', id: act.action },
    resource: { type: 'Resource', id: act.resource },
    context: contextOf(act, approved),
    entities: [],
    preparsedPolicySetId: name,
  });
  if (answer.type === 'failure') throw new Error('the act cannot be read by Cedar');
  const { decision, diagnostics }: Response = answer.response;
  return {
    isAllowed: decision === 'allow',
    policies: named(diagnostics.reason),
    failed: named(
      diagnostics.errors.map(({ policyId }) => policyId).filter((id) => effects.get(id) === 'forbid'),
    ),
  };
};
