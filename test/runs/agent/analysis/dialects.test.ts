import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOAD_FILES } from '../../../../src/runs/agent/analysis/sandbox-programs.ts';
import { FIRST_BUILD_MS, openTestHost, type TestHost } from '../../../helpers/sandbox-host.ts';

interface Row {
  readonly code: string;
  readonly note: string;
  /** Amount in paise. */
  readonly amount: number;
  readonly day: Date;
}

const word = fc.constantFrom(
  'Pune',
  'पुणे',
  'a "b"',
  'x, y; z',
  'two\nlines',
  'p|q',
  "O'Neil",
  'tab\there',
  'é',
);
const row: fc.Arbitrary<Row> = fc.record({
  code: fc.integer({ min: 0, max: 99_999 }).map((n) => `0${String(n).padStart(5, '0')}`),
  note: word,
  amount: fc.integer({ min: -99_999_999, max: 999_999_999 }),
  day: fc.date({ min: new Date('2001-01-01'), max: new Date('2049-12-31'), noInvalidDate: true }),
});

const pad = (n: number): string => String(n).padStart(2, '0');
const AMOUNTS: Readonly<Record<string, (paise: number) => string>> = {
  plain: (paise) => (paise / 100).toFixed(2),
  indian: (paise) => (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 }),
  western: (paise) => (paise / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }),
  european: (paise) => (paise / 100).toLocaleString('de-DE', { minimumFractionDigits: 2 }),
  rupees: (paise) =>
    `${paise < 0 ? '(' : ''}₹ ${(Math.abs(paise) / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })}${paise < 0 ? ')' : ''}`,
};
const DAYS: Readonly<Record<string, (day: Date) => string>> = {
  iso: (day) => day.toISOString().slice(0, 10),
  slashes: (day) => `${pad(day.getUTCDate())}/${pad(day.getUTCMonth() + 1)}/${day.getUTCFullYear()}`,
  dots: (day) => `${day.getUTCDate()}.${day.getUTCMonth() + 1}.${day.getUTCFullYear()}`,
  named: (day) =>
    `${day.getUTCDate()} ${day.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })} ${day.getUTCFullYear()}`,
};
const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  utf8: (text) => Buffer.from(text),
  marked: (text) => Buffer.from(`\uFEFF${text}`),
  utf16: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
};
const keysOf = (choices: object) => fc.constantFrom(...Object.keys(choices));

const dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  end: fc.constantFrom('\n', '\r\n'),
  amounts: keysOf(AMOUNTS),
  days: keysOf(DAYS),
  encoding: keysOf(ENCODINGS),
  preamble: fc.boolean(),
});

type Dialect = typeof dialect extends fc.Arbitrary<infer D> ? D : never;

const written = (rows: readonly Row[], how: Dialect): Buffer => {
  const cell = (text: string): string =>
    /["\n\r]/.test(text) || text.includes(how.delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = rows.map(({ code, note, amount, day }) =>
    [code, note, AMOUNTS[how.amounts]!(amount), DAYS[how.days]!(day)].map(cell).join(how.delimiter),
  );
  const above = how.preamble ? ['Statement', ''] : [];
  return ENCODINGS[how.encoding]!(
    `${[...above, ['code', 'note', 'amount', 'day'].join(how.delimiter), ...lines].join(how.end)}${how.end}`,
  );
};

const PROGRAM = `
import json, sys
sys.path.insert(0, '/tmp/.pramaan')
import pandas
from pramaan_data import read
for n in range(int(sys.stdin.read())):
    frames, rejected, profile = read(f'/tmp/case-{n}')
    df = frames['data']
    print(json.dumps([[r.code, r.note, round(r.amount * 100), r.day.strftime('%Y-%m-%d')] for r in df.itertuples()]))
`;

/** Number of tables. Together with the reader's own files, this is the maximum number of files that a job accepts. */
const SAMPLES = 64 - LOAD_FILES.length;

let host: TestHost;
beforeAll(async () => {
  host = await openTestHost();
}, FIRST_BUILD_MS);
afterAll(async () => host.close());

describe('A table in a random dialect', () => {
  it('the reader returns the table as it was written', { timeout: 180_000 }, async () => {
    const samples = fc.sample(fc.tuple(fc.array(row, { minLength: 4, maxLength: 12 }), dialect), SAMPLES);
    const { stdout, stderr } = await host.run(
      {
        code: PROGRAM,
        stdin: String(samples.length),
        files: [
          ...LOAD_FILES,
          ...samples.map(([rows, how], n) => ({ name: `case-${n}`, content: written(rows, how) })),
        ],
        timeoutMs: 55_000,
      },
      { lifetimeMs: 60_000 },
    );
    expect(stderr).toBe('');
    const read = stdout.trim().split('\n');
    samples.forEach(([rows, how], n) => {
      const expected = rows.map(({ code, note, amount, day }) => [code, note, amount, DAYS['iso']!(day)]);
      expect({ how, rows: JSON.parse(read[n]!) as unknown }).toEqual({ how, rows: expected });
    });
  });
});
