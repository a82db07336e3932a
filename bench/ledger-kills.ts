// Sends kill -9 to Postgres, a worker and the API in turn under load. Checks that no acknowledged row is lost or doubled, and
// that every chain verifies in the database and offline and matches Temporal's history.
// Usage: node bench/ledger-kills.ts [kills, default 100]
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { silent } from '../src/process/progress.ts';
import { ensureTemporalBinary } from '../src/provision/temporal-binary.ts';
import { startTemporal } from '../src/provision/temporal.ts';
import { bundleWorkflows } from '../src/temporal/bundle.ts';
import { killUnderLoad } from './lib/kills.ts';

const given = Number(process.argv[2]);
const kills = Number.isInteger(given) ? given : process.argv.includes('--quick') ? 9 : 100;
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const scratch = await mkdtemp(join(tmpdir(), 'pramaan-kills-engine-'));
const temporal = await startTemporal({
  binary: await ensureTemporalBinary(silent, process.env),
  dbFile: join(scratch, 'temporal.sqlite'),
  logFile: join(scratch, 'temporal.log'),
});
const load = loadavg();
// Workflows are bundled only once, because a worker that bundles them itself takes many seconds to restart.
const bundle = join(scratch, 'workflows.js');
await writeFile(bundle, (await bundleWorkflows()).code);
try {
  const report = await killUnderLoad({ temporalAddress: temporal.address, kills, bundle, say });
  say(JSON.stringify({ bench: 'ledger-kills', load, ...report }));
  const sound =
    report.lost.length + report.doubled.length + report.brokenChains + report.discrepancies.length === 0 &&
    report.offline === 'ok' &&
    report.runsNotSucceeded === 0;
  if (!sound) process.exitCode = 1;
} finally {
  await temporal.stop(10_000);
  await rm(scratch, { recursive: true, force: true });
}
