import { deleteOwnRecord, readOwnRecord, writeOwnRecord } from '../../../contract/operations/own-records.ts';
import { maskJson, maskText } from '../../../governance/mask.ts';
import { actorOf, recordChanged } from '../../../ledger/index.ts';
import {
  deleteOwnRecord as deleteStored,
  findOwnRecord,
  type OwnRecordRings,
  writeOwnRecord as writeStored,
} from '../../../store/records/own.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

const ringsOf = ({ rings }: Pick<Services, 'rings'>): OwnRecordRings => ({
  vaultRing: rings.vault,
  digestRing: rings.digest,
});

const shown = (collection: string, record: Readonly<Record<string, unknown>>) => ({
  collection,
  record: maskJson(record) as Record<string, unknown>,
});

export const readOwnRecordRoute = route(readOwnRecord, async ({ params, caller }, services) => {
  const { collection, key } = params;
  const ref = { teamId: caller.teamId, collection, key };
  const record = await findOwnRecord(services.db, ringsOf(services), ref);
  if (record === undefined) throw new ProblemError('not-found');
  return { status: 200, body: shown(collection, record) };
});

export const writeOwnRecordRoute = route(writeOwnRecord, async ({ params, body, caller }, services) => {
  const { collection, key } = params;
  const { teamId } = caller;
  await services.db.transaction().execute(async (tx) => {
    const ref = { teamId, collection, key, runId: null };
    await writeStored(tx, ringsOf(services), ref, { record: body, exists: 'replace' });
    const change = { kind: collection, key: maskText(key) };
    await services.ledger.appendIn(tx, recordChanged({ teamId, actor: actorOf(caller) }, 'written', change));
  });
  return { status: 200, body: shown(collection, body) };
});

export const deleteOwnRecordRoute = route(deleteOwnRecord, async ({ params, caller }, services) => {
  const { collection, key } = params;
  const { teamId } = caller;
  const ledgerRef = await services.db.transaction().execute(async (tx) => {
    if (!(await deleteStored(tx, ringsOf(services), { teamId, collection, key })))
      throw new ProblemError('not-found');
    const change = { kind: collection, key: maskText(key) };
    const row = recordChanged({ teamId, actor: actorOf(caller) }, 'deleted', change);
    return (await services.ledger.appendIn(tx, row)).entry.ledger_ref;
  });
  return { status: 200, body: { deleted: true as const, ledger_ref: ledgerRef } };
});
