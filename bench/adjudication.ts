// Measures how long it takes to read and adjudicate a bill under the standard product, and how the processor time grows with its
// lines. The processor time does not depend on what else runs on the machine.
// Usage: node bench/adjudication.ts [--quick]
import { readCover } from '../src/governance/adjudication/read-cover.ts';
import { adjudicateCase } from '../src/governance/rule-sets/adjudicate-case.ts';
import { STANDARD_HEALTH } from '../src/governance/rule-sets/built-in/standard-health.ts';
import { compileRuleSet, isCompiled } from '../src/governance/rule-sets/compile.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const RUNS = quick ? 100 : 1_000;
const SIZES = [60, 125, 250, 500, 1_000];
const HEADS = ['surgeon', 'pharmacy', 'diagnostics', 'consultation', 'consumables', 'implant', 'ot', 'list1'];

const compiled = compileRuleSet(STANDARD_HEALTH);
if (!isCompiled(compiled)) throw new Error(JSON.stringify(compiled));
const cover = readCover({ slabs: [{ since: '2021-01-01', sum_insured: '5 lakh' }] })!;

const billOf = (lines: number) => ({
  admission: '2026-08-03',
  discharge: '2026-08-07',
  items: [
    { head: 'room', text: 'Room rent', rate: '8000', days: 4 },
    ...Array.from({ length: lines - 1 }, (_, index) => ({
      head: HEADS[index % HEADS.length],
      text: `Item ${index} as the hospital describes it, 10 ml`,
      amount: `${100 + index}.5${index % 10}`,
      date: '2026-08-04',
    })),
  ],
});

interface Measured {
  readonly cpu: number;
  readonly p50: number;
  readonly p99: number;
}

const millisecondsOf = (lines: number): Measured => {
  const bill = billOf(lines);
  const before = process.cpuUsage();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    adjudicateCase(compiled, bill, cover);
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  const sorted = times.toSorted((a, b) => a - b);
  const cpu = round((user + system) / 1_000 / RUNS, 3);
  return { cpu, p50: round(median(times), 3), p99: round(sorted[Math.floor(RUNS * 0.99)] ?? 0, 3) };
};

millisecondsOf(60);
const results = SIZES.map((lines) => ({ lines, ...millisecondsOf(lines) }));
for (const [index, { lines, cpu, p50, p99 }] of results.entries()) {
  const before = results[index - 1];
  const growth =
    before === undefined ? '' : `, ${round(cpu / before.cpu, 2)} times the time of ${before.lines}`;
  console.log(`${lines} lines: processor ${cpu} ms, median ${p50} ms, p99 ${p99} ms${growth}`);
}
console.log(JSON.stringify({ bench: 'adjudication', unit: 'ms', runs: RUNS, results }));
