import type { resultRecordOperations } from '../../../contract/operations/records.ts';
import type { ListKind } from '../../../store/records/lists/kind.ts';
import { listRecords } from '../../../store/records/lists/read.ts';
import { type Route, route } from '../../services/route.ts';
import { readRecordCursor, writeRecordCursor } from './cursor.ts';

type ListOperation = (typeof resultRecordOperations)['claims']['list'];

export const listRecordsRoute = (operation: ListOperation, kindName: string, kind: ListKind): Route =>
  route(operation, async ({ query, caller }, { db, rings }) => {
    const { limit, cursor, ...filters } = query as { limit: number; cursor?: string };
    const list = { teamId: caller.teamId, kind: kindName };
    const { records, next } = await listRecords(db, kind, {
      teamId: caller.teamId,
      filters,
      limit,
      after: cursor === undefined ? undefined : readRecordCursor(rings.cursor, list, cursor),
    });
    const nextCursor = next === undefined ? null : writeRecordCursor(rings.cursor, list, next);
    return { status: 200, body: { records, next_cursor: nextCursor } };
  });
