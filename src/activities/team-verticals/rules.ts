import type { StepOf } from '../../contract/team-vertical.ts';
import { evaluateTables } from '../../governance/rule-sets/evaluate.ts';
import type { Value } from '../../governance/rule-sets/expressions.ts';
import { valuesFor } from '../../governance/rule-sets/values.ts';
import type { StepDone } from '../../governance/team-verticals/done.ts';
import { deciding } from '../../governance/team-verticals/decision.ts';
import { applyTables, rulesDone } from '../../governance/team-verticals/perform.ts';
import { namedValues } from '../../governance/team-verticals/prepare.ts';
import { ruleSetThatApplies } from '../../store/rule-sets/applies.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { RefusedError } from '../common/failures.ts';
import type { StepRun } from './step-run.ts';

/** Performs `rules`: with the step's own tables, or with the rule set in force on the day of the run, which it pins. */
export const applyRules = async (
  { db }: Pick<ActivityDependencies, 'db'>,
  { input, compiled, found, given }: StepRun,
  step: StepOf<'rules'>,
): Promise<StepDone> => {
  const { rule_set: id } = step;
  if (id === undefined) return deciding(step, applyTables(compiled, found), found);
  const days = { run_day: given.day, admission: undefined, policy_start: undefined };
  const applied = await ruleSetThatApplies(db, { teamId: input.run.team_id, id, days });
  if (applied === undefined) throw new RefusedError(`No version of the rule set ${id} is in force.`);
  const { values } = namedValues(compiled, found);
  // An input that is unknown, or whose type differs from the rule set's, makes the rows that read it unknown.
  const inputs = valuesFor(applied.compiled.set, values as Readonly<Record<string, Value>>);
  const done = rulesDone(evaluateTables(applied.compiled, inputs));
  const pinned = { decided_under: { ...applied.pin } };
  const named = { ...done, value: { ...done.value, rule_set: `${id}@${applied.pin.version}` } };
  return {
    ...deciding(step, named, found),
    detail: { ...done.detail, ...pinned },
    stays: pinned,
    pin: applied.pin,
  };
};
