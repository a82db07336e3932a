import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { StoredDocumentBody } from '../../contract/stored-document.ts';
import type { Database } from '../../store/db/schema.ts';
import type { StoredPart, StoredPage } from '../../store/db/documents-schema.ts';
import type { DocumentOfTeam } from './stored.ts';
import { refusalWords } from './refusals.ts';
import type { PageOptions, RunPosition } from '../page.ts';

export interface DocumentRecord {
  readonly id: string;
  readonly teamId: string;
  readonly root: string;
  readonly status: 'checking' | 'ready' | 'refused';
  readonly refusal: string | null;
  readonly format: string;
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly parts: readonly StoredPart[];
  readonly pages: readonly StoredPage[] | null;
  readonly askedBy: Actor;
  readonly createdAt: Date;
  /** Whether its key was destroyed. */
  readonly erased: boolean;
}

const select = (db: Kysely<Database>, teamId: string) =>
  db
    .selectFrom('documents')
    .selectAll('documents')
    .select(
      sql<boolean>`NOT EXISTS (SELECT FROM case_vault AS v WHERE v.team_id = documents.team_id AND v.ref = documents.root
        AND v.wrapped_key IS NOT NULL)`.as('erased'),
    )
    .where('team_id', '=', teamId);

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;
const recordOf = ({ team_id, asked_by, created_at, ...row }: Row): DocumentRecord => ({
  ...row,
  teamId: team_id,
  askedBy: asked_by,
  createdAt: created_at,
});

/** Returns a document, even an erased one; undefined if the team has none with this id. */
export const findDocument = async (
  db: Kysely<Database>,
  { teamId, id }: DocumentOfTeam,
): Promise<DocumentRecord | undefined> => {
  const row = await select(db, teamId).where('id', '=', id).executeTakeFirst();
  return row && recordOf(row);
};

/** Returns a page of a team's documents, newest first, without those that were refused or erased. */
export const listDocuments = async (
  db: Kysely<Database>,
  { teamId, limit, after }: PageOptions & { readonly teamId: string },
): Promise<{ readonly documents: readonly DocumentRecord[]; readonly end: RunPosition | undefined }> => {
  let query = select(db, teamId)
    .where('status', '<>', 'refused')
    .where(
      sql<boolean>`EXISTS (SELECT FROM case_vault AS v WHERE v.team_id = documents.team_id AND v.ref = documents.root
        AND v.wrapped_key IS NOT NULL)`,
    );
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(documents.created_at, documents.id) < (${after.createdAt}, ${after.id})`,
    );
  // Fetches one more than requested, to find out whether there is a next page.
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const documents = rows.slice(0, limit).map(recordOf);
  const last = rows.length > limit ? documents.at(-1) : undefined;
  return { documents, end: last && { createdAt: last.createdAt, id: last.id } };
};

/** Returns a document in the form shown to clients. */
export const toDocumentBody = (document: DocumentRecord): StoredDocumentBody => ({
  id: document.id,
  sha256: document.sha256.toString('hex'),
  kind: document.format as StoredDocumentBody['kind'],
  bytes: document.bytes,
  files: document.parts.length,
  pages: document.pages?.length ?? null,
  status: document.status,
  refusal: document.refusal === null ? null : refusalWords(document.refusal),
  created_at: document.createdAt.toISOString(),
});
