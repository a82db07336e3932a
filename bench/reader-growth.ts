// Measures how the sandbox readers' processor time (for documents, pictures and datasets) grows with their input. Each reader
// gets 16 KiB, doubled four times, and the bench prints the time ratio for each doubling. The ratio is 2 for linear growth, 4 for
// quadratic growth, and 1 if the reader stops at its own limit.
// Usage: node bench/reader-growth.ts [part of a name]
import { readFileSync } from 'node:fs';
import { LOAD_FILES } from '../src/runs/agent/analysis/sandbox-programs.ts';
import { READER_FILES, READER_PROGRAM } from '../src/runs/document/sandbox-programs.ts';
import { round } from './lib/load.ts';
import { openSandboxBench } from './lib/sandbox.ts';

const PROGRAM = readFileSync(new URL('lib/python/reader_growth.py', import.meta.url), 'utf8');
const FILES = [...LOAD_FILES, ...READER_FILES, { name: 'reader.py', content: READER_PROGRAM }];
const START = 16_384;
const only = process.argv[2] ?? '';

const bench = await openSandboxBench('runc', { python: 0, data: 1 });
const run = async <T>(end: string): Promise<T> => {
  const { outcome } = await bench.host.runOnce(
    { profile: 'data', teamId: 'team_bench', run: 'bench', lifetimeMs: 180_000 },
    { language: 'python', code: `${PROGRAM}\n${end}`, files: FILES, timeoutMs: 170_000 },
  );
  if (outcome.exit_code !== 0) throw new Error(outcome.stderr);
  return outcome.result as T;
};
try {
  for (const name of (await run<string[]>('NAMES')).filter((one) => one.includes(only))) {
    const times = await run<number[]>(`main(${JSON.stringify(name)}, ${START})`);
    const ratios = times.slice(1).map((time, at) => round(time / times[at]!));
    process.stdout.write(
      `${name.padEnd(26)} ${ratios.join(' : ')}   (first ${round(1_000 * times[0]!)} ms)\n`,
    );
  }
} finally {
  await bench.close();
}
