// Runs two hosts, each with its own container engine. Checks that runs are spread over both, that live views find the right
// host, and that a run whose host is lost continues on the other. Prints how long that takes. Needs dockerd and root, like
// bench/desktop-kills.ts. Usage: node bench/desktop-hosts.ts
import { mkdtemp, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { ensureContainerEngine } from '../src/provision/docker.ts';
import { createProgress } from '../src/process/progress.ts';
import type { OperatorRunBody } from '../src/contract/operator.ts';
import { startWorkerProcess } from '../test/helpers/process.ts';
import { startCodeService } from './lib/code-service.ts';
import { startKillTemporal } from './lib/desktop-kill-engine.ts';
import { startOperatorLoad } from './lib/operator-load.ts';

const progress = createProgress(process.stderr);
const [first, second] = [
  await ensureContainerEngine(progress, { env: process.env }),
  await startKillTemporal(progress),
];
if ('off' in first) throw new Error(first.off);
const sockets = await mkdtemp('/tmp/hosts-');
const load = await startOperatorLoad();
const service = await startCodeService(first.host, {
  ...load.env,
  SANDBOX_HOST: 'a',
  DESKTOP_SOCKETS: `${sockets}/a`,
  SANDBOX_MAX: '2',
  DESKTOP_MAX: '2',
  DESKTOP_READY: '0',
});
const other = await startWorkerProcess({
  ...service.env,
  SANDBOX_HOST: 'b',
  DOCKER_HOST: second.host,
  DESKTOP_SOCKETS: `${sockets}/b`,
  // The first worker runs the steps, so that losing this worker only loses its container engine.
  WORKER_ROLES: 'sandboxes',
});

/** Returns the hosts on which a run's desktops were opened, in order. */
const hostsOf = async (id: string): Promise<readonly string[]> =>
  (await service.ledger.read(service.teamId, id))
    .filter(({ action }) => action === 'sandbox.open')
    .map(({ detail }) => detail['host'] as string);
/** Returns the time in milliseconds from requesting a live view to the desktop's first byte. */
const view = async (id: string): Promise<number> => {
  const begun = performance.now();
  const { stream_url } = await service.ask<{ stream_url: string }>('POST', `/v1/operators/runs/${id}/view`);
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/v1/operators/view/socket`);
  socket.on('open', () => socket.send(JSON.stringify({ token: new URL(stream_url).hash.slice(1) })));
  await new Promise<void>((resolve, reject) => {
    socket.on('close', (code) => reject(new Error(`the view was closed with ${code}`)));
    socket.on('message', (_data, isBinary) => isBinary && resolve());
  });
  socket.removeAllListeners('close');
  socket.terminate();
  return Math.round(performance.now() - begun);
};

const placed = new Map<string, string>();
// A run goes to whichever host asks first, so this starts runs until both hosts have one.
while (new Set(placed.values()).size < 2) {
  const { run_id } = await service.ask<{ run_id: string }>('POST', '/v1/operators/run', {
    task: 'Move about.',
    max_steps: 40,
  });
  let hosts: readonly string[] = [];
  while (hosts.length === 0) {
    await sleep(50);
    hosts = await hostsOf(run_id);
  }
  placed.set(run_id, hosts[0]!);
  console.error(`run ${placed.size} is on ${hosts[0]}`);
}
const views: number[] = [];
const lost = [...placed].findLast(([, host]) => host === 'b')![0];
const kept = [...placed].findLast(([, host]) => host === 'a')![0];
for (const id of [lost, kept]) views.push(await view(id).catch(() => Number.NaN));

const begun = performance.now();
await Promise.all([other.kill('SIGKILL'), second.kill()]);
let wentOn: number | undefined;
const done = async (id: string): Promise<OperatorRunBody> => {
  for (;;) {
    if (id === lost && wentOn === undefined && (await hostsOf(id)).length > 1)
      wentOn = performance.now() - begun;
    const run = await service.ask<OperatorRunBody>('GET', `/v1/operators/runs/${id}`);
    if (run.status === 'done') return run;
    await sleep(100);
  }
};
const ends = await Promise.all([lost, kept].map(done));
console.log(
  JSON.stringify({
    bench: 'desktop-hosts',
    view_ms: views,
    lost: {
      hosts: await hostsOf(lost),
      went_on_after_ms: Math.round(wentOn ?? Number.NaN),
      success: ends[0]?.success,
    },
    kept: { hosts: await hostsOf(kept), success: ends[1]?.success },
  }),
);
if (ends.some(({ success }) => success !== true)) process.exitCode = 1;
await service.close();
await load.close();
await second.close();
await first.stop?.();
await rm(sockets, { recursive: true, force: true });
