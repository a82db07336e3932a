// Kills the process that holds desktops at random moments, and counts what is left when their time of grace is over.
//   node bench/desktop-kills.ts [--quick] [kills]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPool } from '../src/db/client.ts';
import { createDesktopLeases } from '../src/desktop/index.ts';
import { newId } from '../src/ids.ts';
import { ensureDockerEngine } from '../src/provision/docker.ts';
import { createProgress } from '../src/provision/progress.ts';
import { connectEngine } from '../src/sandbox/connect.ts';
import { LABEL_INSTALLATION } from '../src/sandbox/container-spec.ts';
import { imageSettings } from '../src/sandbox/image-settings.ts';
import { createImages } from '../src/sandbox/images.ts';
import { Reaper } from '../src/sandbox/reaper.ts';
import { openBenchDatabase } from './lib/database.ts';
import type { DesktopProcessSettings } from './lib/desktop-process.ts';

const [given] = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const KILLS = Number(given ?? (process.argv.includes('--quick') ? 10 : 100));
const LONGEST_LIFE_MS = 3_000;
const TTL_MS = 5_000;
const LEFT_WITHIN_MS = 60_000;

const progress = createProgress(process.stderr);
const engine = await ensureDockerEngine(progress, { env: process.env });
if ('off' in engine) throw new Error(engine.off);
const docker = connectEngine(engine.host);
const image = await progress.step('Desktop image', async (report) =>
  createImages({ docker, settings: imageSettings(process.env) }).ensure('desktop', report),
);
const database = await openBenchDatabase();
const pool = createPool(database.url);
const sockets = await mkdtemp(join(tmpdir(), 'desktops-'));
const installation = newId('act');
const settings: DesktopProcessSettings = {
  dockerHost: engine.host,
  image,
  databaseUrl: database.url,
  sockets,
  installation,
  ttlMs: TTL_MS,
};

const left = async (): Promise<number> =>
  (await docker.listContainers({ all: true, filters: { label: [`${LABEL_INSTALLATION}=${installation}`] } }))
    .length;

const program = fileURLToPath(new URL('./lib/desktop-process.ts', import.meta.url));
let most = 0;
for (let n = 0; n < KILLS; n += 1) {
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  await sleep(Math.random() * LONGEST_LIFE_MS);
  child.kill('SIGKILL');
  await once(child, 'exit');
  most = Math.max(most, await left());
}

// What a worker does all the time: containers that were made and never started have nobody in them to end them.
const leases = createDesktopLeases({ pool, host: 'bench', owner: newId('act'), ttlMs: TTL_MS });
const reaper = new Reaper({ docker, leases, installation, isOurs: () => false });
const begun = performance.now();
let orphans = await left();
while (orphans > 0 && performance.now() - begun < LEFT_WITHIN_MS) {
  await reaper.pass();
  await sleep(1_000);
  orphans = await left();
}
const seconds = Math.round((performance.now() - begun) / 1_000);
console.log(JSON.stringify({ bench: 'desktop-kills', kills: KILLS, most_at_once: most, orphans, seconds }));
const { rows } = await pool.query('SELECT sandbox_id FROM sandbox_leases');
const folders = await readdir(sockets);
console.log(JSON.stringify({ bench: 'desktop-kills', leases: rows.length, folders: folders.length }));
await pool.end();
await database.close();
await rm(sockets, { recursive: true, force: true });
await engine.stop?.();
if (orphans > 0) process.exitCode = 1;
