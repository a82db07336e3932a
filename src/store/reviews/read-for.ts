import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/** A case's sealed content, or a document that may belong to several cases. */
type Sealed = { readonly ledgerRef: string } | { readonly documentId: string };

/** Returns the ids of the open reviews for which a reviewer reads sealed content. */
export const reviewsReadFor = async (
  db: Kysely<Database>,
  teamId: string,
  sealed: Sealed,
): Promise<readonly string[]> => {
  const runs = db.selectFrom('runs').select('runs.id').where('runs.team_id', '=', teamId);
  const ofCase =
    'ledgerRef' in sealed
      ? runs.where('runs.ledger_ref', '=', sealed.ledgerRef)
      : runs
          .innerJoin('case_documents', 'case_documents.ledger_ref', 'runs.ledger_ref')
          .where('case_documents.document_id', '=', sealed.documentId);
  const rows = await db
    .selectFrom('reviews')
    .select('id')
    .where('team_id', '=', teamId)
    .where('run_id', 'in', ofCase)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};
