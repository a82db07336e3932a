// Compares our scan's precision, recall, F1 and CPU time with Microsoft Presidio's, on the same labelled texts in the same run.
// To install Presidio: python3 -m venv DIR && DIR/bin/pip install -r bench/pii-presidio/requirements.txt
// Usage: node bench/pii-presidio/compare.ts DIR/bin/python
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { scan } from '../../src/governance/scan.ts';
import {
  generatedTexts,
  labelledTexts,
  measure,
  table,
  type Labelled,
  type Span,
} from '../../test/helpers/pii-corpus.ts';

interface Answer {
  readonly found: readonly (readonly [string, number, number])[][];
  readonly seconds: number;
  readonly longSeconds: number;
}

const LONG = 200_000;
const python = process.argv[2] ?? 'python3';
const script = fileURLToPath(new URL('presidio.py', import.meta.url));
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const cpuSeconds = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
};

const rate = (bytes: number, seconds: number): string => `${(bytes / seconds / 1e6).toFixed(3)} MB/s`;

const compare = (name: string, texts: readonly Labelled[]): void => {
  const answer: Answer = JSON.parse(
    execFileSync(python, [script], {
      input: texts.map(({ text }) => JSON.stringify({ text })).join('\n'),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    }),
  );
  const theirs = new Map<string, Span[]>(
    texts.map(({ text }, nth) => [
      text,
      answer.found[nth]!.map(([type, start, end]) => ({ type, start, end })),
    ]),
  );
  const whole = texts.map(({ text }) => text).join('\n');
  const long = `${whole}\n`.repeat(Math.ceil(LONG / whole.length)).slice(0, LONG);
  for (let round = 0; round < 100; round++) scan(whole);
  const seconds = cpuSeconds(() => {
    for (let round = 0; round < 20; round++) for (const { text } of texts) scan(text);
  });
  const longSeconds = cpuSeconds(() => {
    for (let round = 0; round < 5; round++) scan(long);
  });
  const bytes = Buffer.byteLength(whole);
  say(`\n${name}: ${texts.length} texts`);
  say(`\nthis scan\n${table(measure(texts))}`);
  say(
    `short texts ${rate(bytes * 20, seconds)}, ${LONG} characters at once ${rate(Buffer.byteLength(long) * 5, longSeconds)}`,
  );
  say(`\nPresidio\n${table(measure(texts, (text) => theirs.get(text) ?? []))}`);
  say(
    `short texts ${rate(bytes, answer.seconds)}, ${LONG} characters at once ${rate(Buffer.byteLength(long), answer.longSeconds)}`,
  );
};

compare('hand-labelled corpus', labelledTexts());
compare('generated corpus', generatedTexts(1));
