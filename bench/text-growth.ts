// How the time to read hostile text grows with its length: each reader gets text twice, four and eight times as long.
// Linear growth is 2, 4, 8; quadratic growth is 4, 16, 64. node bench/text-growth.ts
import { parseJson } from '../src/api/body/json.ts';
import { disableLinks } from '../src/governance/answers/links.ts';
import { recordable } from '../src/governance/recordable.ts';
import { scan } from '../src/governance/scan.ts';
import { StreamMask } from '../src/governance/stream-mask.ts';
import { judgeTurn } from '../src/model/judge.ts';
import { median, round } from './lib/load.ts';

const START = 16_384;
const STEPS = [1, 2, 4, 8];
const RUNS = 5;

const agent = { codeTool: 'run_python', tools: [], endsBy: 'answer' } as unknown as Parameters<
  typeof judgeTurn
>[1];
const turnOf = (text: string) =>
  ({ text, calls: [], finish: 'stop' }) as unknown as Parameters<typeof judgeTurn>[0];

const refused = (body: string): void => {
  try {
    parseJson(Buffer.from(body));
  } catch {
    // Most of these bodies are refused; the time to say so is what counts.
  }
};

const READERS: Readonly<Record<string, (length: number) => () => unknown>> = {
  'a number of zeros': (length) => () => refused(`{"a":12345678901234567890,"n":0.1${'0'.repeat(length)}1}`),
  'numbers of 1,000 zeros': (length) => () =>
    refused(`[${`0.1${'0'.repeat(990)}1,`.repeat(length / 1_000)}0]`),
  'numbers out of range': (length) => () => refused(`[${'1e400,'.repeat(length / 6)}0]`),
  'a long word, recorded': (length) => () => recordable('x'.repeat(length)),
  'identifiers, scanned': (length) => () => scan('9876543210 '.repeat(length / 11)),
  'fences without an end': (length) => () => judgeTurn(turnOf('`'.repeat(length)), agent),
  'images, disabled': (length) => () => disableLinks('![x]('.repeat(length / 5), { allow: [] }),
  'numbers, streamed': (length) => () => {
    const mask = new StreamMask();
    for (let at = 0; at < length / 4; at += 10) mask.add('1-1 1-1 1-');
  },
};

const timeOf = (run: () => unknown): number => {
  const start = performance.now();
  run();
  return performance.now() - start;
};

for (const [name, reader] of Object.entries(READERS)) {
  const times = STEPS.map((step) => {
    const run = reader(START * step);
    run();
    return median(Array.from({ length: RUNS }, () => timeOf(run)));
  });
  const ratios = times.map((time) => round(time / times[0]!)).join(' : ');
  process.stdout.write(`${name.padEnd(26)} ${ratios}   (first ${round(times[0]!)} ms)\n`);
}
