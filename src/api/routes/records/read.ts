import { sql } from 'kysely';
import type {
  resultRecordOperations,
  writtenRecordOperations,
} from '../../../contract/operations/records.ts';
import type { WrittenKind } from '../../../governance/records/shapes.ts';
import { digestOf } from '../../../store/records/digest.ts';
import type { ListKind } from '../../../store/records/lists/kind.ts';
import { findRecord } from '../../../store/records/lists/read.ts';
import { ProblemError } from '../../http/problem.ts';
import { type Route, route } from '../../services/route.ts';
import { whereKey } from './key.ts';

type ReadWritten = (typeof writtenRecordOperations)['policies']['read'];
type ReadResult = (typeof resultRecordOperations)['claims']['read'];

export const readWrittenRoute = (operation: ReadWritten, kindName: WrittenKind, kind: ListKind): Route =>
  route(operation, async ({ params, caller }, { db, rings }) => {
    const { teamId } = caller;
    const { key } = params as { key: string };
    const where = whereKey(kindName, key, await digestOf(db, rings.digest, teamId));
    const found = where && (await findRecord(db, kind, { teamId, where }));
    if (found === undefined) throw new ProblemError('not-found');
    return { status: 200, body: found };
  });

export const readResultRoute = (operation: ReadResult, kind: ListKind): Route =>
  route(operation, async ({ params, caller }, { db }) => {
    const { id } = params as { id: string };
    const found = await findRecord(db, kind, { teamId: caller.teamId, where: sql`r.id = ${id}` });
    if (found === undefined) throw new ProblemError('not-found');
    return { status: 200, body: found };
  });
