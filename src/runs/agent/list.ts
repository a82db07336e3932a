import { type Kysely, sql } from 'kysely';
import { maskText } from '../../governance/mask.ts';
import type { Database } from '../../store/db/schema.ts';
import type { PageOptions, RunPosition } from '../page.ts';
import type { AgentRunKind } from './stored-result.ts';
import { selectAgentRuns, type AgentRunRecord } from './agent-run-records.ts';

/** Returns a page of a team's agent tasks or analyses, newest first. Runs that start in the meantime do not shift the pages. */
export const listAgentRuns = async (
  db: Kysely<Database>,
  {
    teamId,
    kind,
    status,
    tag,
    limit,
    after,
  }: PageOptions & {
    readonly teamId: string;
    readonly kind: AgentRunKind;
    readonly status?: AgentRunRecord['status'] | undefined;
    readonly tag?: string | undefined;
  },
): Promise<{ readonly runs: readonly AgentRunRecord[]; readonly end: RunPosition | undefined }> => {
  // Fetches one more run than requested, to find out whether there is a next page.
  const fetched = await selectAgentRuns(db, (query) => {
    let wanted = query.where('team_id', '=', teamId).where('kind', '=', kind);
    if (status !== undefined) wanted = wanted.where('status', '=', status);
    if (tag !== undefined) wanted = wanted.where(sql<boolean>`tags @> ARRAY[${maskText(tag)}]::text[]`);
    if (after !== undefined)
      wanted = wanted.where(sql<boolean>`(created_at, ledger_ref) < (${after.createdAt}, ${after.id})`);
    return wanted
      .orderBy('created_at', 'desc')
      .orderBy('ledger_ref', 'desc')
      .limit(limit + 1);
  });
  const runs = fetched.slice(0, limit);
  const last = fetched.length > limit ? runs.at(-1) : undefined;
  return { runs, end: last && { createdAt: last.createdAt, id: last.ledgerRef } };
};
