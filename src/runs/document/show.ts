import type { Kysely } from 'kysely';
import type { ReadDocumentBody } from '../../contract/read-document.ts';
import { knownIn } from '../../governance/known.ts';
import { maskJson, maskText } from '../../governance/mask.ts';
import type { CaseDocument } from '../../governance/rules/documents/case-document.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { findReading } from './case-documents.ts';

interface RunOfCase {
  readonly teamId: string;
  readonly ledgerRef: string;
}

/** Returns the unmasked readings of a run's documents; undefined if there are none. */
export const readingOfRun = async (
  db: Kysely<Database>,
  ring: KeyRing,
  run: RunOfCase,
): Promise<ReadDocumentBody[] | undefined> => (await findReading(db, ring, run))?.documents.map(toBody);

/** Like {@link readingOfRun}, but with identifiers masked. */
export const maskedReadingOfRun = async (
  db: Kysely<Database>,
  ring: KeyRing,
  run: RunOfCase,
): Promise<ReadDocumentBody[] | undefined> => {
  const reading = await findReading(db, ring, run);
  return reading?.documents.map((document) => maskedDocument(document));
};

/**
 * Masks a document's values. Each value is labelled by its member's name, which tells the scan what it is.
 */
export const maskedDocument = (document: CaseDocument): ReadDocumentBody => {
  const body = toBody(document);
  const known = knownIn(...body.members.map(({ name, value }) => ({ [name]: value })), document.text);
  return {
    ...body,
    members: body.members.map((member) => {
      const masked = maskJson({ [member.name]: member.value }, known) as Record<string, string>;
      return { ...member, name: maskText(member.name), value: Object.values(masked)[0]! };
    }),
  };
};

const toBody = ({ file_id, read, failure }: CaseDocument): ReadDocumentBody => ({
  file_id,
  kind: failure === null ? read.kind : null,
  why: read.why,
  pages: read.pages.map((page) => ({ ...page, notes: [...page.notes] })),
  members: read.members.map(({ box, ...member }) => ({ ...member, box: [...box] })),
});
