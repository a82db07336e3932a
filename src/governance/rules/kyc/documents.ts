import { clip } from '../../text/clip.ts';
import { memberOf, type Case } from '../../members.ts';
import { labelOf, LABELS } from '../../documents/form-labels.ts';

const DOCUMENTS = ['claim_form', 'discharge_summary'] as const;

/** Maximum length of a document to read: about a hundred pages. */
const MAX_DOCUMENT = 200_000;

/** A document that a case contains as text. */
export interface TextDocument {
  readonly name: (typeof DOCUMENTS)[number];
  readonly text: string;
}

/** Returns the documents that a case contains as text. */
export const documentsOf = (given: Case): readonly TextDocument[] =>
  DOCUMENTS.flatMap((name) => {
    const text = memberOf(given, name);
    return typeof text === 'string' && text.trim() !== '' ? [{ name, text: clip(text, MAX_DOCUMENT) }] : [];
  });

/** Returns the documents that were given but cannot be read as a whole. */
export const unreadableDocuments = (given: Case): readonly string[] =>
  DOCUMENTS.filter((name) => {
    const value = memberOf(given, name) ?? '';
    return typeof value !== 'string' || value.length > MAX_DOCUMENT;
  });

/** Members that a form may state more than once: a patient can have two diagnoses. */
const REPEATED: ReadonlySet<string> = new Set(['diagnosis', 'treatment']);

/**
 * Finds members in `Label: value` lines. The first value for a label counts, but for diagnosis and treatment all values count.
 * Decisions, flags and items are never read from documents.
 */
export const documentMembers = (given: Case): Case => {
  const found: Record<string, Set<string>> = {};
  for (const { text } of documentsOf(given))
    for (const line of text.split(/\r?\n/)) {
      const colon = line.indexOf(':');
      if (colon < 1 || colon > 60) continue;
      const label = labelOf(line.slice(0, colon));
      const member = LABELS.find(([form]) => form.test(label))?.[1];
      const value = line.slice(colon + 1).trim();
      if (member === undefined || value === '') continue;
      if (found[member] === undefined) found[member] = new Set([value]);
      else if (REPEATED.has(member)) found[member].add(value);
    }
  return Object.fromEntries(
    Object.entries(found).map(([member, values]) => [member, [...values].join('; ')]),
  );
};
