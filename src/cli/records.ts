import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { importReportSchema, resultKinds, writtenKinds } from '../contract/records.ts';
import { ProvisionError } from '../provision/problem.ts';
import type { ApiAccess } from './locate-service.ts';
import { connectRemote, problemFrom } from './remote.ts';
import { EXIT, type Outcome, table } from './outcome.ts';

type Report = z.output<typeof importReportSchema>;

export interface ImportOptions {
  readonly dryRun?: boolean;
  readonly partial?: boolean;
  /** `header=column`, once per header. */
  readonly column?: readonly string[];
  readonly delimiter?: string;
  readonly idempotencyKey?: string;
}

/** Imports a file through the API, which reads it as it is sent. `-` is standard input. */
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

export interface ListOptions {
  /** `name=value`, once per filter. */
  readonly filter?: readonly string[];
  readonly limit?: string;
  readonly cursor?: string;
}

const pageSchema = z.object({
  records: z.array(z.record(z.string(), z.unknown())),
  next_cursor: z.string().nullable(),
});

/** Lists one page of records. */
export const showRecords = async (
  settings: ApiAccess,
  kind: string,
  { filter = [], limit, cursor }: ListOptions,
): Promise<Outcome> => {
  requireKind(kind, [...writtenKinds, ...resultKinds]);
  const query = new URLSearchParams(pairsOf(filter, '--filter'));
  if (limit !== undefined) query.set('limit', limit);
  if (cursor !== undefined) query.set('cursor', cursor);
  const response = await (await connectRemote(settings)).get(`/v1/records/${kind}?${query.toString()}`);
  if (!response.ok) throw refused(await problemFrom(response));
  const page = pageSchema.parse(await response.json());
  const [first] = page.records;
  if (first === undefined) return { code: EXIT.ok, json: page, text: `There are no ${kind}.` };
  const names = Object.keys(first);
  const rows = page.records.map((record) => names.map((name) => cellOf(record[name])));
  const more = page.next_cursor === null ? '' : `\nMore: --cursor ${page.next_cursor}`;
  return { code: EXIT.ok, json: page, text: table([names, ...rows]) + more };
};

const cellOf = (value: unknown): string => {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`;
};

/** Exports records as CSV, to a file or to standard output. */
export const exportRecords = async (
  settings: ApiAccess,
  kind: string,
  { filter = [], out }: { readonly filter?: readonly string[]; readonly out?: string },
): Promise<Outcome> => {
  requireKind(kind, [...writtenKinds, ...resultKinds]);
  const query = new URLSearchParams(pairsOf(filter, '--filter'));
  const response = await (
    await connectRemote(settings)
  ).get(`/v1/records/${kind}/export?${query.toString()}`);
  if (!response.ok || response.body === null) throw refused(await problemFrom(response));
  const body = Readable.fromWeb(response.body);
  if (out === undefined) {
    await pipeline(body, process.stdout, { end: false });
    return { code: EXIT.ok, json: {}, text: '' };
  }
  await pipeline(body, createWriteStream(out, { mode: 0o600 }));
  return { code: EXIT.ok, json: { kind, out }, text: `Wrote ${kind} to ${out}.` };
};

const requireKind = (kind: string, kinds: readonly string[]): void => {
  if (kinds.includes(kind)) return;
  throw new ProvisionError(
    'This is not a kind of record for this command.',
    `Choose from: ${kinds.join(', ')}`,
  );
};

const pairsOf = (pairs: readonly string[], option: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
      throw new ProvisionError(`${option} needs a pair with "=".`, `Use ${option} name=value.`);
    }),
  );

const refused = ({ status, title, detail }: Awaited<ReturnType<typeof problemFrom>>): ProvisionError =>
  new ProvisionError(`The service refused the request (${status}): ${title}.`, detail);
