// Kills workers, desktops and the container engine's daemon at random moments during operator runs. Then counts leftovers and
// compares every run with its rows. Needs dockerd and root, because it starts its own container engine.
// Usage: node bench/desktop-kills.ts [--quick] [kills, default 100]
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProgress } from '../src/process/progress.ts';
import { startSite } from '../test/runs/operator/site.ts';
import { startCodeService } from './lib/code-service.ts';
import { startKillTemporal } from './lib/desktop-kill-engine.ts';
import { accountOfRuns, leftovers } from './lib/desktop-kill-account.ts';
import { startOperatorLoad } from './lib/operator-load.ts';

const [given] = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const KILLS = Number(given ?? (process.argv.includes('--quick') ? 6 : 100));
const VICTIMS = ['worker', 'desktop', 'daemon'] as const;
const PAUSE_MS = { least: 500, most: 5_000 };
/** How long a killed worker stays down. Every eighth time, this is longer than a desktop's grace period. */
const AWAY_MS = { usual: 1_000, long: 40_000, longEvery: 8 };
/** Maximum time for leftovers to disappear. A lease expires after a minute, and the reaper must find it expired in two passes. */
const SETTLE_MS = 240_000;

const pick = (least: number, most: number): number => least + Math.random() * (most - least);

const progress = createProgress(process.stderr);
const engine = await startKillTemporal(progress);
const site = await startSite();
const load = await startOperatorLoad();
const service = await startCodeService(engine.host, {
  ...load.env,
  EGRESS_ALLOW: 'claims.test',
  EGRESS_PINNED: `claims.test=127.0.0.1:${site.port}`,
  SANDBOX_MAX: '2',
  DESKTOP_MAX: '3',
  DESKTOP_READY: '1',
});
const begun = performance.now();
const counts: Record<string, number> = {};
const runs = load.begin(service.url, service.key);
const killDesktop = async (): Promise<void> => {
  const there = (await service.containers()).filter(
    ({ Image, State }) => Image.includes('desktop') && State === 'running',
  );
  const one = there[Math.floor(Math.random() * there.length)];
  // The container may have ended by itself in the meantime.
  if (one !== undefined)
    await engine.docker
      .getContainer(one.Id)
      .kill()
      .catch(() => undefined);
};
for (let n = 0; n < KILLS; n += 1) {
  const victim = VICTIMS[n % VICTIMS.length]!;
  await sleep(pick(PAUSE_MS.least, PAUSE_MS.most));
  if (victim === 'desktop') await killDesktop();
  else if (victim === 'daemon') await engine.kill();
  else await service.replaceWorker(n % AWAY_MS.longEvery === 0 ? AWAY_MS.long : pick(0, AWAY_MS.usual));
  counts[victim] = (counts[victim] ?? 0) + 1;
  if ((n + 1) % 10 === 0) console.error(`${n + 1} kills, ${runs.started.length} runs`);
}
await runs.stop();
const account = await accountOfRuns(service, runs.started);
let left = await leftovers(service);
for (const until = Date.now() + SETTLE_MS; left.orphans + left.folders > 0 && Date.now() < until;) {
  await sleep(1_000);
  left = await leftovers(service);
}
const settled = left;
if (settled.orphans + settled.folders > 0) {
  await leftovers(service, true);
  console.error(service.workerOutput().split('\n').slice(-40).join('\n'));
}
await service.stopWorker();
left = await leftovers(service);
await service.close();
await site.close();
await load.close();
const remains = await engine.close();
console.log(
  JSON.stringify({
    bench: 'desktop-kills',
    load: loadavg(),
    kills: counts,
    seconds: Math.round((performance.now() - begun) / 1_000),
    ...account,
    orphans: settled.orphans,
    orphan_folders: settled.folders,
    after_stop: left,
    remains_of_the_engine: remains,
  }),
);
const sound =
  settled.orphans + settled.folders + remains + left.containers + left.leases + left.folders === 0 &&
  account.unsound.length + account.not_done === 0 &&
  account.chain_ok;
if (!sound) process.exitCode = 1;
