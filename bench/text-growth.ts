// Measures how the time to read hostile text grows with its length. Each reader gets text that is twice, four times and eight
// times as long, and the bench prints the time ratio for each doubling, which is 2 for linear and 4 for quadratic growth.
// Usage: node bench/text-growth.ts
import { parseProfile } from '../src/runs/agent/analysis/profile.ts';
import { parseJson } from '../src/api/body/json.ts';
import { disableLinks } from '../src/governance/answers/links.ts';
import { draftExtraction } from '../src/governance/documents/extract.ts';
import { recordable } from '../src/governance/recordable.ts';
import { scan } from '../src/governance/scan.ts';
import { StreamMask } from '../src/governance/stream-mask.ts';
import { judgeTurn } from '../src/model/judge.ts';
import { median, round } from './lib/load.ts';

const START = 32_768;
const STEPS = [1, 2, 4, 8];
const RUNS = 5;
const LEAST_MS = 60;

const agent = { codeTool: 'run_python', tools: [], endsBy: 'answer' } as unknown as Parameters<
  typeof judgeTurn
>[1];
const turnOf = (text: string) =>
  ({ text, calls: [], finish: 'stop' }) as unknown as Parameters<typeof judgeTurn>[0];

const extract = (text: string) => draftExtraction(text, 'auto');

const refused = (body: string): void => {
  try {
    parseJson(Buffer.from(body));
  } catch {
    // Most of these bodies are refused. Only the time taken matters here.
  }
};

/**
 * Makes input of a given length for a reader, and reads it. The input is made beforehand, so that the time to make it is not
 * measured. V8 gives each string of 128 KiB or more its own memory mapping, so making such a string costs many times as much as
 * making half of it, and more than reading it.
 */
interface Reader<Given> {
  readonly make: (length: number) => Given;
  readonly read: (given: Given) => unknown;
}
const reader =
  <Given>(make: Reader<Given>['make'], read: Reader<Given>['read']) =>
  (length: number) => {
    const given = make(length);
    return () => read(given);
  };

const READERS: Readonly<Record<string, (length: number) => () => unknown>> = {
  'a number of zeros': reader(
    (length) => `{"a":12345678901234567890,"n":0.1${'0'.repeat(length)}1}`,
    refused,
  ),
  'numbers of 1,000 zeros': reader(
    (length) => `[${`0.1${'0'.repeat(990)}1,`.repeat(length / 1_000)}0]`,
    refused,
  ),
  'numbers out of range': reader((length) => `[${'1e400,'.repeat(length / 6)}0]`, refused),
  'a long word, recorded': reader((length) => 'x'.repeat(length), recordable),
  'identifiers, scanned': reader((length) => '9876543210 '.repeat(length / 11), scan),
  'fences without an end': reader(
    (length) => turnOf('`'.repeat(length)),
    (turn) => judgeTurn(turn, agent),
  ),
  'images, disabled': reader(
    (length) => '![x]('.repeat(length / 5),
    (text) => disableLinks(text, { allow: [] }),
  ),
  'references, disabled': reader(
    (length) => ']: ]:\n> '.repeat(length / 8),
    (text) => disableLinks(text, { allow: [] }),
  ),
  'tags, disabled': reader(
    (length) => '<p a'.repeat(length / 4),
    (text) => disableLinks(text, { allow: [] }),
  ),
  'addresses, disabled': reader(
    (length) => "a://www.'".repeat(length / 9),
    (text) => disableLinks(text, { allow: [] }),
  ),
  'a document of sums': reader((length) => 'Total 5.00 5.00 10.00\n'.repeat(length / 22), extract),
  'sums in Hindi words': reader((length) => 'ek lakh barah hazaar rupaye '.repeat(length / 28), extract),
  'Hindi numerals, no sum': reader((length) => 'एक लाख बारह हज़ार '.repeat(length / 18), extract),
  'a note on a dataset': reader(
    (length) => 'a@b.c '.repeat(length / 6),
    (detail) => parseProfile({ unreadable: 'failed', detail }),
  ),
  'numbers, streamed': reader(
    (length) => length / 40,
    (pieces) => {
      const mask = new StreamMask();
      for (let at = 0; at < pieces; at += 1) mask.add('1-1 1-1 1-');
    },
  ),
};

/** Returns this thread's processor time in milliseconds, which does not depend on the machine's other work. */
const busy = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Returns a run's time. Repeats short runs until the clock can measure them. */
const timeOf = (run: () => unknown): number => {
  const start = busy();
  let runs = 0;
  do {
    run();
    runs += 1;
  } while (busy() - start < LEAST_MS);
  return (busy() - start) / runs;
};

for (const [name, prepare] of Object.entries(READERS)) {
  const runs = STEPS.map((step) => prepare(START * step));
  // Runs every size once before measuring, so that all code has been compiled.
  for (const run of runs.toReversed()) timeOf(run);
  const times = runs.map((run) => median(Array.from({ length: RUNS }, () => timeOf(run))));
  const ratios = times.slice(1).map((time, at) => round(time / times[at]!));
  process.stdout.write(`${name.padEnd(26)} ${ratios.join(' : ')}   (first ${round(times[0]!)} ms)\n`);
}
