import { maskJson, maskText } from '../../../governance/mask.ts';
import { shownMembers } from '../../../governance/live/prompt.ts';
import { verticals } from '../../../governance/verticals/index.ts';
import { maskedDocument } from '../../../runs/document/show.ts';
import type { VerticalRunInput } from '../../../runs/vertical/workflow.ts';
import type { SealedValue } from '../../../store/vault/vault.ts';
import { type OpenedCase, openCase } from './documents.ts';

type CaseRun = Pick<VerticalRunInput, 'team_id' | 'ledger_ref' | 'vertical' | 'documents'>;

/** Returns the members of a case that the vertical's policy lets a model see, with identifiers. */
export const visibleMembers = (vertical: VerticalRunInput['vertical'], given: SealedValue): SealedValue => {
  const names = shownMembers(verticals[vertical]).filter((name) => Object.hasOwn(given, name));
  return Object.fromEntries(names.map((name) => [name, given[name]]));
};

/**
 * Returns the files from which a model's code reads a case: `case.json`, and if its documents have been read,
 * `documents.json` and the text of each document. Identifiers are masked, as in everything that the model
 * sees.
 * @param isRead whether the case's documents have been read already
 */
export const filesOfCase = async (
  openValue: Parameters<typeof openCase>[0],
  { documents, ...run }: CaseRun,
  isRead: boolean,
): Promise<readonly { readonly name: string; readonly content: string }[]> => {
  const opened = await openCase(openValue, isRead && documents !== undefined ? { ...run, documents } : run);
  const shown = maskJson(visibleMembers(run.vertical, opened.case), opened.known);
  return [{ name: 'case.json', content: JSON.stringify(shown) }, ...documentFiles(opened)];
};

/** Returns what documents say, and the text of each, as files for a model's code. */
export const documentFiles = ({ documents: { read }, known }: Pick<OpenedCase, 'documents' | 'known'>) => {
  if (read.length === 0) return [];
  const texts = read.flatMap(({ text }, at) =>
    text === '' ? [] : [{ name: textFile(at), content: maskText(text, known) }],
  );
  const index = read.map((document, at) => ({
    ...maskedDocument(document),
    text_file: document.text === '' ? null : `/tmp/${textFile(at)}`,
  }));
  return [{ name: 'documents.json', content: JSON.stringify(index) }, ...texts];
};

const textFile = (at: number): string => `documents/${at + 1}.txt`;
