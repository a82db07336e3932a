import { listLedger } from '../../../contract/operations/govern.ts';
import { listEntries } from '../../../ledger/audit/list.ts';
import { readCursor, writeCursor } from '../../runs/cursor.ts';
import { route } from '../../services/route.ts';

/** Lists entries. Their cursor consists of the last entry's seq and time. */
export const listLedgerRoute = route(listLedger, async ({ query, caller }, { pool, rings }) => {
  const { teamId } = caller;
  const { from, to, limit } = query;
  const after = query.cursor === undefined ? undefined : readCursor(rings.cursor, teamId, query.cursor);
  const below = after === undefined ? undefined : Number(after.id);
  const { entries, hasMore } = await listEntries(pool, { teamId, from, to, below, limit });
  const last = hasMore ? entries.at(-1) : undefined;
  const end = last && { createdAt: new Date(last.created_at), id: String(last.seq) };
  return {
    status: 200,
    body: { entries: [...entries], next_cursor: end ? writeCursor(rings.cursor, teamId, end) : null },
  };
});
