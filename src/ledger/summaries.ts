import { type RawBuilder, sql } from 'kysely';

/** A ledger row as shown in a list. */
export interface RowSummary {
  readonly seq: number;
  readonly action: string;
  readonly step: number;
  /** RFC 3339 time in the database's UTC offset. */
  readonly at: string;
  readonly summary: string | null;
  /** Whether the row records a refused outside call. */
  readonly blocked: boolean | null;
}

/**
 * Builds an SQL condition for a query over another table, two of whose columns contain a team and a ledger_ref. The condition
 * tests whether the ledger has rows for them.
 */
export const hasRows = (teamColumn: string, refColumn: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from agent_actions as a
    where a.team_id = ${sql.ref(teamColumn)} and a.ledger_ref = ${sql.ref(refColumn)})`;

/**
 * Builds an SQL expression for a query over another table, two of whose columns contain a team and a ledger_ref. The expression
 * returns their ledger rows as a JSON array. The database extracts the few fields needed, so that whole bodies are not
 * transferred.
 */
export const rowSummaries = (teamColumn: string, refColumn: string): RawBuilder<readonly RowSummary[]> =>
  sql<readonly RowSummary[]>`(
    select coalesce(json_agg(json_build_object(
      'seq', a.seq, 'action', a.action, 'step', a.step, 'at', a.created_at, 'summary', c.content -> 'summary', 'blocked', c.content #> '{detail,blocked}'
    )), '[]')
    from agent_actions as a, lateral (select a.body::json -> 'content' as content) as c
    where a.team_id = ${sql.ref(teamColumn)} and a.ledger_ref = ${sql.ref(refColumn)}
  )`;
