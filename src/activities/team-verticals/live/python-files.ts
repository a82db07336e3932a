import { type StepDependencies, type TeamStepInput, openStepRun } from '../step-run.ts';
import { shownCase } from './shown.ts';

/** Returns the files from which the code of a model reads the case of a team's vertical, masked. */
export const filesOfTeamCase = async (
  deps: StepDependencies,
  run: TeamStepInput['run'],
): Promise<readonly { readonly name: string; readonly content: string }[]> => {
  // The first step has found nothing yet, so nothing but the case is opened.
  const opened = await openStepRun(deps, { run, n: 1 });
  return [{ name: 'case.json', content: JSON.stringify(shownCase(opened)) }];
};
