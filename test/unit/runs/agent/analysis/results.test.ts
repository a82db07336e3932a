import { describe, expect, it } from 'vitest';
import {
  chartRemarks,
  missingChartRemarks,
  type ChartsOfRun,
  chartsOfSession,
} from '../../../../../src/runs/agent/analysis/charts.ts';
import { parseProfile, profileText, readingRemarks } from '../../../../../src/runs/agent/analysis/profile.ts';
import { parseTables } from '../../../../../src/runs/agent/analysis/tables.ts';
import { makeAadhaar, makePan } from '../../../../helpers/identifiers.ts';

const chart = (name: string, content: string) => ({ name, png_b64: Buffer.from(content).toString('base64') });
/** Returns a successful run with nothing omitted. */
const run = (more: Partial<ChartsOfRun>): ChartsOfRun => ({
  failed: false,
  charts: [],
  withoutData: [],
  ...more,
});
const remark = (...runs: readonly Partial<ChartsOfRun>[]): string =>
  chartRemarks(chartsOfSession(runs.map(run)));
const names = (charts: readonly { readonly name: string }[]) => charts.map(({ name }) => name);

const column = (name: string) => ({ name, dtype: 'str', type: 'text', samples: [makeAadhaar(3)] });

describe('A session’s charts', () => {
  it('a chart counts only once even though its file is still there in later runs', () => {
    const saved = chart('sales.png', 'one');
    const runs = [run({ charts: [saved] }), run({ charts: [saved] })];
    expect(chartsOfSession(runs).charts).toEqual([saved]);
  });

  it('a session keeps the last version of a file and numbers each figure', () => {
    const { charts: found } = chartsOfSession([
      run({ charts: [chart('sales.png', 'first'), chart('figure-1.png', 'a')] }),
      run({ charts: [chart('sales.png', 'mended'), chart('figure-1.png', 'b')] }),
    ]);
    expect(names(found)).toEqual(['sales.png', 'figure-1.png', 'figure-2.png']);
    expect(Buffer.from(found[0]!.png_b64, 'base64').toString()).toBe('mended');
  });

  it('the charts of a failed run do not count', () => {
    const half = run({ failed: true, charts: [chart('half.png', 'x')], withoutData: ['none.png'] });
    expect(chartsOfSession([half])).toEqual({ charts: [], withoutData: [] });
  });

  it('a session keeps at most twenty charts and 20 MiB', () => {
    const many = Array.from({ length: 30 }, (_, n) => chart(`c${n}.png`, `${n}`));
    expect(chartsOfSession([run({ charts: many })]).charts).toHaveLength(20);
    const large = Array.from({ length: 6 }, (_, n) => chart(`l${n}.png`, `${n}`.padEnd(5 << 20, 'x')));
    expect(chartsOfSession([run({ charts: large })]).charts).toHaveLength(3);
  });

  it('the remarks list charts without data unless a later chart replaces them', () => {
    const told = 'Left out of the charts because they show no data: ';
    expect(remark({ charts: [chart('sales.png', 'x')] })).toBe('');
    expect(remark({ withoutData: ['a.png', 'figure', 'b.png', 'figure'] })).toBe(
      `${told}a.png, b.png, 2 figures.`,
    );
    // Each run still sees the files that earlier runs left behind.
    expect(remark({ withoutData: ['a.png'] }, { withoutData: ['a.png'] })).toBe(`${told}a.png.`);
    expect(remark({ withoutData: ['a.png'] }, {})).toBe('');
    expect(remark({ withoutData: ['a.png'] }, { charts: [chart('a.png', 'mended')] })).toBe('');
    expect(remark({ withoutData: ['figure'] }, { charts: [chart('figure-1.png', 'mended')] })).toBe('');
    // An old file that is still there does not count as a repair.
    const old = { charts: [chart('old.png', 'x')] };
    expect(remark(old, { ...old, withoutData: ['figure'] }, old)).toBe(`${told}a figure.`);
  });
});

describe('Tables returned by code', () => {
  const table = {
    name: 'top',
    columns: ['customer', 'pan', 'premium'],
    rows: [['Asha', makePan(7), 1200]],
    rows_total: 1,
    truncated: false,
  };

  it('the parser masks tables by their column names', () => {
    const [masked] = parseTables(JSON.stringify([table]));
    expect(masked!.rows[0]![0]).toBe('Asha');
    expect(masked!.rows[0]![1]).not.toBe(makePan(7));
    expect(masked!.rows[0]![2]).toBe(1200);
  });

  it.each(['', 'not json', '{"name":1}', '[{"name":"x"}]', JSON.stringify([{ ...table, rows: [[{}]] }])])(
    'the parser returns no tables when the file contains %s',
    (json) => {
      expect(parseTables(json)).toEqual([]);
    },
  );
});

describe('A dataset’s profile', () => {
  const profile = {
    bytes: 1,
    kind: 'csv',
    tables: [
      {
        name: 'data',
        rows: 1,
        columns_count: 1,
        columns: [column('note')],
        rejected: 0,
        blocks: { above: [`PAN ${makePan(5)}`], below: [] },
      },
    ],
    notes: [
      { code: 'a', detail: `Value ${makeAadhaar(4)}`, ambiguous: true, column: 'note' },
      { code: 'b', detail: 'Certain.', ambiguous: false },
    ],
  };

  it('the parsed profile contains no raw identifier', () => {
    const parsed = parseProfile(profile);
    expect(parsed).toMatchObject({ kind: 'csv' });
    for (const raw of [makeAadhaar(3), makeAadhaar(4), makePan(5)])
      expect(JSON.stringify(parsed)).not.toContain(raw);
  });

  it('the remarks under the answer list only ambiguous readings', () => {
    const parsed = parseProfile(profile) as Parameters<typeof readingRemarks>[0];
    expect(readingRemarks(parsed)).toMatch(
      /^How ambiguous parts of the data were read:\n- Column "note": Value /,
    );
    expect(readingRemarks(parsed)).not.toContain('Certain');
    expect(readingRemarks({ ...parsed, notes: [] })).toBe('');
  });

  it('the profile text fits the model’s input however wide the table is', () => {
    const wide = {
      ...profile.tables[0]!,
      columns: Array.from({ length: 150 }, (_, n) => column(`column ${n} ${'x'.repeat(150)}`)),
    };
    const parsed = parseProfile({ ...profile, tables: [wide] }) as Parameters<typeof profileText>[0];
    expect(profileText(parsed).length).toBeLessThanOrEqual(24_000);
  });

  it.each([null, 7, 'text', {}, { ...profile, notes: 'none' }, { unreadable: 'nonsense', detail: '' }])(
    'the parser rejects any other sandbox output: %j',
    (value) => {
      expect(parseProfile(value)).toMatchObject({ unreadable: 'failed' });
    },
  );
});

const session = (...files: readonly string[]) => ({
  charts: files.map((name) => ({ name, png_b64: '' })),
  withoutData: ['empty.png'],
});

describe('An answer about charts', () => {
  const none = { charts: [], withoutData: [] };
  it.each([
    ['The chart was saved as sales.png.', none, 'sales.png'],
    ['Saved: बिक्री.png and /tmp/a-1.PNG.', session('sales.png'), 'बिक्री.png, a-1.PNG'],
    ['See report.pdf.', none, 'report.pdf'],
  ])(
    'the service names a picture that the answer mentions but no code created: %s',
    (answer, found, names) => {
      expect(missingChartRemarks(answer, found)).toBe(
        `Mentioned in the answer but not among its charts: ${names}.`,
      );
    },
  );

  it.each(['The chart above shows the sales.', 'A bar chart was created for you.', 'ग्राफ बनाया गया है।'])(
    'the service says that there is no chart when the answer claims one: %s',
    (answer) => {
      expect(missingChartRemarks(answer, none)).toBe('The answer mentions a chart, but no chart was drawn.');
    },
  );

  it.each([
    ['The chart was saved as sales.png.', session('Sales.png')],
    ['The chart empty.png was drawn.', session()],
    ['The chart shows the sales.', session('figure-1.png')],
    ['No chart could be drawn.', none],
    ['Sales were 1,200.50. Figures are in rupees.', none],
    ['The claim refers to invoice.pdf.', none],
    ['These figures show growth.', none],
  ])('the service adds nothing when the answer is right about its charts: %s', (answer, found) => {
    expect(missingChartRemarks(answer, found)).toBe('');
  });
});
