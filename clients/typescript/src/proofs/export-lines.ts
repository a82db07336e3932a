/** A malformed line of an export, with the seq of its row if it has one. */
export class ExportFault extends Error {
  readonly kind: string;
  readonly seq: number | null;

  constructor(kind: string, seq: number | null = null) {
    super(kind);
    this.kind = kind;
    this.seq = seq;
  }
}

interface Place {
  readonly seq: number;
  readonly row_hash: string;
}

export interface Header {
  readonly team_id: string;
  readonly scope: 'chain' | 'segment' | 'range' | 'ref';
  readonly after: Place | null;
  readonly head: Place | null;
  readonly checkpoint: string | null;
  readonly base: {
    readonly checkpoint: string;
    readonly peaks: readonly string[];
    readonly inclusion: readonly string[];
  } | null;
}

export interface Row extends Place {
  readonly v: number;
  readonly step: number;
  readonly id: string;
  readonly ledger_ref: string;
  readonly action: string;
  readonly idem_key: string;
  readonly created_at: string;
  readonly prev_hash: string;
  readonly body: string;
  readonly inclusion?: readonly string[];
}

type Line = Readonly<Record<string, unknown>>;

const HEX = /^[0-9a-f]{64}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const MAX_LINE = 2 ** 20;
const INTEGERS = ['seq', 'v', 'step'];
const TEXTS = ['id', 'ledger_ref', 'action', 'idem_key', 'created_at', 'prev_hash', 'row_hash', 'body'];

const isObject = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPath = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && BASE64.test(one));
const isHash = (value: unknown): boolean => typeof value === 'string' && HEX.test(value);
const isPlace = (value: unknown): boolean =>
  value === null ||
  (isObject(value) &&
    Number.isSafeInteger(value['seq']) &&
    Number(value['seq']) >= 0 &&
    isHash(value['row_hash']));

/** Parses a line, either plain or as an OCSF event with the line inside. @throws ExportFault */
export const parseLine = (text: string): Line => {
  if (text.length > MAX_LINE) throw new ExportFault('unreadable');
  try {
    const value: unknown = JSON.parse(text);
    const line = isObject(value) && 'class_uid' in value ? value['unmapped'] : value;
    if (isObject(line)) return line;
  } catch {
    // Reported below.
  }
  throw new ExportFault('unreadable');
};

/** @throws ExportFault unless the line is the header of an export */
export const readHeader = (line: Line): Header => {
  const { base, checkpoint } = line;
  const isBase =
    base === null ||
    (isObject(base) &&
      isPath(base['peaks']) &&
      isPath(base['inclusion']) &&
      typeof base['checkpoint'] === 'string');
  const isHeader =
    line['format'] === 'pramaan-ledger-export' &&
    line['v'] === 1 &&
    typeof line['team_id'] === 'string' &&
    ['chain', 'segment', 'range', 'ref'].includes(String(line['scope'])) &&
    isPlace(line['after']) &&
    isPlace(line['head']) &&
    (checkpoint === null || typeof checkpoint === 'string') &&
    isBase;
  if (isHeader) return line as unknown as Header;
  throw new ExportFault('unreadable');
};

/** @throws ExportFault unless the line is a row */
export const readRow = (line: Line): Row => {
  const isRow =
    INTEGERS.every((name) => Number.isSafeInteger(line[name])) &&
    TEXTS.every((name) => typeof line[name] === 'string') &&
    isHash(line['prev_hash']) &&
    isHash(line['row_hash']) &&
    (line['inclusion'] === undefined || isPath(line['inclusion']));
  if (isRow) return line as unknown as Row;
  throw new ExportFault('unreadable', Number.isSafeInteger(line['seq']) ? Number(line['seq']) : null);
};

/** Splits bytes into lines of UTF-8. */
export async function* linesOf(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new ExportFault('unreadable');
    }
  };
  for await (const chunk of bytes) {
    const lines = (rest + decode(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > MAX_LINE) throw new ExportFault('unreadable');
  }
  rest += decode();
  if (rest !== '') yield rest;
}
