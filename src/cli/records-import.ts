import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { importReportSchema, writtenKinds } from '../contract/records.ts';
import { ProvisionError } from '../provision/problem.ts';
import type { ApiAccess } from './locate-service.ts';
import { type Outcome, EXIT } from './outcome.ts';
import { requireKind, pairsOf, refused } from './records.ts';
import { connectRemote, problemFrom } from './remote.ts';

type Report = z.output<typeof importReportSchema>;

export interface ImportOptions {
  readonly dryRun?: boolean;
  readonly partial?: boolean;
  /** `header=column`, once per header. */
  readonly column?: readonly string[];
  readonly delimiter?: string;
  readonly idempotencyKey?: string;
}

/** Streams a file to the API, which imports it. `-` is standard input. */
export const importRecords = async (
  settings: ApiAccess,
  kind: string,
  file: string,
  options: ImportOptions,
): Promise<Outcome> => {
  requireKind(kind, writtenKinds);
  const remote = await connectRemote(settings);
  const query = new URLSearchParams();
  if (options.dryRun === true) query.set('dry_run', 'true');
  if (options.partial === true) query.set('partial', 'true');
  if (options.delimiter !== undefined) query.set('delimiter', options.delimiter);
  if (options.column !== undefined) query.set('columns', JSON.stringify(pairsOf(options.column, '--column')));
  const body = file === '-' ? process.stdin : await openFile(file);
  const response = await remote.post(`/v1/records/${kind}/import?${query.toString()}`, body, {
    'content-type': /\.(jsonl|ndjson)$/.test(file) ? 'application/x-ndjson' : 'text/csv',
    ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
  });
  if (response.ok) return outcomeOf(importReportSchema.parse(await response.json()), EXIT.ok);
  const problem = await problemFrom(response);
  const report = importReportSchema.safeParse(problem['import']);
  if (report.success) return outcomeOf(report.data, EXIT.foundWrong);
  throw refused(problem);
};

const openFile = async (file: string): Promise<Readable> => {
  const stream = createReadStream(file);
  const opened = Promise.withResolvers<void>();
  stream.once('open', () => opened.resolve());
  stream.once('error', opened.reject);
  await opened.promise.catch((error: Error) => {
    throw new ProvisionError(`${file} cannot be read: ${error.message}`, 'Check the path.');
  });
  return stream;
};

const outcomeOf = (report: Report, code: Outcome['code']): Outcome => {
  const { rows, inserted, updated, unchanged, refused, errors, more_errors: more } = report;
  const first = report.dry_run
    ? 'Dry run: nothing was written.'
    : `Ledger row: ${report.ledger_ref ?? 'none'}`;
  const lines = [
    code === EXIT.ok
      ? `${rows} rows: ${inserted} new, ${updated} changed, ${unchanged} as they were, ${refused} refused.`
      : `Nothing was imported: ${refused} of ${rows} rows have an error.`,
    ...(code === EXIT.ok ? [first] : []),
    ...errors.map(
      ({ line, column, reason }) => `  line ${line}${column === null ? '' : `, ${column}`}: ${reason}`,
    ),
    ...(more > 0 ? [`  and ${more} more errors`] : []),
  ];
  return { code, json: report, text: lines.join('\n') };
};
