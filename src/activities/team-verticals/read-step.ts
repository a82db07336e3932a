import type { StepDone } from '../../governance/team-verticals/done.ts';
import { listCommands } from '../../governance/team-verticals/commands.ts';
import { simulatedDone } from '../../governance/team-verticals/model.ts';
import {
  askEgress,
  checkMembers,
  compute,
  decide,
  scanCase,
} from '../../governance/team-verticals/perform.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { readingDocuments } from './open-case.ts';
import { lookUp } from './look-up.ts';
import { applyRules } from './rules.ts';
import type { StepRun } from './step-run.ts';

/** Performs a step that changes no records, before a transaction begins. */
export const read = async (deps: ActivityDependencies, run: StepRun): Promise<StepDone> => {
  const { vertical, compiled, found, given, documents } = run;
  const { step } = compiled;
  switch (step.do) {
    case 'check_members':
      return documents.read.length === 0
        ? checkMembers(vertical, given, compiled, found)
        : readingDocuments(checkMembers(vertical, given, compiled, found), documents);
    case 'scan':
      return scanCase(given);
    case 'look_up':
      return lookUp(deps, run, step);
    case 'compute':
      return compute(compiled, found);
    case 'rules':
      return applyRules(deps, run, step);
    case 'model':
      return simulatedDone(compiled, step, found);
    case 'commands':
      return listCommands(compiled, found);
    case 'call_outside':
      return askEgress(step, deps.egressAllow);
    case 'decide':
      return decide(vertical, step, found);
    default:
      throw new Error(`a step of kind ${step.do} has an activity of its own`);
  }
};
