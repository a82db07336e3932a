import type { z } from 'zod';
import { type TeamVertical, teamVerticalSchema } from '../../contract/team-vertical.ts';
import type { MemberShape } from '../../contract/team-vertical-shape.ts';
import type { RuleSetFault } from '../rule-sets/compile.ts';
import { repeatedRows, shadowedRows } from '../rule-sets/unreachable.ts';
import { type CompiledVertical, compileVertical, isCompiledVertical } from './compile.ts';
import { constantConditions } from './conditions.ts';
import { documentFaults } from './documents.ts';
import { flowFaults } from './flow.ts';
import { leftToFaults, unreadLeftTo } from './left-to.ts';
import { liveFaults } from './live-faults.ts';
import { ownTestFaults } from './own-tests.ts';
import { readFaults } from './read-faults.ts';
import { secretFaults } from './secrets.ts';
import { readByShape } from './shape.ts';
import { unseenAnswers } from './unseen.ts';

/**
 * Checks a draft: its form, the order of its steps, what its cells read, its tables, and its own tests.
 * @returns the compiled vertical, or every fault with its place
 */
export const checkTeamVertical = (given: unknown): CompiledVertical | readonly RuleSetFault[] => {
  const parsed = teamVerticalSchema.safeParse(given);
  if (!parsed.success)
    return parsed.error.issues.map((issue) => ({ at: placeOf(given, issue.path), fault: messageOf(issue) }));
  const form = [
    ...flowFaults(parsed.data),
    ...leftToFaults(parsed.data),
    ...documentFaults(parsed.data),
    ...liveFaults(parsed.data),
    ...readFaults(parsed.data),
    ...shapeFaults(parsed.data),
  ];
  if (form.length > 0) return form;
  const compiled = compileVertical(parsed.data);
  if (!isCompiledVertical(compiled)) return compiled;
  const faults = [
    ...constantConditions(compiled),
    ...unreadLeftTo(compiled),
    ...unseenAnswers(compiled),
    ...secretFaults(compiled),
    ...compiled.steps.flatMap(({ step, tables }) =>
      tables.flatMap((table) =>
        [...repeatedRows(table), ...shadowedRows(table)].map(({ at, fault }) => ({
          at: `steps.${step.id}.${at}`,
          fault,
        })),
      ),
    ),
  ];
  if (faults.length > 0) return faults;
  const tested = ownTestFaults(compiled);
  return tested.length > 0 ? tested : compiled;
};

/** Names a step by its id rather than by its number. */
const placeOf = (given: unknown, path: readonly PropertyKey[]): string => {
  const [first, at, ...rest] = path;
  const steps = (given as { readonly steps?: readonly { readonly id?: unknown }[] } | null)?.steps;
  const id = first === 'steps' && typeof at === 'number' && Array.isArray(steps) ? steps[at]?.id : undefined;
  return (typeof id === 'string' ? [first, id, ...rest] : path).join('.');
};

/** A name that is not allowed has the reason in an issue of its own. */
const messageOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_key' ? issue.issues.map(({ message }) => message).join('; ') : issue.message;

const shapeFaults = (document: TeamVertical): readonly RuleSetFault[] => [
  ...requiredFaults('case', document.case),
  ...fitFaults('sample', document.case, document.sample),
  ...document.steps.flatMap((step) => {
    const at = `steps.${step.id}`;
    if ((step.do === 'look_up' || step.do === 'run_python') && step.fields !== undefined)
      return requiredFaults(`${at}.fields`, step.fields);
    if (step.do !== 'model') return [];
    return [
      ...requiredFaults(`${at}.fields`, step.fields),
      ...(step.simulated === null ? [] : fitFaults(`${at}.simulated`, step.fields, step.simulated)),
    ];
  }),
];

interface Shape {
  readonly properties: Readonly<Record<string, MemberShape>>;
  readonly required: string[];
}

/** Finds required members that are not described. */
const requiredFaults = (at: string, { properties, required }: Shape): readonly RuleSetFault[] => [
  ...required
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => ({ at: `${at}.required`, fault: `there is no member ${name}` })),
  ...Object.entries(properties).flatMap(([name, member]) => {
    const inner = member.type === 'array' ? member.items : member;
    return inner.type === 'object' ? requiredFaults(`${at}.properties.${name}`, inner) : [];
  }),
];

const fitFaults = (
  at: string,
  shape: Shape,
  given: Readonly<Record<string, unknown>>,
): readonly RuleSetFault[] => {
  const { missing, unreadable } = readByShape(shape, given);
  return [
    ...missing.map((name) => ({ at, fault: `${name} is missing` })),
    ...unreadable.map((name) => ({ at, fault: `${name} does not fit its schema` })),
  ];
};
