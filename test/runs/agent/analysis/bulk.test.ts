import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOAD_FILES } from '../../../../src/runs/agent/analysis/sandbox-programs.ts';
import { FIRST_BUILD_MS, openTestHost, type TestHost } from '../../../helpers/sandbox-host.ts';

/** Reads random files row by row and in bulk, and prints the seeds of those that are read differently. */
const PROGRAM = `
import json, random, sys
sys.path.insert(0, '/tmp/.pramaan')
import pandas
from pramaan_data import Unreadable, bulk, layout, read

layout._SAMPLE = 8
WORDS = ['Pune', 'Total', 'Subtotal', '', 'a"b', '"x, y"', '"q ""z"""', '1,2', '-3.5', '007', 'Average', 'C/F', '--', '===', ' ', 'sum',
         '"1,234"', 'Grand Total', 'id', '"a\\nb"', 'कुल', '\\u00a0', '12', '5', '*']
own, taken = bulk.Bulk.read, []

def watched(*given):
    found = own(*given)
    taken.append(found is not None)
    return found

bulk.Bulk.read = watched

def told(least):
    bulk.LEAST_BYTES = least
    try:
        frames, rejected, profile = read('/tmp/case')
    except Unreadable as error:
        return [error.reason, error.detail]
    return [[name, frame.to_json(), str(frame.dtypes.tolist())] for name, frame in frames.items()], rejected, profile

different = []
for seed in range(600):
    some = random.Random(seed)
    width, clean = some.choice([2, 3, 4]), some.random() < 0.6
    names = ['id', 'name', 'amt', 'note'][:width]
    lines = [','.join(names)]
    for n in range(some.randrange(9, 60)):
        cells = width if some.random() < 0.97 else some.choice([1, width + 1, width - 1])
        row = [str(n) if some.random() < 0.7 else some.choice(WORDS)]
        row += [str(some.randrange(1000)) if some.random() < 0.6 else some.choice(WORDS) for _ in range(cells - 1)]
        if clean and any('"' in cell or ',' in cell for cell in row):
            row = ['1'] * width
        lines.append(','.join(row))
        lines += [''] * (some.random() < 0.03) + lines[:1] * (some.random() < 0.02)
    with open('/tmp/case', 'w', newline='') as file:
        file.write(some.choice(['\\n', '\\r\\n']).join(lines) + some.choice(['', '\\n']))
    by_row, in_bulk = told(1 << 40), told(0)
    # Only small files are split into the tables below each other.
    if by_row != in_bulk and 'tables-below' not in json.dumps(by_row):
        different.append(seed)
print(json.dumps({'different': different, 'enough': sum(taken) > 200}))
`;

let host: TestHost;
beforeAll(async () => {
  host = await openTestHost();
}, FIRST_BUILD_MS);
afterAll(async () => host.close());

describe('A file read in bulk', () => {
  it(
    'the reader returns the same rows and notes as when it reads row by row',
    { timeout: 180_000 },
    async () => {
      const { stdout, stderr, exit_code } = await host.run(
        { code: PROGRAM, files: LOAD_FILES, timeoutMs: 110_000 },
        { lifetimeMs: 120_000 },
      );
      expect({ stderr, exit_code }).toEqual({ stderr: '', exit_code: 0 });
      expect(JSON.parse(stdout)).toEqual({ different: [], enough: true });
    },
  );
});
