import type { DatasetCase } from './cases.ts';

/** Python that saves a workbook to `path`, and changes its XML as another program would have written it. */
const saved = (change: string): string => `
book.save("/tmp/whole.xlsx")
whole = zipfile.ZipFile("/tmp/whole.xlsx")
with zipfile.ZipFile(path, "w") as copy:
    for name in whole.namelist():
        content = whole.read(name)
        copy.writestr(name, ${change})
`;

const FILTER =
  '<filterColumn colId="0"><customFilters><customFilter operator="greaterThan" val="P"/></customFilters></filterColumn>';

const made = (make: string): Pick<DatasetCase, 'bytes' | 'make'> => ({ bytes: Buffer.alloc(0), make });

/** Workbooks of programs other than Excel, as public reports describe them. */
export const WORKBOOKS: readonly DatasetCase[] = [
  {
    name: 'a workbook of 4 MiB that gives its size as one cell',
    ...made(
      'import openpyxl, re, zipfile\nbook = openpyxl.Workbook()\nbook.active.append(["city", "remark", "sales"])\n' +
        'for n in range(150): book.active.append([f"Pune {n}", f"{n} " + "x" * 30000, n])' +
        saved(`re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1"', content)`),
    ),
    ask: '[len(df), int(df.sales.sum())]',
    expected: [150, 11_175],
    quiet: true,
  },
  {
    name: 'a workbook with a saved filter by text',
    ...made(
      'import openpyxl, zipfile\nbook = openpyxl.Workbook()\n' +
        'for row in (["city", "sales"], ["Pune", 10], ["Surat", 20]): book.active.append(row)\n' +
        'book.active.auto_filter.ref = "A1:B3"' +
        saved(
          `content.replace(b'<autoFilter ref="A1:B3" />', b'<autoFilter ref="A1:B3">${FILTER}</autoFilter>')`,
        ),
    ),
    ask: '[len(df), int(df.sales.sum())]',
    expected: [2, 30],
  },
  {
    name: 'a workbook whose days count from 1904, said by true instead of 1',
    ...made(
      'import datetime, openpyxl, zipfile\nfrom openpyxl.utils.datetime import CALENDAR_MAC_1904\n' +
        'book = openpyxl.Workbook()\nbook.epoch = CALENDAR_MAC_1904\n' +
        'for row in (["claim", "filed"], ["C1", datetime.date(2026, 4, 1)], ["C2", datetime.date(2026, 4, 2)]): book.active.append(row)' +
        saved(`content.replace(b'date1904="1"', b'date1904="true"')`),
    ),
    ask: '[str(day.date()) for day in df.filed]',
    expected: ['2026-04-01', '2026-04-02'],
    quiet: true,
  },
];
