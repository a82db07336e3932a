import type { TeamVertical } from '../../contract/team-vertical.ts';
import type { RuleSetFault } from '../rule-sets/compile.ts';
import { pathsIn } from './cells.ts';
import type { CompiledVertical } from './compile.ts';
import { faultOf } from './flow.ts';

type Steps = Pick<TeamVertical, 'steps'>;

/**
 * Finds steps that leave unreadable members to rules that do not exist, or that may not be applied. A write is confirmed in
 * every case that has not escalated.
 */
export const leftToFaults = ({ steps }: Steps): readonly RuleSetFault[] =>
  steps.flatMap((step, index) => {
    if (step.do !== 'check_members' || step.left_to === undefined) return [];
    const rules = steps.slice(index + 1).find(({ id }) => id === step.left_to);
    const applies = rules?.do === 'rules' || (rules?.do === 'write' && rules.confirm !== undefined);
    return applies && rules.if === undefined
      ? []
      : [
          faultOf(
            step,
            `leaves unreadable members to ${step.left_to}, which applies no rules to every case after it`,
          ),
        ];
  });

/** Finds rules that do not read the unreadable members that a step leaves to them. */
export const unreadLeftTo = ({ steps }: CompiledVertical): readonly RuleSetFault[] =>
  steps.flatMap(({ step }) => {
    if (step.do !== 'check_members' || step.left_to === undefined) return [];
    const rules = steps.find(({ step: { id } }) => id === step.left_to);
    const cells = [
      ...Object.values(rules?.step.do === 'write' ? rules.confirm : (rules?.cells ?? {})),
      ...(rules?.tables ?? []).flatMap(({ rows }) => rows.flatMap(({ when }) => when)),
    ];
    const isRead = cells.some(({ ast }) => pathsIn(ast).includes(`${step.id}.unreadable`));
    return isRead ? [] : [faultOf(step, `${step.left_to} does not read ${step.id}.unreadable`)];
  });
