import type { StepOf } from '../../contract/team-vertical.ts';
import { evaluateTables } from '../../governance/rule-sets/evaluate.ts';
import type { Value } from '../../governance/rule-sets/expressions.ts';
import { valuesFor } from '../../governance/rule-sets/values.ts';
import type { CompiledStep } from '../../governance/team-verticals/compile.ts';
import type { Before, StepDone } from '../../governance/team-verticals/done.ts';
import { deciding } from '../../governance/team-verticals/decision.ts';
import { scopeAfter, withFindings } from '../../governance/team-verticals/finds.ts';
import { applyTables, rulesDone } from '../../governance/team-verticals/perform.ts';
import { namedValues } from '../../governance/team-verticals/prepare.ts';
import { type AppliedRuleSet, pinnedRuleSet, ruleSetThatApplies } from '../../store/rule-sets/applies.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { RefusedError } from '../common/failures.ts';
import type { StepRun } from './step-run.ts';

/** Performs `rules`: with the step's own tables, or with the rule set in force on the day of the run, which it pins. */
export const applyRules = async (
  { db }: Pick<ActivityDependencies, 'db'>,
  run: StepRun,
  step: StepOf<'rules'>,
): Promise<StepDone> => {
  const { compiled, found } = run;
  const { rule_set: id } = step;
  if (id === undefined) return deciding(step, applyTables(compiled, found), found);
  const applied = await ruleSetOf(db, run, id);
  const done = findingsOf(applied, compiled, found);
  const pinned = { decided_under: { ...applied.pin } };
  const named = { ...done, value: { ...done.value, rule_set: `${id}@${applied.pin.version}` } };
  return {
    ...deciding(step, named, found),
    detail: { ...done.detail, ...pinned },
    stays: pinned,
    pin: applied.pin,
  };
};

/** Applies the rules of a step to what it has left, if it has some. */
export const withRules = async (
  db: ActivityDependencies['db'],
  run: StepRun,
  step: StepOf<'look_up'> | StepOf<'verify_code'>,
  done: StepDone,
): Promise<StepDone> => {
  if (step.finds === undefined) return done;
  const applied = await ruleSetOf(db, run, step.finds.rule_set);
  const after = { ...run.found, scope: scopeAfter(run.compiled, run.found, done) };
  const { reasons } = findingsOf(applied, { cells: run.compiled.finds }, after);
  const { id, version } = applied.pin;
  const found = withFindings(run.compiled, run.found, done, { reasons, ruleSet: `${id}@${version}` });
  return { ...found, pin: applied.pin };
};

/** Returns the rule set that an earlier step of the run has pinned, or else the one in force on the day of the run. */
export const ruleSetOf = async (
  db: ActivityDependencies['db'],
  { input, done, given }: StepRun,
  id: string,
): Promise<AppliedRuleSet> => {
  const { team_id: teamId } = input.run;
  const pin = done.map((each) => each.pin).findLast((each) => each?.id === id);
  if (pin !== undefined) return pinnedRuleSet(db, teamId, pin);
  const days = { run_day: given.day, admission: undefined, policy_start: undefined };
  const applied = await ruleSetThatApplies(db, { teamId, id, days });
  if (applied === undefined) throw new RefusedError(`No version of the rule set ${id} is in force.`);
  return applied;
};

/** Returns what a rule set says about the cells of a step. */
export const findingsOf = (
  { compiled }: AppliedRuleSet,
  step: Pick<CompiledStep, 'cells'>,
  found: Before,
): StepDone => {
  const { values } = namedValues(step, found);
  // An input that is not known, or that has another type than the rule set says, leaves the rows that read it unknown.
  const inputs = valuesFor(compiled.set, values as Readonly<Record<string, Value>>);
  return rulesDone(evaluateTables(compiled, inputs));
};
