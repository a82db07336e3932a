import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../../src/runs/document/sandbox', import.meta.url));

const PROGRAM = `
import json, sys
from columns import columned
from layout import text_of
def words(text, left, top):
    at = left
    for chars in text.split(' '):
        if chars:
            yield chars, 90, (at, top, at + 14 * len(chars), top + 24)
        at += 14 * (len(chars) + 1)
cells = [(cell, 100 + 740 * nth, 40 * at) for at, row in enumerate(json.load(sys.stdin)) for nth, cell in enumerate(row)]
if 'layer' in sys.argv:
    # In a text layer, heights count upwards, and the right column may stand a little lower.
    signs = [[chars, left, right, -bottom - (15 if left > 800 else 0), -top - (15 if left > 800 else 0)]
             for cell in cells for chars, _, (left, top, right, bottom) in words(*cell)]
    lines = text_of(signs)[0].split('\\n')
else:
    rows = {}
    for cell in cells:
        rows.setdefault(cell[2], []).extend(words(*cell))
    lines = [' '.join(word[0] for word in row) for row in columned(list(rows.values()))]
print(json.dumps([' '.join(line.split()) for line in lines]))
`;

/** Returns the lines of a page whose rows have two cells, one of them 740 to the right of the other. */
const columned = (
  rows: readonly (readonly [left: string, right: string])[],
  way: 'picture' | 'layer' = 'picture',
): unknown =>
  JSON.parse(
    execFileSync('python3', ['-c', PROGRAM, way], {
      input: JSON.stringify(rows),
      env: { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1' },
    }).toString(),
  );

const acrossOf = (rows: readonly (readonly [string, string])[]): readonly string[] =>
  rows.map(([left, right]) => `${left} ${right}`);
const downOf = (rows: readonly (readonly [string, string])[]): readonly string[] =>
  [...rows.map(([left]) => left), ...rows.map(([, right]) => right)].filter((line) => line !== '');

const PROSE = [
  'The patient was admitted with high fever.',
  'Fluids were given through a vein. Blood',
  'pressure was normal on arrival. Food was',
  'allowed on the second day.',
] as const;
const TABLE = [
  'Room rent  5  22,500.00',
  'Nursing  5  4,250.00',
  'ECG  1  350.00',
  'Gloves  20  700.00',
] as const;

describe('Two columns', () => {
  it('of a text layer are read one after the other, even if their lines are not at the same height', () => {
    const rows = [
      [PROSE[0], 'Oxygen was not needed at any time. The'],
      [PROSE[1], 'wound was cleaned and dressed. Pain was'],
      [PROSE[2], 'controlled with tablets.'],
      [PROSE[3], ''],
    ] as const;
    expect(columned(rows, 'layer')).toEqual(downOf(rows));
  });

  it.each(['picture', 'layer'] as const)('of prose and of a bill are read one after the other: %s', (way) => {
    const lines = TABLE.map((line) => line.replaceAll(/ +/g, ' '));
    expect(
      columned(
        PROSE.map((line, at) => [line, TABLE[at]!] as const),
        way,
      ),
    ).toEqual([...PROSE, ...lines]);
    expect(
      columned(
        PROSE.map((line, at) => [TABLE[at]!, line] as const),
        way,
      ),
    ).toEqual([...lines, ...PROSE]);
  });

  it.each(['picture', 'layer'] as const)('of descriptions and their sums stay together: %s', (way) => {
    const rows = [
      ['Injection ceftriaxone 1 g vial with sterile', '2 vials  3,000.00'],
      ['water for injection and needle', ''],
      ['Suture material absorbable number 2 with', '3 boxes  4,500.00'],
      ['round body needle and thread', ''],
      ['Operation theatre charges for half a day', '1 unit  9,000.00'],
    ] as const;
    const across = acrossOf(rows).map((line) => line.replaceAll(/ +/g, ' ').trim());
    const read = columned(rows, way) as readonly string[];
    if (way === 'picture') expect(read).toEqual(across);
    else expect(read.indexOf('2 vials 3,000.00')).toBe(read.indexOf(rows[0][0]) + 1);
  });

  it('of prose are read one after the other, even if they are short', () => {
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
