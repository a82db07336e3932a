import { readingRef } from '../../../runs/document/case-documents.ts';
import { hasValue } from '../../../store/vault/vault.ts';
import { documentFiles } from '../../verticals/common/case-files.ts';
import { openStepRun, type StepDependencies, type TeamStepInput } from '../step-run.ts';
import { shownCase } from './shown.ts';

/** Returns the files from which the code of a model reads the case of a team's vertical and its documents, masked. */
export const filesOfTeamCase = async (
  deps: StepDependencies,
  { documents, ...run }: TeamStepInput['run'],
): Promise<readonly { readonly name: string; readonly content: string }[]> => {
  const isRead = await hasValue(deps.db, { teamId: run.team_id, ref: readingRef(run.ledger_ref) });
  // The first step has found nothing yet, so nothing but the case is opened.
  const opened = await openStepRun(deps, {
    run: isRead && documents !== undefined ? { ...run, documents } : run,
    n: 1,
  });
  return [{ name: 'case.json', content: JSON.stringify(shownCase(opened)) }, ...documentFiles(opened)];
};
