import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { resultRecordOperations } from '../../../contract/operations/records.ts';
import type { ListKind } from '../../../store/records/lists/kind.ts';
import { type Route, route } from '../../services/route.ts';
import { csvOf } from './csv.ts';

type ExportOperation = (typeof resultRecordOperations)['claims']['export'];

/** @param record the record's schema, whose members are the columns */
export const exportRecordsRoute = (
  operation: ExportOperation,
  {
    kindName,
    kind,
    record,
  }: { readonly kindName: string; readonly kind: ListKind; readonly record: z.ZodObject },
): Route =>
  route(operation, async ({ query, caller }, { db }) => ({
    status: 200,
    type: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': `attachment; filename="${kindName}.csv"` },
    body: Readable.from(
      csvOf(db, kind, Object.keys(record.shape), { teamId: caller.teamId, filters: query }),
    ),
  }));
