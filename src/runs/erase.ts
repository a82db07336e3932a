import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../store/db/schema.ts';
import type { Entry, Ledger, RowActor } from '../ledger/index.ts';
import { lockValues } from '../store/vault/vault.ts';
import { eraseOne } from './erase-values.ts';

export interface Erasure {
  readonly teamId: string;
  /** Ref to erase: the case, code or document with this ledger_ref, and everything stored with it. */
  readonly ref: string;
  /** The reason, without identifiers. */
  readonly reason: string;
  /** The requester: a person, a key, or the retention job. */
  readonly actor: RowActor;
}

/**
 * Permanently destroys a ref's keys and sealed values, those of every copy of its case, and those of their documents. The ledger rows
 * contain only masked values, so they are kept and the chain still verifies. What is stored under one ref is erased in one transaction
 * with its own ledger row, so that the team's chain is never locked for long; a second erasure returns the first one's row. Copies come
 * first: if the erasure is cut short, the ref that it names is still there and can be erased again. A case that somebody deleted by
 * hand can be erased too, so that the ledger records why it is missing.
 * @returns the ledger row of the ref itself; undefined when the team has nothing under it
 */
export const eraseCase = async (
  db: Kysely<Database>,
  ledger: Ledger,
  { teamId, ref, reason, actor }: Erasure,
): Promise<Entry | undefined> => {
  const erased = new Set<string>();
  const erase = async (each: string, mayErase?: (tx: Transaction<Database>) => Promise<boolean>) =>
    db.transaction().execute(async (tx) => {
      await lockValues(tx, each);
      if (mayErase !== undefined && !(await mayErase(tx))) return 'not-yet';
      return eraseOne(tx, ledger, { teamId, ref: each, reason, actor });
    });
  const eraseAll = async (refs: readonly string[]): Promise<void> => {
    for (const each of refs) {
      if (erased.has(each)) continue;
      await erase(each);
      erased.add(each);
    }
  };
  for (;;) {
    await eraseAll(await copiesOf(db, teamId, ref));
    // A run that was being started may have copied the case before its lock was free.
    const entry = await erase(ref, async (tx) => {
      const now = await copiesOf(tx, teamId, ref);
      return now.every((copy) => erased.has(copy));
    });
    if (entry === 'not-yet') continue;
    if (entry === undefined) return undefined;
    await eraseAll(await documentsOf(db, teamId, [ref, ...erased]));
    return entry;
  }
};

/**
 * Returns the documents of these cases. A case's documents are erased with it, except files of agent runs.
 */
const documentsOf = async (
  db: Kysely<Database>,
  teamId: string,
  refs: readonly string[],
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('case_documents')
    .innerJoin('documents', 'documents.id', 'case_documents.document_id')
    .select('documents.root')
    .distinct()
    .where('case_documents.team_id', '=', teamId)
    .where('case_documents.ledger_ref', 'in', refs)
    .whereRef('documents.root', '=', 'documents.id')
    .orderBy('documents.root')
    .execute();
  return rows.map(({ root }) => root);
};

/**
 * Returns the refs of the runs that have copied a run's case (`case_of`, or its next version), and of those
 * that copied theirs.
 */
const copiesOf = async (db: Kysely<Database>, teamId: string, ref: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ ledger_ref: string }>`
    WITH RECURSIVE copies AS (
      SELECT id, ledger_ref FROM runs WHERE team_id = ${teamId} AND ledger_ref = ${ref}
      UNION
      SELECT r.id, r.ledger_ref FROM copies AS c CROSS JOIN LATERAL (
        SELECT id, ledger_ref FROM runs WHERE team_id = ${teamId} AND case_of = c.id
        UNION ALL
        SELECT id, ledger_ref FROM runs WHERE team_id = ${teamId} AND revision_of = c.id) AS r
    ) SELECT ledger_ref FROM copies WHERE ledger_ref <> ${ref} ORDER BY id`.execute(db);
  return rows.map((row) => row.ledger_ref);
};

/** Returns the refs of sealed values and messages that are more than `days` days old, oldest first. */
export const overdueCases = async (
  db: Kysely<Database>,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<readonly { readonly team_id: string; readonly ref: string }[]> =>
  db
    .selectFrom(
      db
        .selectFrom('case_vault')
        .select(['team_id', sql<string>`split_part(ref, '/', 1)`.as('ref'), 'created_at'])
        .where('erased_at', 'is', null)
        .where('created_at', '<', daysAgo(days))
        // A document is kept as long as the cases that use it, and is erased with them.
        .where(
          sql<boolean>`NOT EXISTS (SELECT FROM case_documents AS d JOIN case_vault AS c ON c.ref = d.ledger_ref
            WHERE d.document_id = split_part(case_vault.ref, '/', 1) AND c.erased_at IS NULL)`,
        )
        .unionAll(
          db
            .selectFrom('agent_messages')
            .select(['team_id', 'ledger_ref as ref', 'created_at'])
            .where('wrapped_key', 'is not', null)
            .where('created_at', '<', daysAgo(days)),
        )
        .as('kept'),
    )
    .select(['team_id', 'ref'])
    .groupBy(['team_id', 'ref'])
    .orderBy(sql`min(created_at)`)
    .limit(limit)
    .execute();

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
