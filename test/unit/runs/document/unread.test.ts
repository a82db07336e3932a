import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../../src/runs/document/sandbox', import.meta.url));

type Box = readonly [number, number, number, number];
type Word = readonly [chars: string, confidence: number, box: Box];

const python = (code: string, given: unknown): unknown =>
  JSON.parse(
    execFileSync(
      'python3',
      ['-c', `import json, sys\nfrom unread import *\ngiven = json.load(sys.stdin)\n${code}`],
      {
        input: JSON.stringify(given),
        env: { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1' },
      },
    ).toString(),
  );

const word = (chars: string, left: number, top: number): Word => [
  chars,
  90,
  [left, top, left + 20 * chars.length, top + 30],
];

const ROWS = [[word('UHID', 100, 100), word('Ward', 900, 100)], [word('Admission', 100, 300)]];

const textsWith = (line: readonly Word[]): readonly string[] =>
  (
    python("print(json.dumps(with_line(given['rows'], given['line'])))", { rows: ROWS, line }) as Word[][]
  ).map((row) => row.map(([chars]) => chars).join(' '));

describe('A line that recognition missed', () => {
  it('is put between the words at its height, or between the rows', () => {
    expect(textsWith([word('IP302199', 300, 104)])).toEqual(['UHID IP302199 Ward', 'Admission']);
    expect(textsWith([word('11.09.2025', 300, 200)])).toEqual(['UHID Ward', '11.09.2025', 'Admission']);
    expect(textsWith([word('Signature', 300, 400)])).toEqual(['UHID Ward', 'Admission', 'Signature']);
  });

  it('is read with a margin if it is as high as the words, but specks and ink outside of them are not', () => {
    const areas: readonly Box[] = [
      [300, 200, 500, 230],
      [300, 200, 500, 212],
      [300, 200, 320, 230],
      [300, 600, 500, 630],
    ];
    expect(
      python("print(json.dumps(places_of(given['areas'], given['rows'], (1000, 1000))))", {
        areas,
        rows: ROWS,
      }),
    ).toEqual([[288, 188, 512, 242]]);
  });

  it('is split into words that share its place', () => {
    expect(python('print(json.dumps(words_in(given, (100, 0, 200, 30), 50)))', 'IP 302 302')).toEqual([
      ['IP', 50, [100, 0, 120, 30]],
      ['302', 50, [130, 0, 160, 30]],
      ['302', 50, [170, 0, 200, 30]],
    ]);
  });
});
