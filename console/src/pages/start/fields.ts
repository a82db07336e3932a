import type { DocumentKind } from '../../api/types.ts';

/** A document that was stored for the case. */
export interface Attached {
  readonly file_id: string;
  readonly name: string;
  readonly pages: number | null;
  readonly kind: DocumentKind | undefined;
}

/** Members that hold whole texts. */
const LONG: ReadonlySet<string> = new Set([
  'claim_form',
  'discharge_summary',
  'items',
  'evidence',
  'symptom',
  'issue',
  'address',
  'readback',
]);

export const isLong = (member: string): boolean => LONG.has(member);

/** The member whose value is a list of files instead of text. */
export const DOCUMENTS = 'documents';

/**
 * Returns the case with the values that were filled in. Empty fields are left out; to the rules, both mean
 * missing.
 */
export const caseOf = (
  fields: Readonly<Record<string, string>>,
  attached: readonly Attached[],
): Readonly<Record<string, unknown>> => {
  const filled = Object.entries(fields).filter(([, value]) => value.trim() !== '');
  return { ...Object.fromEntries(filled), ...documentsIn(attached) };
};

/** Returns the member of a case that refers to its documents, if it has some. */
export const documentsIn = (attached: readonly Attached[]): Readonly<Record<string, unknown>> => {
  const documents = attached.map(({ file_id, kind }) => ({ file_id, ...(kind !== undefined && { kind }) }));
  return documents.length > 0 ? { [DOCUMENTS]: documents } : {};
};
