import { createHash, type Hash } from 'node:crypto';
import type { z } from 'zod';
import type { writtenRecordOperations } from '../../../contract/operations/records.ts';
import type { importReportSchema } from '../../../contract/records.ts';
import { recordShapes, type WrittenKind } from '../../../governance/records/shapes.ts';
import { actorOf, type NewEntry, recordsImported } from '../../../ledger/index.ts';
import { type Db, digestOf } from '../../../store/records/digest.ts';
import type { ColumnMap } from '../../../store/records/import/columns.ts';
import type { Written } from '../../../store/records/import/kind.ts';
import { writeKinds } from '../../../store/records/import/kinds.ts';
import type { ImportSession } from '../../../store/records/import/session.ts';
import { STAGED, stageFile } from '../../../store/records/import/stage.ts';
import { ImportTally, UnreadableFileError } from '../../../store/records/import/tally.ts';
import { writeStaged } from '../../../store/records/import/write.ts';
import { ProblemError } from '../../http/problem.ts';
import { answerOnce } from '../../runs/answer-once.ts';
import { type Call, type Reply, type Route, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

type ImportOperation = (typeof writtenRecordOperations)['policies']['importFile'];
type ImportReport = z.output<typeof importReportSchema>;

export const importRecordsRoute = (operation: ImportOperation, kindName: WrittenKind): Route =>
  route(operation, async (call, services) =>
    services.imports.run(call.caller.teamId, async (session) =>
      importFile(operation, kindName, call, { session, services }),
    ),
  );

interface Work {
  readonly session: ImportSession;
  readonly services: Services;
}

const importFile = async (
  operation: ImportOperation,
  kindName: WrittenKind,
  call: Call<ImportOperation>,
  { session, services }: Work,
): Promise<Reply> => {
  const { caller, query, stream } = call;
  const { teamId } = caller;
  const columns = readColumns(query.columns);
  const kind = writeKinds[kindName];
  const digest = await digestOf(session.db, services.rings.digest, teamId);
  const tally = new ImportTally();
  const file = new MeteredFile(stream.bytes);
  const isDryRun = query.dry_run === 'true';
  const isPartial = query.partial === 'true';
  const reportOf = (written: Written): ImportReport => ({
    ledger_ref: null,
    kind: kindName,
    format: formatOf(stream.type),
    dry_run: isDryRun,
    partial: isPartial,
    ...file.measured(),
    rows: tally.rows,
    ...written,
    unchanged: tally.rows - tally.refused - written.inserted - written.updated,
    refused: tally.refused,
    errors: [...tally.faults],
    more_errors: tally.moreFaults,
  });
  const refusal = (): ProblemError =>
    new ProblemError('import-refused', {
      import: { ...reportOf({ inserted: 0, updated: 0 }), unchanged: 0 },
    });

  let given: ReadonlySet<string>;
  try {
    given = await stageFile(
      session,
      {
        bytes: file.read(),
        format: formatOf(stream.type),
        columns,
        delimiter: query.delimiter === 'tab' ? '\t' : query.delimiter,
      },
      { shape: recordShapes[kindName], kind, digest, tally },
    );
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    tally.refuse(error.fault.line, [error.fault]);
    throw refusal();
  }
  const context = { teamId, digest, given, rows: STAGED };
  const write = async (tx: Db): Promise<Written> => {
    const written = await writeStaged(tx, kind, context, { tally, kindName, isWhole: !isPartial });
    if (written === undefined) throw refusal();
    return written;
  };
  if (isDryRun) return { status: 200, body: reportOf(await tried(session.db, write)) };

  const { sha256 } = file.measured();
  // Another file, or another way to read it, is another request.
  const request = { partial: isPartial, columns, delimiter: query.delimiter ?? null, sha256 };
  const keyed = { caller, idempotencyKey: call.idempotencyKey, body: request };
  const onSession = { ...services, db: session.db };
  return answerOnce(operation, keyed, onSession, async (tx) => {
    const report = reportOf(await write(tx));
    const act = { teamId, actor: actorOf(caller) };
    const { entry } = await services.ledger.appendIn(tx, rowOf(act, report));
    return { status: 200, body: { ...report, ledger_ref: entry.ledger_ref } };
  });
};

const formatOf = (type: string): 'csv' | 'jsonl' => (type === 'text/csv' ? 'csv' : 'jsonl');

/** Returns the row about an import. */
const rowOf = (act: Parameters<typeof recordsImported>[0], report: ImportReport): NewEntry => {
  const { kind, format, partial, sha256, bytes, rows, inserted, updated, unchanged, refused } = report;
  return recordsImported(
    act,
    `Imported ${kind}: ${rows} rows, ${inserted} new, ${updated} changed, ${refused} refused.`,
    { kind, format, partial, sha256, bytes, rows, inserted, updated, unchanged, refused },
  );
};

/** Runs a write in a transaction that is rolled back. */
const tried = async (db: Db, write: (tx: Db) => Promise<Written>): Promise<Written> => {
  let written: Written | undefined;
  const rolledBack = new Error('a dry run is rolled back');
  await db
    .transaction()
    .execute(async (tx) => {
      written = await write(tx);
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return written!;
};

const readColumns = (text: string | undefined): ColumnMap => {
  if (text === undefined) return {};
  try {
    const map: unknown = JSON.parse(text);
    const isMap = typeof map === 'object' && map !== null && !Array.isArray(map);
    if (isMap && Object.values(map).every((column) => typeof column === 'string')) return map as ColumnMap;
  } catch {
    // Reported below.
  }
  const message = 'expected a JSON object that maps headers to columns';
  throw new ProblemError('invalid-request', { errors: [{ in: 'query', pointer: '/columns', message }] });
};

/** Counts and hashes a file's bytes while they are read. */
class MeteredFile {
  readonly #bytes: AsyncIterable<Buffer>;
  readonly #hash: Hash = createHash('sha256');
  #size = 0;

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#bytes = bytes;
  }

  async *read(): AsyncGenerator<Buffer, void, undefined> {
    for await (const piece of this.#bytes) {
      this.#hash.update(piece);
      this.#size += piece.length;
      yield piece;
    }
  }

  /** Returns the size and the hash of the bytes that were read. */
  measured(): { readonly sha256: string; readonly bytes: number } {
    return { sha256: this.#hash.copy().digest('hex'), bytes: this.#size };
  }
}
