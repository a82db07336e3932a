import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { resultKinds, writtenKinds } from '../contract/records.ts';
import { ProvisionError } from '../provision/problem.ts';
import type { ApiAccess } from './locate-service.ts';
import { connectRemote, problemFrom } from './remote.ts';
import { EXIT, type Outcome, table } from './outcome.ts';

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

/** Requires a kind of record that the command knows. */
export const requireKind = (kind: string, kinds: readonly string[]): void => {
  if (kinds.includes(kind)) return;
  throw new ProvisionError(
    'This is not a kind of record for this command.',
    `Choose from: ${kinds.join(', ')}`,
  );
};

/** Reads the values of an option that has the form `name=value`. */
export const pairsOf = (pairs: readonly string[], option: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
      throw new ProvisionError(`${option} needs a pair with "=".`, `Use ${option} name=value.`);
    }),
  );

/** Describes why the service refused a request. */
export const refused = ({ status, title, detail }: Awaited<ReturnType<typeof problemFrom>>): ProvisionError =>
  new ProvisionError(`The service refused the request (${status}): ${title}.`, detail);
