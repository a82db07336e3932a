import type { z } from 'zod';
import type { agentRunListQuery, agentRunListSchema } from '../../contract/agent-run.ts';
import { listAgentRuns } from '../../runs/agent/list.ts';
import type { AgentRunKind } from '../../runs/agent/stored-result.ts';
import { readCursor, writeCursor } from '../runs/cursor.ts';
import type { Services } from '../services/services.ts';

/** Returns one page of a team's agent tasks or analyses. @throws ProblemError 422 for a cursor of another list */
export const listPage = async (
  { db, rings }: Services,
  teamId: string,
  kind: AgentRunKind,
  { cursor, ...filter }: z.output<typeof agentRunListQuery>,
): Promise<z.output<typeof agentRunListSchema>> => {
  const after = cursor === undefined ? undefined : readCursor(rings.cursor, teamId, cursor);
  const { runs, end } = await listAgentRuns(db, { teamId, kind, ...filter, after });
  return {
    runs: runs.map((run) => ({
      ledger_ref: run.ledgerRef,
      status: run.status,
      ended_by: run.endedBy,
      tags: [...run.tags],
      model: { name: run.model, ...run.used },
      created_at: run.createdAt.toISOString(),
      finished_at: run.finishedAt?.toISOString() ?? null,
    })),
    next_cursor: end ? writeCursor(rings.cursor, teamId, end) : null,
  };
};
