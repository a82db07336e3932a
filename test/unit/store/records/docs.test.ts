import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { recordShapes } from '../../../../src/governance/records/shapes.ts';
import { readCsv } from '../../../../src/store/records/import/csv.ts';
import { ImportTally } from '../../../../src/store/records/import/tally.ts';

it('the example file of docs/records.md can be imported as the page says', async () => {
  const page = readFileSync(new URL('../../../../docs/records.md', import.meta.url), 'utf8');
  const [, csv = ''] = /^```csv\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const columns = Object.fromEntries(
    [...page.matchAll(/--column '([^=']+)=([^']*)'/g)].map(([, header, column]) => [header!, column!]),
  );
  const tally = new ImportTally();
  const numbers: unknown[] = [];
  await readCsv(
    (async function* () {
      yield csv;
    })(),
    {
      shape: recordShapes.policies,
      columns,
      delimiter: undefined,
      tally,
      take: (_line, values) => void numbers.push(values['number']),
      flush: async () => {},
    },
  );
  expect(tally.faults).toEqual([]);
  expect(numbers).toEqual(['HI-2001', 'HI-2002', '000417']);
});
