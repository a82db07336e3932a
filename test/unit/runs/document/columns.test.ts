import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../../src/runs/document/sandbox', import.meta.url));

const PROGRAM = `
import json, sys
from rows import columned
def words(text, left, top):
    at = left
    for chars in text.split():
        yield chars, 90, (at, top, at + 14 * len(chars), top + 24)
        at += 14 * (len(chars) + 1)
rows = [[word for nth, cell in enumerate(row) for word in words(cell, 100 + 740 * nth, 40 * at)] for at, row in enumerate(json.load(sys.stdin))]
print(json.dumps([' '.join(word[0] for word in row) for row in columned(rows)]))
`;

/** Returns the lines of a page whose rows have two cells, one of them 740 to the right of the other. */
const columned = (rows: readonly (readonly [left: string, right: string])[]): unknown =>
  JSON.parse(
    execFileSync('python3', ['-c', PROGRAM], {
      input: JSON.stringify(rows),
      env: { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1' },
    }).toString(),
  );

const acrossOf = (rows: readonly (readonly [string, string])[]): readonly string[] =>
  rows.map(([left, right]) => `${left} ${right}`);
const downOf = (rows: readonly (readonly [string, string])[]): readonly string[] =>
  [...rows.map(([left]) => left), ...rows.map(([, right]) => right)].filter((line) => line !== '');

describe('Two columns', () => {
  it('of prose are read one after the other, also if they are short', () => {
    const rows = [
      ['The patient was admitted with high fever.', 'Oxygen was not needed at any time. The'],
      ['Fluids were given through a vein. Blood', 'wound was cleaned and dressed. Pain was'],
      ['pressure was normal on arrival.', 'controlled with tablets.'],
    ] as const;
    expect(columned(rows)).toEqual(downOf(rows));
  });

  it('of prose in a script without small letters are read one after the other if they are long', () => {
    const rows = Array.from(
      { length: 6 },
      () => ['रोगी को तेज बुखार के साथ भर्ती किया गया', 'घाव को साफ किया गया और पट्टी की गई थी'] as const,
    );
    expect(columned(rows)).toEqual(downOf(rows));
    expect(columned(rows.slice(1))).toEqual(acrossOf(rows.slice(1)));
  });

  it.each([
    {
      what: 'three labels without colons',
      rows: [
        ['Name of the treating doctor', 'Dr Meera Sample Namuna of Pune'],
        ['Name and address of hospital', 'Lake Hospital near Station Road'],
        ['Nature of illness or injury', 'Fracture of the left radius'],
      ],
    },
    {
      what: 'seven labels without colons',
      rows: [
        ['Name of the treating doctor', 'Dr Meera Sample Namuna of Pune'],
        ['Name and address of hospital', 'Lake Hospital near Station Road in Nagpur'],
        ['Date and time of admission', 'Third of March before noon'],
        ['Date and time of discharge', 'Fifth of March before noon'],
        ['Nature of illness or of injury', 'Fracture of the left radius'],
        ['Treatment that was given by the doctor and others', 'Plaster and rest at home'],
        ['Name of the patient', 'Ravi Kumar Specimen Namuna'],
      ],
    },
  ] as const)('of $what and their values are read row by row', ({ rows }) => {
    expect(columned(rows)).toEqual(acrossOf(rows));
  });
});
