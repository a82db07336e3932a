import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort } from '../../src/provision/ports.ts';
import { atEnd } from '../helpers/at-end.ts';
import { startWorkerProcess } from '../helpers/process.ts';
import { METRICS_TOKEN } from '../helpers/contract.ts';
import { useService } from '../helpers/use-service.ts';

const deployment = `pramaan-${randomBytes(4).toString('hex')}`;
const service = await useService({ worker: false, env: { WORKER_DEPLOYMENT: deployment } });

const metricsPort = await freePort();

const startRelease = async (build: string, port = 0) => {
  const metrics = { WORKER_METRICS_PORT: String(port) };
  const worker = await startWorkerProcess({ ...service.env, WORKER_BUILD_ID: build, ...metrics });
  atEnd(async () => worker.kill('SIGKILL'));
  return worker;
};

/** Runs the command line as an administrator would. */
const pramaan = async <T>(...args: readonly string[]): Promise<T> => {
  const env = { PATH: process.env['PATH'], ...service.env };
  const command = ['src/cli/main.ts', ...args, '--json'];
  return JSON.parse((await promisify(execFile)(process.execPath, command, { env })).stdout) as T;
};
const states = async () => {
  const { releases } = await pramaan<{ releases: { buildId: string; state: string }[] }>('release', 'list');
  return Object.fromEntries(releases.map(({ buildId, state }) => [buildId, state]));
};

/** Returns the releases whose workers completed a run's workflow tasks. */
const releasesOf = async (id: string): Promise<readonly string[]> => {
  const { events } = await service.engine.workflow.getHandle(id).fetchHistory();
  const builds = (events ?? []).flatMap(
    ({ workflowTaskCompletedEventAttributes: done }) => done?.deploymentVersion?.buildId ?? [],
  );
  return [...new Set(builds)];
};

const read = async (url: string, token = ''): Promise<string> =>
  (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text();

/** Returns the backlog of the queue of steps, from the API's metrics. */
const backlog = async (): Promise<number> => {
  const queue = `task_queue_backlog{queue="${service.env['TEMPORAL_TASK_QUEUE']}"} `;
  const line = (await read(`${service.url}/metrics`, METRICS_TOKEN))
    .split('\n')
    .find((one) => one.startsWith(queue));
  return Number(line?.slice(queue.length));
};

const startRuns = async (count: number): Promise<readonly string[]> =>
  Promise.all(Array.from({ length: count }, async () => (await service.startRun('kyc')).id));
const isOpen = async (id: string): Promise<boolean> => (await service.run(id)).status === 'running';

it('two releases side by side: open runs end on the release that began them, and new ones begin on the next', async () => {
  const first = await startRelease('1.0.0', metricsPort);
  await pramaan('release', 'promote', '1.0.0');
  const [warm] = await startRuns(1);
  await service.finished(warm!);

  expect(await read(`http://127.0.0.1:${metricsPort}/healthz`)).toBe('ok\n');
  const metrics = await read(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(metrics).toContain('worker_pollers{state="running"} 3');
  for (const name of ['num_pollers', 'worker_task_slots_available'])
    expect(metrics).toContain(`temporal_${name}{`);

  // The signal by which workers are scaled.
  expect(await backlog()).toBeGreaterThanOrEqual(0);

  const begun = await startRuns(16);
  await expect
    .poll(async () => (await Promise.all(begun.map(releasesOf))).flat().length, { interval: 5 })
    .toBeGreaterThan(0);
  // Its activities end, and its runs wait where they are.
  await first.kill('SIGTERM');
  const touched = await Promise.all(
    begun.map(async (id) => (await releasesOf(id)).length > 0 && (await isOpen(id))),
  );
  const held = begun.filter((_, n) => touched[n]);
  expect(held.length).toBeGreaterThan(0);

  await startRelease('1.1.0');
  await expect.poll(async () => (await states())['1.1.0']).toBe('not in service');
  await pramaan('release', 'promote', '1.1.0', '--percent', '10');
  await expect.poll(async () => (await states())['1.1.0']).toBe('ramping');
  await pramaan('release', 'promote', '1.0.0');
  await expect.poll(states).toEqual({
    '1.0.0': 'in service',
    '1.1.0': expect.stringMatching(/^(drain|not in service)/),
  });
  await pramaan('release', 'promote', '1.1.0', '--percent', '10');
  await pramaan('release', 'promote', '1.1.0');
  const next = await startRuns(6);
  for (const id of next) {
    expect(await service.finished(id)).toMatchObject({ status: 'succeeded' });
    expect(await releasesOf(id)).toEqual(['1.1.0']);
  }
  expect(await Promise.all(held.map(isOpen)), 'the next release leaves them alone').not.toContain(false);

  await startRelease('1.0.0');
  for (const id of begun) expect(await service.finished(id)).toMatchObject({ status: 'succeeded' });
  for (const id of held) expect(await releasesOf(id)).toEqual(['1.0.0']);
  expect(await states()).toMatchObject({ '1.0.0': expect.stringMatching(/^drain/), '1.1.0': 'in service' });
});
