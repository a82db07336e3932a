import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../../src/runs/document/sandbox', import.meta.url));

/** For each pair of readings, returns whether the second one deserves a third reading of the word. */
const nearer = (pairs: readonly (readonly [one: string, other: string])[]): unknown =>
  JSON.parse(
    execFileSync(
      'python3',
      [
        '-c',
        'import json, sys\nfrom codes import is_nearer\nprint(json.dumps([is_nearer(b, a) for a, b in json.load(sys.stdin)]))',
      ],
      {
        input: JSON.stringify(pairs),
        env: { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1' },
      },
    ).toString(),
  );

describe('A word with digits that the two engines read differently', () => {
  it('is read a third time if only look-alikes differ, or only the second reading has the form of a code', () => {
    expect(
      nearer([
        ['1P231331', 'IP231331'],
        ['P/O76666/01', 'P/076666/01'],
        ['24ADECL4057G12Z1', '24ADECL4057G1ZI'],
        ['UTIBO0000373', 'UTIB0000373'],
      ]),
    ).toEqual([true, true, true, true]);
  });

  it('is not read a third time if digits differ, or if the form of the second reading fails, too', () => {
    expect(
      nearer([
        ['IP231331', 'IP231337'],
        ['3,922.37', '3,522.37'],
        ['11.09.2O25', '11.09.2025'],
        ['24ADECL4057G12Z1', '24ADECL4057G1Z1'],
        ['UTIB0000373', 'UTIB0000378'],
      ]),
    ).toEqual([false, false, false, false, false]);
  });
});
