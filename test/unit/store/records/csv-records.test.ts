import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cellsOf } from '../../../../src/store/records/import/csv-records.ts';

const parsedAlone = (text: string, delimiter: string): readonly string[] | undefined => {
  try {
    const records: string[][] = parse(text, { delimiter, relax_column_count: true });
    return records.length === 1 ? records[0] : undefined;
  } catch {
    return undefined;
  }
};

const record = fc
  .array(fc.constantFrom('"', '""', ',', ';', 'a', ' ', '"b"', '"c,d"', '5,00,000'), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

it('records are split as the parser splits them, whether their quotes are plain, escaped or wrong', () => {
  fc.assert(
    fc.property(
      fc.array(record, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(',', ';'),
      (texts, delimiter) => {
        const records = texts.map((text, line) => ({ line, text, hasQuotes: text.includes('"') }));
        expect(cellsOf(records, delimiter)).toEqual(
          texts.map((text, line) => ({
            line,
            cells: text.includes('"') ? parsedAlone(text, delimiter) : text.split(delimiter),
          })),
        );
      },
    ),
  );
});
