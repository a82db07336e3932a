import { readingRef } from '../../../runs/document/case-documents.ts';
import { hasValue } from '../../../store/vault/vault.ts';
import { sealPython } from '../../agent/python.ts';
import type { CallInput } from '../../agent/types.ts';
import type { LiveDependencies } from '../../live/context.ts';
import { documentFiles } from '../../verticals/common/case-files.ts';
import { openStepRun, type StepDependencies, type TeamStepInput } from '../step-run.ts';
import { shownCase } from './shown.ts';

export interface PrepareTeamPythonInput extends CallInput {
  readonly team: TeamStepInput['run'];
  /** Whether the sandbox needs the run's files. */
  readonly first: boolean;
  readonly timeout_ms: number;
}

/** Seals a call's code as its own job. Repeating this gives the same job. */
export const prepareTeamPython = async (
  deps: LiveDependencies,
  { team, first, ...call }: PrepareTeamPythonInput,
): Promise<{ readonly job_ref: string }> =>
  sealPython(deps, call, first ? { files: await filesOfTeamCase(deps, team), of_case: true } : {});

/** Returns the files from which the code of a model reads the case of a team's vertical and its documents, masked. */
const filesOfTeamCase = async (
  deps: StepDependencies,
  { documents, ...run }: TeamStepInput['run'],
): Promise<readonly { readonly name: string; readonly content: string }[]> => {
  const isRead = await hasValue(deps.db, { teamId: run.team_id, ref: readingRef(run.ledger_ref) });
  // The first step has found nothing yet, so only the case is opened.
  const opened = await openStepRun(deps, {
    run: isRead && documents !== undefined ? { ...run, documents } : run,
    n: 1,
  });
  return [{ name: 'case.json', content: JSON.stringify(shownCase(opened)) }, ...documentFiles(opened)];
};
