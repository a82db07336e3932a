import { type RawBuilder, sql } from 'kysely';

/** A ledger row as lists show it. */
export interface RowSummary {
  readonly seq: number;
  readonly action: string;
  readonly step: number;
  /** RFC 3339 time with the database's offset. */
  readonly at: string;
  readonly summary: string | null;
  /** Whether the row records an outside call that was refused. */
  readonly blocked: boolean | null;
}

/** Builds an SQL condition for a query over another table: the team and ledger_ref that two of its columns name have rows. */
export const hasRows = (teamColumn: string, refColumn: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from agent_actions as a
    where a.team_id = ${sql.ref(teamColumn)} and a.ledger_ref = ${sql.ref(refColumn)})`;

/**
 * Builds an SQL expression for a query over another table: the rows of the team and ledger_ref that two of its columns name, as a
 * JSON array. The database extracts the few members, so that whole bodies are not transferred.
 */
export const rowSummaries = (teamColumn: string, refColumn: string): RawBuilder<readonly RowSummary[]> =>
  sql<readonly RowSummary[]>`(
    select coalesce(json_agg(json_build_object(
      'seq', a.seq, 'action', a.action, 'step', a.step, 'at', a.created_at, 'summary', c.content -> 'summary', 'blocked', c.content #> '{detail,blocked}'
    )), '[]')
    from agent_actions as a, lateral (select a.body::json -> 'content' as content) as c
    where a.team_id = ${sql.ref(teamColumn)} and a.ledger_ref = ${sql.ref(refColumn)}
  )`;
