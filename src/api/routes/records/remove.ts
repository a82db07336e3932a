import type { writtenRecordOperations } from '../../../contract/operations/records.ts';
import type { WrittenKind } from '../../../governance/records/shapes.ts';
import { actorOf, recordChanged } from '../../../ledger/index.ts';
import { digestOf } from '../../../store/records/digest.ts';
import { deleteRecord } from '../../../store/records/delete.ts';
import type { ListKind } from '../../../store/records/lists/kind.ts';
import { findRecord } from '../../../store/records/lists/read.ts';
import { ProblemError } from '../../http/problem.ts';
import { type Route, route } from '../../services/route.ts';
import { whereKey } from './key.ts';
import { shownKey } from './write.ts';

type RemoveOperation = (typeof writtenRecordOperations)['policies']['remove'];

const FOREIGN_KEY_VIOLATION = '23503';

export const removeRecordRoute = (operation: RemoveOperation, kindName: WrittenKind, list: ListKind): Route =>
  route(operation, async ({ params, caller }, { db, ledger, rings }) => {
    const { teamId } = caller;
    const { key } = params;
    const where = whereKey(kindName, key, await digestOf(db, rings.digest, teamId));
    if (where === undefined) throw new ProblemError('not-found');
    try {
      const ledgerRef = await db.transaction().execute(async (tx) => {
        const record = await findRecord(tx, list, { teamId, where });
        if (record === undefined || !(await deleteRecord(tx, kindName, { teamId, where })))
          throw new ProblemError('not-found');
        const { entry } = await ledger.appendIn(
          tx,
          recordChanged({ teamId, actor: actorOf(caller) }, 'deleted', {
            kind: kindName,
            key: shownKey(record),
          }),
        );
        return entry.ledger_ref;
      });
      return { status: 200, body: { deleted: true, ledger_ref: ledgerRef } };
    } catch (error) {
      if ((error as { code?: unknown }).code !== FOREIGN_KEY_VIOLATION) throw error;
      throw new ProblemError('record-in-use', {
        detail:
          'Payouts, callers, members or policies refer to this record. Delete those first; a policy with payouts stays.',
      });
    }
  });
