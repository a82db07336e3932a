import { describe, expect, it } from 'vitest';
import type { RowValues } from '../../../../src/governance/records/shape.ts';
import { recordShapes, type WrittenKind } from '../../../../src/governance/records/shapes.ts';
import type { ColumnMap } from '../../../../src/store/records/import/columns.ts';
import { readCsv } from '../../../../src/store/records/import/csv.ts';
import { readJsonLines } from '../../../../src/store/records/import/json-lines.ts';
import { ImportTally, UnreadableFileError } from '../../../../src/store/records/import/tally.ts';
import { decodeText } from '../../../../src/store/records/import/text.ts';

interface Options {
  readonly kind?: WrittenKind;
  readonly columns?: ColumnMap;
  readonly delimiter?: string;
  readonly format?: 'csv' | 'jsonl';
  /** Size of the pieces in which the file arrives. */
  readonly piece?: number;
}

const piecesOf = async function* (bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

const readFile = async (file: string | Buffer, options: Options = {}) => {
  const { kind = 'policies', columns = {}, format = 'csv', piece = 7 } = options;
  const rows: { line: number; values: RowValues }[] = [];
  const batches = [0];
  const tally = new ImportTally();
  const reader = {
    shape: recordShapes[kind],
    columns,
    tally,
    take: (line: number, values: RowValues) => void rows.push({ line, values }),
    flush: async () => void batches.push(rows.length),
  };
  const text = decodeText(piecesOf(Buffer.from(file), piece));
  const given =
    format === 'csv'
      ? await readCsv(text, { ...reader, delimiter: options.delimiter })
      : await readJsonLines(text, reader);
  const mostAtOnce = Math.max(...batches.slice(1).map((taken, index) => taken - batches[index]!));
  return { rows, given, faults: tally.faults, count: tally.rows, refused: tally.refused, mostAtOnce };
};

const faultOf = async (file: string | Buffer, options?: Options) => {
  const error = await readFile(file, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UnreadableFileError);
  return (error as UnreadableFileError).fault;
};

const HEADER = 'number,status,cover_from,cover_to,sum_insured';
const POLICY = {
  number: 'HI-2001',
  status: 'active',
  cover_from: '2026-04-01',
  cover_to: '2027-03-31',
  sum_insured: '50000000',
};

describe('CSV as spreadsheets write it', () => {
  it.each([
    ['commas', `${HEADER}\nHI-2001,active,01/04/2026,31/03/2027,500000\n`],
    ['a byte order mark', `\ufeff${HEADER}\nHI-2001,active,01/04/2026,31/03/2027,500000\n`],
    ['semicolons', `${HEADER.replaceAll(',', ';')}\r\nHI-2001;active;01/04/2026;31/03/2027;5,00,000\r\n`],
    ['tabs', `${HEADER.replaceAll(',', '\t')}\r\nHI-2001\tactive\t01-04-2026\t31-03-2027\t₹ 5,00,000\r\n`],
    [
      'a line that names the separator',
      `sep=;\r\n${HEADER.replaceAll(',', ';')}\r\nHI-2001;active;1.4.2026;31.3.2027;500000`,
    ],
    [
      'quotes',
      `"number","status","cover_from","cover_to","sum_insured"\n"HI-2001","active","01/04/2026","31/03/2027","5,00,000.00"\n`,
    ],
    ['old line breaks', `${HEADER}\rHI-2001,active,01/04/2026,31/03/2027,500000\r`],
    [
      'empty lines and rows of nothing but commas',
      `\n${HEADER}\n\n,,,,\nHI-2001,active,01/04/2026,31/03/2027,500000\n,,,,\n`,
    ],
    ['cells after the last header', `${HEADER}\nHI-2001,active,01/04/2026,31/03/2027,500000,,\n`],
    ['words for the amount', `${HEADER}\nhi-2001 ,Active,1 Apr 2026,31st March 2027,Rs. 5 lakh\n`],
  ])('a file with %s is read', async (_name, file) => {
    for (const piece of [1, 5, 10_000]) {
      const { rows, faults } = await readFile(file, { piece });
      expect(faults).toEqual([]);
      expect(rows.map(({ values }) => values)).toEqual([POLICY]);
    }
  });

  it('a file in UTF-16, which Excel calls Unicode text, is read', async () => {
    const text = `\ufeff${HEADER.replaceAll(',', '\t')}\r\nHI-2001\tactive\t01/04/2026\t31/03/2027\t500000\r\n`;
    const { rows } = await readFile(Buffer.from(text, 'utf16le'));
    expect(rows.map(({ values }) => values)).toEqual([POLICY]);
  });

  it.each([
    ['CSV in UTF-8', 'csv', 'utf8', 'name,in_network', (name: string) => `${name},yes`],
    ['CSV in UTF-16', 'csv', 'utf16le', '\ufeffname,in_network', (name: string) => `${name},yes`],
    ['JSON Lines', 'jsonl', 'utf8', '', (name: string) => JSON.stringify({ name, in_network: true })],
  ] as const)(
    'a large file of %s that arrives at once is read few rows at a time, with each character whole',
    async (_name, format, encoding, head, line) => {
      const names = Array.from({ length: 5_000 }, (_, n) => `रुग्णालय 🏥 ${n}`);
      const bytes = Buffer.from([head, ...names.map(line)].join('\n'), encoding);
      const { rows, mostAtOnce } = await readFile(bytes, { kind: 'hospitals', format, piece: bytes.length });
      expect(rows.map(({ values }) => values['name'])).toEqual(names);
      expect(mostAtOnce).toBeLessThan(500);
    },
  );

  it('leading zeros stay, also in the form that keeps them in a spreadsheet', async () => {
    const row = ',active,01/04/2026,31/03/2027,500000';
    const { rows } = await readFile(`${HEADER}\n000123${row}\n"=""000124"""${row}\n`);
    expect(rows.map(({ values }) => values['number'])).toEqual(['000123', '000124']);
  });

  it('a number in scientific notation is refused with the way to mend it', async () => {
    const { faults, rows } = await readFile(
      `${HEADER}\n1.23E+11,active,01/04/2026,31/03/2027,500000\nHI-1,active,01/04/2026,31/03/2027,5E+05\n`,
    );
    expect(rows).toEqual([]);
    expect(faults.map(({ line, column }) => [line, column])).toEqual([
      [2, 'number'],
      [3, 'sum_insured'],
    ]);
    expect(faults[0]!.reason).toContain('format the column as text');
  });

  it('a fault names line, column and reason, and never repeats the cell', async () => {
    const { faults, count, refused } = await readFile(
      [
        HEADER,
        'HI-1,sleeping,01/04/2026,31/03/2027,500000',
        '"HI-2\n",active,31/12/2026,01/01/2026,500000',
        'HI-3,active,12/31/2026,31/03/2027,secret',
        ',active,46113,31/03/2027,0',
        'HI-4,active',
        'HI-5,active,01/04/2026,31/03/2027,500000,surplus',
        'HI-6,"act"ive,01/04/2026,31/03/2027,500000',
      ].join('\n'),
    );
    expect({ count, refused }).toEqual({ count: 7, refused: 7 });
    expect(faults.map(({ line, column }) => [line, column])).toEqual([
      [2, 'status'],
      [3, 'cover_to'],
      [5, 'cover_from'],
      [5, 'sum_insured'],
      [6, 'number'],
      [6, 'cover_from'],
      [6, 'sum_insured'],
      [7, null],
      [8, null],
      [9, null],
    ]);
    expect(JSON.stringify(faults)).not.toMatch(/sleeping|secret|surplus|46113/);
    expect(faults[5]!.reason).toContain('format the column as a date');
  });

  it('headers in Hindi are mapped by the caller, and a header may be left out', async () => {
    const file =
      '"पॉलिसी संख्या",स्थिति,"प्रारंभ तिथि","अंतिम तिथि","बीमा राशि",शाखा\nHI-2001,active,०१/०४/२०२६,३१/०३/२०२७,"₹ ५,००,०००",पुणे\n';
    const columns = {
      'पॉलिसी संख्या': 'number',
      स्थिति: 'status',
      'प्रारंभ तिथि': 'cover_from',
      'अंतिम तिथि': 'cover_to',
      'बीमा राशि': 'sum_insured',
      शाखा: '',
    };
    const { rows, faults } = await readFile(file, { columns });
    expect(faults).toEqual([]);
    expect(rows.map(({ values }) => values)).toEqual([POLICY]);
    expect(await faultOf(file, { columns: { ...columns, शाखा: 'branch' } })).toMatchObject({
      line: 1,
      column: 'शाखा',
    });
  });

  it.each([
    ['an unknown header', `${HEADER},branch\n`, 'branch'],
    ['a second column for a field', `${HEADER},policy_no\n`, 'policy_no'],
    ['a missing column', 'number,status,cover_from,cover_to\n', null],
    ['nothing', '', null],
    ['a quote that is never closed', `${HEADER}\n"${'x'.repeat(70_000)}`, null],
    ['bytes that are not text', Buffer.from(`${HEADER}\n\xe9`, 'latin1'), null],
  ])('a file with %s is refused as a whole', async (_name, file, column) => {
    expect(await faultOf(file, { piece: 10_000 })).toMatchObject({ column });
  });

  it('a column that the file lacks is not given, and an empty cell is', async () => {
    const { given, rows } = await readFile(`${HEADER},used\nHI-2001,active,01/04/2026,31/03/2027,500000,\n`);
    expect([...given]).toEqual(['number', 'status', 'cover_from', 'cover_to', 'sum_insured', 'used']);
    expect(rows[0]!.values).toEqual({ ...POLICY, used: null });
  });
});

const line = (changes: object) =>
  JSON.stringify({
    number: 'HI-2001',
    status: 'active',
    cover_from: '2026-04-01',
    cover_to: '2027-03-31',
    sum_insured: 500000,
    ...changes,
  });

describe('JSON Lines', () => {
  it('each line is a record', async () => {
    const { rows, faults } = await readFile(`${line({})}\n\n${line({ number: '007' })}`, { format: 'jsonl' });
    expect(faults).toEqual([]);
    expect(rows).toEqual([
      { line: 1, values: POLICY },
      { line: 3, values: { ...POLICY, number: '007' } },
    ]);
  });

  it('a line that is not a record is refused by its number', async () => {
    const file = [
      line({}),
      '{"number": "HI-1"',
      '[]',
      line({ number: 1e16 }),
      line({ branch: 'x' }),
      line({ used: '1' }),
      line({ status: { a: 1 } }),
    ].join('\n');
    const { faults, rows } = await readFile(file, { format: 'jsonl' });
    expect(rows.length).toBe(1);
    expect(faults.map(({ line, column }) => [line, column])).toEqual([
      [2, null],
      [3, null],
      [4, 'number'],
      [5, 'branch'],
      [6, 'used'],
      [7, 'status'],
    ]);
  });
});

describe('Identifiers in a file', () => {
  it('PAN, email and phone are read in one spelling, whatever the file has', async () => {
    const accounts = await readFile(
      'account,pan,email_id,status\nac-1,abcpk 1234 l,Some.One@Mail.Example,locked\n',
      { kind: 'accounts' },
    );
    expect(accounts.rows[0]!.values).toEqual({
      number: 'AC-1',
      pan: 'ABCPK1234L',
      email: 'some.one@mail.example',
      status: 'locked',
    });
    const callers = await readFile(
      'mobile,policy_no,address\n98334 71625,hi-1,"12, Lake Road, Pune 411001"\n9.83E+09,HI-1,x\n',
      { kind: 'callers' },
    );
    expect(callers.rows[0]!.values).toMatchObject({ phone: '+919833471625', policy: 'HI-1' });
    expect(callers.faults).toMatchObject([{ line: 3, column: 'phone' }]);
  });

  it('a hospital needs a name with letters, and yes or no in any usual word', async () => {
    const { rows, faults } = await readFile(
      'hospital,network\nLakeside Hospital,Y\nग्रीन क्लिनिक,नहीं\n"***",yes\nHilltop,maybe\n',
      { kind: 'hospitals' },
    );
    expect(rows.map(({ values }) => values['in_network'])).toEqual(['true', 'false']);
    expect(faults.map(({ line, column }) => [line, column])).toEqual([
      [4, 'name'],
      [5, 'in_network'],
    ]);
  });
});
