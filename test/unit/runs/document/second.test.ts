import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../../src/runs/document/sandbox', import.meta.url));

const python = (code: string, given: unknown): unknown =>
  JSON.parse(
    execFileSync(
      'python3',
      ['-c', `import json, sys\nimport second\ngiven = json.load(sys.stdin)\nprint(json.dumps(${code}))`],
      {
        input: JSON.stringify(given),
        env: { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1' },
      },
    ).toString(),
  );

type Pair = readonly [first: string, second: string];

/** For each pair of readings, returns whether they count as the same word. */
const agree = (pairs: readonly Pair[]): unknown =>
  python('[second.has_same_letters(*pair) for pair in given]', pairs);

describe('Two readings of a word without digits', () => {
  const alike: readonly Pair[] = [
    ['Laxmi', 'Laxmi'],
    ['Total', 'TOTAL'],
    ['lyengar', 'Iyengar'],
    ['|yengar', 'Iyengar'],
    ['Bi11', 'Bill'],
    ['Ra0', 'RaO'],
    ['Meera.', 'Meera'],
  ];
  const different: readonly Pair[] = [
    ['Iaxmi', 'Laxmi'],
    ['Ial', 'Lal'],
    ['Lqbal', 'Iqbal'],
    ['Bali', 'Ball'],
    ['Meera', 'Neera'],
  ];

  it('agree if they differ only in capitals, or in letters that look alike', () => {
    expect(agree(alike)).toEqual(alike.map(() => true));
  });

  it('do not agree if a capital L was read as an I, or letters differ', () => {
    expect(agree(different)).toEqual(different.map(() => false));
    expect(agree(different.map(([first, second]) => [second, first]))).toEqual(different.map(() => false));
  });
});

const BOX = [0, 0, 10, 10];
const wanted = (rows: unknown): unknown => python('second.wanted(given)', rows);
const words = (count: number, chars: string, confidence: number) =>
  Array.from({ length: count }, () => [[chars, confidence, BOX]]);

describe('The words of a page that are read again', () => {
  it('are those with digits first, and then the doubtful ones', () => {
    expect(
      wanted([
        [
          ['Unclear', 94, BOX],
          ['Clear', 95, BOX],
        ],
        [
          ['Total', 95, BOX],
          ['4,500.00', 95, BOX],
        ],
        [
          ['भर्ती', 95, BOX],
          ['No', 95, BOX],
        ],
      ]),
    ).toEqual([
      [
        [1, 1],
        [0, 0],
        [2, 1],
      ],
      false,
    ]);
  });

  it('include the sums at the end of a long page, and the omission of the rest is recorded', () => {
    const [places, areMore] = wanted([...words(400, 'unclear', 70), [['8,607.38', 95, BOX]]]) as [
      readonly (readonly number[])[],
      boolean,
    ];
    expect(places).toHaveLength(400);
    expect(places[0]).toEqual([400, 0]);
    expect(areMore).toBe(true);
    expect(wanted(words(400, 'unclear', 70))).toMatchObject([{ length: 400 }, false]);
  });
});
