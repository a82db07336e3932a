import { z } from 'zod';
import { EXPORT_FORMAT, type EndLine, type HeaderLine, type RowLine } from './export-line.ts';
import { AuditFindingError } from './finding.ts';
import { isDeep } from './nesting.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const place = z.object({ seq: z.int().min(0), row_hash: hash });
const proof = z.array(z.base64());

/** Returns whether a value has the form of an inclusion proof: base64 of each hash. */
const isProof = (value: unknown): value is readonly string[] => proof.safeParse(value).success;

const header = z.object({
  format: z.literal(EXPORT_FORMAT),
  v: z.literal(1),
  team_id: z.string(),
  scope: z.enum(['chain', 'segment', 'range', 'ref']),
  after: place.nullable(),
  base: z.object({ peaks: proof, inclusion: proof, checkpoint: z.string() }).nullable(),
  checkpoint: z.string().nullable(),
  head: place.nullable(),
});

const end = z.object({ end: z.literal(true), rows: z.int() });

const HASH = /^[0-9a-f]{64}$/;

/** Returns the export line inside an OCSF event, or the value itself if it is not such an event. */
const unwrap = (value: object): object => {
  const { unmapped } = value as { readonly unmapped?: unknown };
  const carries = 'class_uid' in value && typeof unmapped === 'object' && unmapped !== null;
  return carries && !Array.isArray(unmapped) ? unmapped : value;
};

const parse = (line: string | undefined, where: string): object => {
  try {
    const value: unknown = JSON.parse(line ?? '');
    if (typeof value === 'object' && value !== null && !isDeep(value)) return unwrap(value);
  } catch {
    // The error is reported below, like any other value that is not an object.
  }
  throw new AuditFindingError('unreadable', null, `${where} is not a line of JSON in UTF-8`);
};

/** Parses the first line of an export. @throws AuditFindingError when it is not a header */
export const parseHeader = (line: string | undefined): HeaderLine => {
  const parsed = header.safeParse(parse(line, 'line 1'));
  if (parsed.success) return parsed.data;
  throw new AuditFindingError('unreadable', null, 'line 1 is not the header of an export of version 1');
};

/** Parses a later line of an export. @throws AuditFindingError when it is neither a row nor the end */
export const parseLine = (line: string | undefined, number: number): RowLine | EndLine => {
  const value = parse(line, `line ${number}`);
  if ('end' in value) {
    const parsed = end.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new AuditFindingError('unreadable', null, `line ${number} is not the end of an export`);
  }
  if (isRowLine(value)) return value;
  const { seq } = value as { readonly seq?: unknown };
  throw new AuditFindingError(
    'unreadable',
    Number.isSafeInteger(seq) ? (seq as number) : null,
    `line ${number}: the row could not be read`,
  );
};

const TEXTS = ['id', 'ledger_ref', 'action', 'idem_key', 'created_at', 'body'] as const;
const NUMBERS = ['seq', 'v', 'step'] as const;

/** Checks by hand, because validating against a schema would take longer than hashing the row. */
const isRowLine = (value: object): value is RowLine => {
  const row = value as Readonly<Record<string, unknown>>;
  const isHash = (name: string): boolean => typeof row[name] === 'string' && HASH.test(row[name]);
  return (
    NUMBERS.every((name) => Number.isSafeInteger(row[name])) &&
    TEXTS.every((name) => typeof row[name] === 'string') &&
    isHash('prev_hash') &&
    isHash('row_hash') &&
    (row['inclusion'] === undefined || isProof(row['inclusion']))
  );
};
