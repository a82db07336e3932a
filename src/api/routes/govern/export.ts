import { Readable } from 'node:stream';
import { exportLines } from '../../../ledger/audit/export.ts';
import type { ExportLine } from '../../../ledger/audit/export-line.ts';
import { NothingToExportError, type Selection } from '../../../ledger/audit/selection.ts';
import { recordExport } from '../../../ledger/audit/record-export.ts';
import { actorOf } from '../../../ledger/index.ts';
import { exportText } from '../../../ledger/audit/stream.ts';
import { exportLedger } from '../../../contract/operations/audit.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';

/** Streams an export. The first line is read before the response starts, so that an impossible export results in a problem. */
export const exportLedgerRoute = route(exportLedger, async ({ query, caller, requestId }, services) => {
  const { pool, ledger, log } = services;
  const { teamId } = caller;
  const { format, ref, from, to, under } = query;
  if (ref !== undefined && (await ledger.read(teamId, ref)).length === 0) throw new ProblemError('not-found');
  const selection = selectionOf({ ref, from, to });
  const lines = exportLines(pool, { teamId, selection, under });
  const first = await begin(lines);
  const act = { teamId, actor: actorOf(caller, requestId) };
  await recordExport(ledger, act, { ...query, scope: selection.kind }, (error) => {
    log.error({ team_id: teamId, error }, 'ledger export could not be recorded in the chain');
  });
  const name = `${teamId}-${selection.kind}.${format === 'ocsf' ? 'ocsf.jsonl' : 'jsonl'}`;
  return {
    status: 200,
    type: 'application/x-ndjson',
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
    body: Readable.from(exportText(withFirst(first, lines), { format, teamId })),
  };
});

const selectionOf = ({
  ref,
  from,
  to,
}: {
  readonly ref: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}): Selection => {
  if (ref !== undefined) return { kind: 'ref', ref };
  return from === undefined && to === undefined ? { kind: 'chain' } : { kind: 'range', from, to };
};

const begin = async (lines: AsyncGenerator<ExportLine, void>): Promise<ExportLine> => {
  try {
    const { value } = await lines.next();
    return value as ExportLine;
  } catch (error) {
    if (error instanceof NothingToExportError) throw new ProblemError('not-found', { detail: error.message });
    throw error;
  }
};

const withFirst = async function* (
  first: ExportLine,
  rest: AsyncIterable<ExportLine>,
): AsyncGenerator<ExportLine, void, undefined> {
  yield first;
  yield* rest;
};
