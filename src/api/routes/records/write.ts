import { sql } from 'kysely';
import type { writtenRecordOperations } from '../../../contract/operations/records.ts';
import type { FieldError } from '../../../contract/problem.ts';
import { recordable } from '../../../governance/recordable.ts';
import { counterCells, counterKeyOf } from '../../../governance/records/cover-shapes.ts';
import { readRow, type RecordShape, type RowValues } from '../../../governance/records/shape.ts';
import { recordShapes, type WrittenKind } from '../../../governance/records/shapes.ts';
import { nameKey } from '../../../governance/text/plain.ts';
import { actorOf, recordChanged } from '../../../ledger/index.ts';
import { digestOf } from '../../../store/records/digest.ts';
import { jsonCell, NOT_A_STRING, WRONG_TYPE } from '../../../store/records/import/json-lines.ts';
import { writeKinds } from '../../../store/records/import/kinds.ts';
import { rowsOf } from '../../../store/records/import/one-row.ts';
import type { ListKind } from '../../../store/records/lists/kind.ts';
import { findRecord } from '../../../store/records/lists/read.ts';
import { ProblemError } from '../../http/problem.ts';
import { type Route, route } from '../../services/route.ts';
import { isCallerId, whereKey } from './key.ts';
import { updateCaller } from '../../../store/records/callers.ts';
import { NEED_POLICY, requireProduct, requirePolicy, invalid } from './required-records.ts';

type WriteOperation = (typeof writtenRecordOperations)['policies']['write'];
type Body = Readonly<Record<string, unknown>>;

/** Values that runs and payouts change. A request that leaves them out does not reset them. */
const KEPT: ReadonlySet<string> = new Set(['used', 'failed_logins']);

/** Words that stand in place of a key in other operations' addresses, so that a record of that key could not be read there. */
const RESERVED: ReadonlySet<string> = new Set(['export', 'import']);

export const writeRecordRoute = (operation: WriteOperation, kindName: WrittenKind, list: ListKind): Route =>
  route(operation, async ({ params, body, caller }, { db, ledger, rings }) => {
    const { teamId } = caller;
    const { key } = params;
    if (RESERVED.has(key))
      throw invalid(`/${writeKinds[kindName].keyField}`, 'must not be a word that the API uses in addresses');
    const digest = await digestOf(db, rings.digest, teamId);
    const kind = writeKinds[kindName];
    const isById = kindName === 'callers' && isCallerId(key);
    const values = isById
      ? readBody(ADDRESSED, body)
      : readBody(recordShapes[kindName], withKey(kindName, key, body));
    if (kindName === 'hospitals' && nameKey(values['name']!) !== nameKey(key))
      throw invalid('/name', 'names another hospital than the address');
    const record = await db.transaction().execute(async (tx) => {
      let changed: boolean;
      if (isById) {
        const found = await findRecord(tx, list, { teamId, where: sql`r.id = ${key}` });
        if (found === undefined) throw new ProblemError('not-found');
        await requirePolicy(tx, teamId, values['policy']!);
        changed = await updateCaller(tx, teamId, key, {
          policy: values['policy']!,
          address: values['address']!,
        });
      } else {
        if (NEED_POLICY.has(kindName)) await requirePolicy(tx, teamId, values['policy']!);
        if (kindName === 'policies') await requireProduct(tx, teamId, values['product']);
        const names = recordShapes[kindName].fields.map(({ name }) => name);
        const given = new Set(names.filter((name) => !KEPT.has(name) || body[name] !== undefined));
        const context = { teamId, digest, given, rows: rowsOf(kind, kind.stage(values, digest)) };
        await kind.renewDigests?.(tx, context);
        const { inserted, updated } = await kind.upsert(tx, context);
        changed = inserted + updated > 0;
      }
      const where = whereKey(kindName, isById ? key : storedKey(kindName, values), digest)!;
      const stored = (await findRecord(tx, list, { teamId, where }))!;
      if (changed)
        await ledger.appendIn(
          tx,
          recordChanged({ teamId, actor: actorOf(caller) }, 'written', {
            kind: kindName,
            key: shownKey(stored),
          }),
        );
      return stored;
    });
    return { status: 200, body: record };
  });

/** A caller whose id is known: the phone number is not needed. */
const ADDRESSED: RecordShape = {
  fields: recordShapes.callers.fields.filter(({ name }) => name !== 'phone'),
};

/** The key in the address is the record's key. A hospital's name may be written differently in the body. */
const withKey = (kindName: WrittenKind, key: string, body: Body): Body => ({
  ...(kindName === 'counters' ? counterCells(key) : { [writeKinds[kindName].keyField]: key }),
  ...body,
  ...(kindName === 'hospitals' && { name: body['name'] ?? key }),
});

const storedKey = (kindName: WrittenKind, values: RowValues): string =>
  kindName === 'counters' ? counterKeyOf(values) : values[writeKinds[kindName].keyField]!;

/** Reads a request's members as a file's cells are read. @throws ProblemError 422 with a pointer for each that cannot be read */
const readBody = (shape: RecordShape, body: Body): RowValues => {
  const cells = shape.fields.map(({ name }) => (body[name] === undefined ? '' : jsonCell(body[name])));
  const wrong = shape.fields.filter((_, index) => cells[index] === WRONG_TYPE);
  const faults = wrong.map(({ name }) => ({ column: name, reason: NOT_A_STRING }));
  const read = faults.length > 0 ? { faults } : readRow(shape, cells as readonly string[]);
  if (read.faults === undefined) return read.values;
  const errors = read.faults.map(({ column, reason }): FieldError => ({
    in: 'body',
    pointer: `/${column}`,
    message: reason,
  }));
  throw new ProblemError('invalid-request', { errors });
};

/** Returns a record's key for the ledger, without identifiers. */
export const shownKey = (record: Readonly<Record<string, unknown>>): string =>
  recordable(
    String(record['id'] ?? record['number'] ?? record['code'] ?? record['key'] ?? record['name']),
    64,
  );
