import type { Kysely } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { openBlob, sealBlob } from '../../store/vault/blobs.ts';
import { hasValue } from '../../store/vault/vault.ts';
import type { DocumentRecord } from './document-records.ts';

/** A drawing of one of a document's pages. */
export interface PagePicture {
  readonly document: DocumentRecord;
  readonly page: number;
  readonly masked: boolean;
}

/** Returns the ref under which the drawing of a page is sealed, so that it is erased with the document. */
const pictureRef = ({ document, page, masked }: PagePicture): string =>
  `${document.root}/page-${page}${masked ? '-masked' : ''}`;

/** Returns a page's drawing; undefined if it has not been drawn yet. */
export const findPicture = async (
  db: Kysely<Database>,
  ring: KeyRing,
  picture: PagePicture,
): Promise<Buffer | undefined> => {
  const place = { teamId: picture.document.teamId, ref: pictureRef(picture) };
  return (await hasValue(db, place)) ? openBlob(db, ring, place) : undefined;
};

export const hasPicture = async (db: Kysely<Database>, picture: PagePicture): Promise<boolean> =>
  hasValue(db, { teamId: picture.document.teamId, ref: pictureRef(picture) });

export const storePicture = async (
  db: Kysely<Database>,
  ring: KeyRing,
  picture: PagePicture & { readonly png: Buffer },
): Promise<void> => {
  const place = { teamId: picture.document.teamId, ref: pictureRef(picture), bytes: picture.png };
  await db.transaction().execute(async (tx) => sealBlob(tx, ring, place));
};
