import type { TeamVertical } from '../../contract/team-vertical.ts';
import { type KnownValues, knownInOpened } from '../../governance/known.ts';
import type { CaseReading } from '../../governance/rules/documents/case-document.ts';
import type { StepDone } from '../../governance/team-verticals/done.ts';
import { fillTeamCase, type TeamCaseDocuments } from '../../governance/team-verticals/documents.ts';
import { shownReasons } from '../../governance/team-verticals/shown.ts';
import { readingRef } from '../../runs/document/case-documents.ts';
import type { TeamVerticalRunInput } from '../../runs/team-verticals/workflow.ts';
import type { SealedValue } from '../../store/vault/vault.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { withDocuments } from '../verticals/common/documents.ts';

interface OpenedTeamCase {
  readonly case: SealedValue;
  readonly known: KnownValues;
  readonly documents: TeamCaseDocuments;
}

/** Opens a run's case and the readings of its documents, and adds the members that these supply. */
export const openTeamCase = async (
  { openValue }: Pick<ActivityDependencies, 'openValue'>,
  { team_id: teamId, ledger_ref: ref, documents }: TeamVerticalRunInput,
  document: TeamVertical,
): Promise<OpenedTeamCase> => {
  const given = await openValue({ teamId, ref });
  if (documents === undefined)
    return { case: given, known: knownInOpened(given), documents: { read: [], reasons: [], filled: [] } };
  const reading = await openValue({ teamId, ref: readingRef(ref) });
  const { documents: read } = reading as unknown as CaseReading;
  const filled = fillTeamCase(document, given, read);
  // Unused members may contain identifiers, too.
  const members = read.map((each) => Object.groupBy(each.read.members, ({ name }) => name));
  const texts = read.map(({ text }) => text);
  return { ...filled, known: knownInOpened({ case: filled.case, members, texts }) };
};

/**
 * Adds to the check of a case's members what its documents supplied, and why a person has to look at them.
 */
export const readingDocuments = (done: StepDone, documents: TeamCaseDocuments): StepDone => {
  const reasons = [...done.reasons, ...documents.reasons];
  const { summary, detail } = withDocuments({ summary: done.summary, detail: { ...done.detail } }, documents);
  return { ...done, summary, detail: { ...detail, ...shownReasons(reasons) }, reasons };
};
