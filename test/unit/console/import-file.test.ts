import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../console/src/pages/records/csv.ts';
import { cellOf, firstMapping, openFile } from '../../../console/src/pages/records/file.ts';
import { FILE_COLUMNS } from '../../../console/src/pages/records/kinds.ts';
import { fromIst } from '../../../console/src/parts/ist.ts';
import { recordShapes, type WrittenKind } from '../../../src/governance/records/shapes.ts';

describe('The import page', () => {
  it('offers exactly the columns that the service reads, for each kind', () => {
    const columns = Object.keys(recordShapes).map((kind) => [
      kind,
      recordShapes[kind as WrittenKind].fields.map(({ name }) => name),
    ]);
    expect(FILE_COLUMNS).toEqual(Object.fromEntries(columns));
  });

  it('reads quoted cells, line breaks in them, and the line on which each row begins', () => {
    const text = '\uFEFFa;b\r\n"x; ""y""";"two\nlines"\r\n\r\n1;2\r\n';
    expect(readCsv(text)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x; "y"', 'two\nlines'] },
      { line: 5, cells: ['1', '2'] },
    ]);
  });

  it('finds the delimiter as the service does, and follows a line that names it', () => {
    expect(readCsv('"a,b"|c|d')[0]?.cells).toEqual(['a,b', 'c', 'd']);
    expect(readCsv('sep=\t\na,b\tc')).toEqual([{ line: 2, cells: ['a,b', 'c'] }]);
    expect(readCsv('only')).toEqual([{ line: 1, cells: ['only'] }]);
    expect(readCsv('')).toEqual([]);
  });

  it('an error is shown with its cell, by the column that the header was mapped to', async () => {
    const file = new File(['Policy No.;Cover From\nHI-1;yesterday\n'], 'a.csv');
    const chosen = await openFile(file);
    const mapping = firstMapping(chosen.headers, FILE_COLUMNS.policies);
    expect(mapping).toEqual({ 'Policy No.': undefined, 'Cover From': 'cover_from' });
    expect(cellOf(chosen, mapping, { line: 2, column: 'cover_from' })).toBe('yesterday');
    expect(cellOf(chosen, { ...mapping, 'Policy No.': 'number' }, { line: 2, column: 'number' })).toBe(
      'HI-1',
    );
    expect(cellOf(chosen, mapping, { line: 2, column: null })).toBeUndefined();
  });

  it('reads Excel’s UTF-16, and requires no mapping for JSON Lines', async () => {
    const text = Buffer.from('\uFEFFनंबर\tstatus\n', 'utf16le');
    expect((await openFile(new File([text], 'a.txt'))).headers).toEqual(['नंबर', 'status']);
    expect((await openFile(new File(['{}'], 'a.jsonl'))).headers).toEqual([]);
  });
});

it('a time without a zone is a time in India', () => {
  expect(fromIst('')).toBeUndefined();
  expect(fromIst('2026-11-30T09:00')).toBe('2026-11-30T09:00:00+05:30');
  expect(fromIst('2026-11-30T09:00:30')).toBe('2026-11-30T09:00:30+05:30');
});
