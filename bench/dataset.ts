// Measures how an analysis reads a CSV file, alternating with pandas.read_csv of the same file in the same sandbox.
// Usage: node bench/dataset.ts [--quick]
import { loadavg } from 'node:os';
import { LOAD_FILES } from '../src/runs/agent/analysis/sandbox-programs.ts';
import { median, round } from './lib/load.ts';
import { openSandboxBench } from './lib/sandbox.ts';

const quick = process.argv.includes('--quick');
/** Sizes in MiB. All are measured in each round, one after the other. */
const SIZES = quick ? [1, 4] : [1, 8, 64];
const ROUNDS = quick ? 2 : 5;

/** Measures processor time, because wall time depends on the machine's other work. */
const PROGRAM = `
import json, resource, sys, time
sys.path.insert(0, '/tmp/.pramaan')
import pandas as pd
from pramaan_data import read

def write(path, size):
    """Writes a file of about \`size\` bytes. A job may bring at most 64 MiB of files, so the large one is made here."""
    with open(path, 'w') as file:
        written = file.write('id,region,ts,amount,note\\n')
        n = 1
        while written < size:
            written += file.write(
                f"{n},{'NSEW'[n % 4]},2026-{n % 12 + 1:02}-{n % 28 + 1:02},{n * 7919 % 1_000_000 / 100},{'x' * (n % 40)}\\n"
            )
            n += 1

def timed(work):
    begun = time.process_time()
    rows = len(work())
    return round(time.process_time() - begun, 3), rows

write('/tmp/small.csv', 2 << 20)
# The first call of each loads its libraries.
for work in (lambda: read('/tmp/small.csv')[0]['data'], lambda: pd.read_csv('/tmp/small.csv')): work()
found = []
for size in ${JSON.stringify(SIZES)}:
    write('/tmp/big.csv', size << 20)
    own, rows = timed(lambda: read('/tmp/big.csv')[0]['data'])
    bare, same = timed(lambda: pd.read_csv('/tmp/big.csv'))
    assert rows == same
    found.append({'own': own, 'bare': bare, 'rows': rows, 'peak_mb': resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024})
json.dumps(found)
`;

interface Figures {
  readonly own: number;
  readonly bare: number;
  readonly rows: number;
  readonly peak_mb: number;
}

const bench = await openSandboxBench('runc', { python: 0, data: 1 });
try {
  const load = loadavg();
  const rounds: (readonly Figures[])[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const { outcome } = await bench.host.runOnce(
      { profile: 'data', teamId: 'team_bench', run: 'bench', lifetimeMs: 120_000 },
      {
        language: 'python',
        code: PROGRAM,
        files: LOAD_FILES,
        timeoutMs: 110_000,
      },
    );
    if (outcome.exit_code !== 0) throw new Error(outcome.stderr);
    rounds.push(JSON.parse(outcome.result as string) as readonly Figures[]);
  }
  const figures = SIZES.map((mebibytes, n) => {
    const own = median(rounds.map((one) => one[n]!.own));
    const bare = median(rounds.map((one) => one[n]!.bare));
    return {
      mebibytes,
      rows: rounds[0]![n]!.rows,
      own_cpu_s: round(own),
      bare_cpu_s: round(bare),
      ratio: round(own / bare),
      peak_mb: Math.max(...rounds.map((one) => one[n]!.peak_mb)),
    };
  });
  console.table(figures);
  console.log(
    JSON.stringify({
      bench: 'dataset',
      baseline: 'pandas.read_csv on the same file in the same sandbox',
      quick,
      rounds: ROUNDS,
      load,
      figures,
    }),
  );
} finally {
  await bench.close();
}
