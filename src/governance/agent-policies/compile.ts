/** Reads the rules of a policy, and finds their faults. */
import {
  policySetTextToParts,
  policyToJson,
  type DetailedError,
  type PolicyJson,
} from '@cedar-policy/cedar-wasm/nodejs';
import { ruleName } from '../../contract/product-terms.ts';
import { recordable } from '../recordable.ts';
import type { RuleSetFault } from '../rule-sets/compile.ts';

/** A rule of a policy, with its name (`@id`, or its number). */
export interface Rule {
  readonly name: string;
  readonly text: string;
  readonly effect: 'permit' | 'forbid';
  /** The acts that it names; undefined if it applies to every act. */
  readonly actions: readonly string[] | undefined;
}

const TYPES = { principal: 'Agent', action: 'Action', resource: 'Resource' } as const;

/** Returns the rules of a text, or its faults. */
export const compileRules = (
  cedar: string,
): { readonly rules: readonly Rule[] } | { readonly faults: readonly RuleSetFault[] } => {
  const parts = policySetTextToParts(cedar);
  if (parts.type === 'failure') return { faults: parts.errors.map((error) => faultOf(cedar, error)) };
  const faults: RuleSetFault[] = [];
  const rules: Rule[] = [];
  if (parts.policy_templates.length > 0)
    faults.push({ at: 'cedar', fault: 'a rule with a slot (?principal, ?resource) is not possible here' });
  if (parts.policies.length === 0) faults.push({ at: 'cedar', fault: 'there is no rule' });
  for (const [at, text] of parts.policies.entries()) {
    const read = policyToJson(text);
    if (read.type === 'failure') {
      faults.push(...read.errors.map((error) => faultOf(cedar, error)));
      continue;
    }
    const { json } = read;
    const id = json.annotations?.['id'];
    const name = id ?? String(at + 1);
    if (id !== undefined && !isName(id)) {
      faults.push({
        at: 'cedar',
        fault: `the @id of rule ${at + 1} is not lower-case letters, digits and _`,
      });
      continue;
    }
    if (rules.some((rule) => rule.name === name))
      faults.push({ at: `cedar.${name}`, fault: 'another rule has the same @id' });
    faults.push(...wrongTypes(name, json));
    rules.push({ name, text, effect: json.effect, actions: actionsIn(json) });
  }
  return faults.length > 0 ? { faults } : { rules };
};

/** Returns whether a name may appear in rows, which must not contain an identifier. */
const isName = (id: string): boolean => ruleName.safeParse(id).success && recordable(id) === id;

const faultOf = (cedar: string, { message, help, sourceLocations }: DetailedError): RuleSetFault => {
  const start = sourceLocations?.[0]?.start;
  const line = start === undefined ? undefined : cedar.slice(0, start).split('\n').length;
  return {
    at: 'cedar',
    fault: [...(line === undefined ? [] : [`line ${line}`]), message, ...(help ? [help] : [])].join(': '),
  };
};

/** Rules about entities of other types would never apply. */
const wrongTypes = (name: string, json: PolicyJson): readonly RuleSetFault[] =>
  (['principal', 'action', 'resource'] as const).flatMap((part) =>
    typesIn(json[part])
      .filter((type) => type !== TYPES[part])
      .map((type) => ({
        at: `cedar.${name}`,
        fault: `${part} is a ${TYPES[part]} here, not a ${type}`,
      })),
  );

interface Scope {
  readonly op: string;
  readonly entity?: unknown;
  readonly entities?: readonly unknown[];
  readonly entity_type?: string;
  readonly in?: object;
}

const entitiesIn = (scope: Scope): readonly { readonly type: string; readonly id: string }[] =>
  [
    scope.entity,
    ...(scope.entities ?? []),
    scope.in !== undefined && 'entity' in scope.in ? scope.in.entity : undefined,
  ].flatMap((entity) => {
    if (typeof entity !== 'object' || entity === null) return [];
    const { __entity: inner = entity } = entity as { readonly __entity?: unknown };
    return [inner as { readonly type: string; readonly id: string }];
  });

const typesIn = (scope: Scope): readonly string[] => [
  ...entitiesIn(scope).map(({ type }) => type),
  ...(scope.entity_type === undefined ? [] : [scope.entity_type]),
];

const actionsIn = ({ action }: PolicyJson): readonly string[] | undefined =>
  action.op === 'All' ? undefined : entitiesIn(action).map(({ id }) => id);
