import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { atEnd } from '../helpers/at-end.ts';
import { startWorkerProcess } from '../helpers/process.ts';
import { useService } from '../helpers/use-service.ts';

const deployment = `pramaan-${randomBytes(4).toString('hex')}`;
const service = await useService({ worker: false, env: { WORKER_DEPLOYMENT: deployment } });

const startRelease = async (build: string) => {
  const metrics = { WORKER_METRICS_PORT: '0' };
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

const startRuns = async (count: number): Promise<readonly string[]> =>
  Promise.all(Array.from({ length: count }, async () => (await service.startRun('kyc')).id));
const isOpen = async (id: string): Promise<boolean> => (await service.run(id)).status === 'running';

it('two releases side by side: open runs end on the release that began them, and new ones begin on the next', async () => {
  const first = await startRelease('1.0.0');
  await pramaan('release', 'promote', '1.0.0');
  const [warm] = await startRuns(1);
  await service.finished(warm!);

  const begun = await startRuns(24);
  await expect
    .poll(async () => (await Promise.all(begun.map(releasesOf))).flat().length, { interval: 5 })
    .toBeGreaterThan(0);
  // Holds the first release's runs where they are.
  first.kill('SIGSTOP');
  const held: string[] = [];
  for (const id of begun) if ((await releasesOf(id)).length > 0 && (await isOpen(id))) held.push(id);
  expect(held.length).toBeGreaterThan(0);

  await startRelease('1.1.0');
  await expect.poll(async () => (await states())['1.1.0']).toBe('not in service');
  await pramaan('release', 'promote', '1.1.0');
  const next = await startRuns(6);
  for (const id of next) {
    expect(await service.finished(id)).toMatchObject({ status: 'succeeded' });
    expect(await releasesOf(id)).toEqual(['1.1.0']);
  }
  expect(await Promise.all(held.map(isOpen)), 'the next release leaves them alone').not.toContain(false);

  first.kill('SIGCONT');
  for (const id of begun) expect(await service.finished(id)).toMatchObject({ status: 'succeeded' });
  for (const id of held) expect(await releasesOf(id)).toEqual(['1.0.0']);
  expect(await states()).toMatchObject({ '1.0.0': expect.stringMatching(/^drain/), '1.1.0': 'in service' });
});
