import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { recordProcesses, stopOrphans } from '../../src/provision/orphans.ts';
import { explain } from '../../src/provision/problem.ts';
import type { ProvisionError } from '../../src/provision/problem.ts';
import { identify } from '../../src/process/identity.ts';
import { launch } from '../../src/provision/processes.ts';
import type { Running } from '../../src/provision/processes.ts';
import { Supervisor } from '../../src/provision/supervisor.ts';
import { scratchFolder } from './scratch.ts';

const supervise = (folder: string, giveUp: (problem: ProvisionError) => void = () => undefined) => {
  const said: string[] = [];
  const supervisor = new Supervisor(folder, { say: (line) => said.push(line), giveUp });
  onTestFinished(async () => supervisor.stop(() => undefined));
  return { supervisor, said };
};

const service = (name: string, script: string, folder: string, giveUpAfter?: number) => ({
  name,
  start: async (): Promise<Running> =>
    launch({
      command: 'sh',
      args: ['-c', script],
      logFile: join(folder, 'log'),
      stopSignal: 'SIGTERM',
      killSignal: 'SIGKILL',
    }),
  stopSignal: 'SIGTERM' as const,
  patienceMs: 5_000,
  ...(giveUpAfter !== undefined && { giveUpAfter }),
});

it('the supervisor stops the last process first and waits for each one before it stops the next', async () => {
  const folder = await scratchFolder();
  const { supervisor } = supervise(folder);
  for (const name of ['first', 'second', 'third']) {
    const script = `trap 'sleep 0.1; echo ${name} >> ${folder}/order; exit 0' TERM; echo > ${folder}/${name}; while :; do sleep 0.02; done`;
    await supervisor.add(service(name, script, folder));
    await vi.waitFor(async () => readFile(join(folder, name)));
  }
  await supervisor.stop(() => undefined);
  expect(await readFile(join(folder, 'order'), 'utf8')).toBe('third\nsecond\nfirst\n');
});

it('the supervisor restarts a process that exits unexpectedly', async () => {
  const folder = await scratchFolder();
  const { supervisor, said } = supervise(folder);
  const running = await supervisor.add(service('The sleeper', 'exec sleep 60', folder));
  process.kill(running.pid, 'SIGKILL');
  await vi.waitFor(() => expect(said.join()).toContain('The sleeper is back'), { timeout: 5_000 });
  const recorded = JSON.parse(await readFile(join(folder, 'processes.json'), 'utf8')) as { pid: number }[];
  expect(recorded).toHaveLength(1);
  expect(identify(recorded[0]!.pid)).toBeDefined();
  expect(recorded[0]!.pid).not.toBe(running.pid);
});

it('the supervisor gives up on a process that keeps exiting and says where to look', async () => {
  const folder = await scratchFolder();
  const given = Promise.withResolvers<ProvisionError>();
  const { supervisor } = supervise(folder, given.resolve);
  await supervisor.add(service('The failing one', 'exit 3', folder, 2));
  expect(explain(await given.promise)).toMatch(
    /The failing one ended 3 times within a minute, last with exit code 3/,
  );
});

it('stopOrphans stops an earlier start’s processes and no others', async () => {
  const folder = await scratchFolder();
  const [orphan, stranger] = [spawn('sleep', ['60']), spawn('sleep', ['60'])];
  onTestFinished(() => void stranger.kill('SIGKILL'));
  await Promise.all([once(orphan, 'spawn'), once(stranger, 'spawn')]);
  await recordProcesses(folder, [
    { ...identify(orphan.pid!)!, stopSignal: 'SIGTERM' },
    { pid: stranger.pid!, began: 'when another process had this pid', stopSignal: 'SIGTERM' },
  ]);
  const ended = once(orphan, 'exit');
  expect(await stopOrphans(folder)).toBe(1);
  expect(await ended).toEqual([null, 'SIGTERM']);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

it('stopOrphans ignores a damaged process list', async () => {
  const folder = await scratchFolder();
  await writeFile(join(folder, 'processes.json'), '[{"pid":1}]');
  expect(await stopOrphans(folder)).toBe(0);
});
