// Measures how scan time depends on text size, from 1 KB to 1 MB (to 10 MB for the last kind), for prose, for text with many
// identifiers, and for text on which careless patterns would take quadratic time. The baseline is six plain patterns, without
// checks or labels, on the same text. Measures one thread's CPU time, because that depends less on the machine's other work.
// Usage: node bench/pii-scan.ts [--quick]
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

import { scan } from '../src/governance/scan.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const dense = readFileSync(new URL('../test/corpora/pii/labelled.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): { text: string } => JSON.parse(line))
  .map(({ text }) => text)
  .join('\n');
const prose =
  'The claim was read, the policy was found in force, and the case went on to the next step without a word. ';

/** A naive first attempt, with one pattern per type. */
const PLAIN = [
  /\b[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}\b/g,
  /\b[A-Z]{5}\d{4}[A-Z]\b/g,
  /\b\d{2}[A-Z]{5}\d{4}[A-Z][\dA-Z]Z[\dA-Z]\b/g,
  /\b\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}\b/g,
  /(?<![\w.])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g,
  /(?:\+91[ -]?|\b0?)[6-9]\d{4}[ -]?\d{5}\b/g,
];

const plainScan = (text: string): number => {
  let found = 0;
  for (const pattern of PLAIN) for (const _ of text.matchAll(pattern)) found++;
  return found;
};

const ofSize = (unit: string, chars: number): string =>
  unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars);

/** Returns a scan's CPU time in milliseconds, as the minimum of several scans. */
const cost = (text: string, times: number): number => {
  let least = Infinity;
  for (let nth = 0; nth < times; nth++) {
    const before = process.cpuUsage();
    scan(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
};

/** Returns the scan time of short text in CPU milliseconds, as the mean of many scans because the clock is coarse. */
const mean = (text: string, run: (text: string) => unknown = scan): number => {
  const times = Math.max(1, Math.floor(2_000_000 / text.length));
  const before = process.cpuUsage();
  for (let nth = 0; nth < times; nth++) run(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
};

const load = loadavg();
for (let nth = 0; nth < 300; nth++) scan(ofSize(nth % 2 ? dense : prose, 10_000));

const rate = (text: string, ms: number): number => round(Buffer.byteLength(text) / ms / 1_000, 1);

say('\nsize        prose ms     MB/s    dense ms     MB/s    plain patterns on dense, MB/s');
const sizes = [1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000].map((size) => {
  const [plainText, denseText] = [ofSize(prose, size), ofSize(dense, size)];
  const proseMs = median([1, 2, 3].map(() => mean(plainText)));
  const denseMs = median([1, 2, 3].map(() => mean(denseText)));
  const baselineMs = median([1, 2, 3].map(() => mean(denseText, plainScan)));
  const row = {
    chars: size,
    prose_ms: round(proseMs, 3),
    prose_mb_s: rate(plainText, proseMs),
    dense_ms: round(denseMs, 3),
    dense_mb_s: rate(denseText, denseMs),
    plain_mb_s: rate(denseText, baselineMs),
  };
  const cells = Object.values(row).map((value) => String(value).padStart(10));
  say(cells.join(' '));
  return row;
});

const SHAPES: Readonly<Record<string, string>> = {
  digits: '7',
  'at signs': '@',
  letters: 'a',
  capitals: 'A',
  brackets: '([{<',
  'a@': 'a@',
  'a@b.': 'a@b.',
  'a.': 'a.',
  'single digits': '9 ',
  'hyphened digits': '1-',
  'groups of four': '1234 ',
  'plus 91': '+91 ',
  'zero-width spaces': '\u200b',
  'letters and digits': 'AB12',
  'labels and digits': 'card 4 4 4 4 ',
  'mobile numbers': '9876543210 ',
  'open rows of SQL': '(a) values (',
  'rows of SQL': "insert into t (mobile,pan) values ('9876543210','x'); ",
  'rows of CSV': 'mobile,order\n9876543210,9876543210\n\n',
  'one long row': 'mobile,order,9876543210,',
  'cells of HTML': '<tr><td>mobile<td',
  lists: 'mobile: [9876543210, ',
  'boxed digits': 'aadhaar |2|3|4|5|',
  'labels alone': 'card pan mobile aadhaar ',
  'spoken digits': 'nine double eight ',
  'spoken addresses': 'a at the rate b dot com ',
  'values of nothing': 'order value value value ',
  'a list of numbers': '9876543210\n',
  'boxes of a form': '|9|8|7|6|5|4|3|2|1|0|',
  'questions and answers': 'Agent: policy number?\nCaller: 8500148820\n',
  'letters spaced out': 'P A N ',
};
const full = quick ? 1_000_000 : 10_000_000;
say(`\nshape                ${full / 2} chars  ${full} chars  ratio   (ms)`);
const shapes = Object.entries(SHAPES).map(([shape, unit]) => {
  const half = cost(ofSize(unit, full / 2), 2);
  const whole = cost(ofSize(unit, full), 2);
  const row = { shape, half_ms: round(half, 0), ms: round(whole, 0), ratio: round(whole / half) };
  say(`${shape.padEnd(20)} ${String(row.half_ms).padStart(13)} ${String(row.ms).padStart(15)}  ${row.ratio}`);
  return row;
});
say(
  JSON.stringify({
    bench: 'pii-scan',
    baseline: 'six plain patterns',
    quick,
    load,
    sizes,
    shape_chars: full,
    shapes,
  }),
);
