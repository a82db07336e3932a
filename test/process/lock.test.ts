import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { takeLock, withFolderLock } from '../../src/process/lock.ts';
import { identify } from '../../src/process/identity.ts';
import { silent } from '../../src/process/progress.ts';
import { scratchFolder } from '../provision/scratch.ts';

const startSleeper = async () => {
  const child = spawn('sleep', ['60']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  return child;
};

it('takeLock names the living process that holds the lock', async () => {
  const path = join(await scratchFolder(), 'start.lock');
  const sleeper = await startSleeper();
  await writeFile(path, JSON.stringify(identify(sleeper.pid!)));
  expect(await takeLock(path)).toMatchObject({ pid: sleeper.pid });
});

it('takeLock takes over the lock of a process that no longer exists', async () => {
  const path = join(await scratchFolder(), 'start.lock');
  const sleeper = await startSleeper();
  await writeFile(path, JSON.stringify(identify(sleeper.pid!)));
  sleeper.kill('SIGKILL');
  await once(sleeper, 'exit');
  expect(await takeLock(path)).toHaveProperty('release');
});

it('takeLock takes over a lock whose pid now belongs to another process', async () => {
  const path = join(await scratchFolder(), 'start.lock');
  await writeFile(path, JSON.stringify({ pid: process.pid, began: 'before the last boot' }));
  expect(await takeLock(path)).toHaveProperty('release');
});

it.each(['', '{"pid":', '[]'])('takeLock takes over a damaged lock (%j)', async (content) => {
  const path = join(await scratchFolder(), 'start.lock');
  await writeFile(path, content);
  expect(await takeLock(path)).toHaveProperty('release');
});

it('exactly one of many callers takes over a stale lock', async () => {
  const path = join(await scratchFolder(), 'start.lock');
  await writeFile(path, JSON.stringify({ pid: process.pid, began: 'long ago' }));
  const taken = await Promise.all(Array.from({ length: 20 }, async () => takeLock(path)));
  expect(taken.filter((lock) => 'release' in lock)).toHaveLength(1);
});

it('withFolderLock runs tasks for one folder one after the other', async () => {
  const folder = await scratchFolder();
  let inside = 0;
  const most: number[] = [];
  const task = async (): Promise<void> => {
    most.push((inside += 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    inside -= 1;
  };
  await Promise.all([withFolderLock(folder, silent, task), withFolderLock(folder, silent, task)]);
  expect(most).toEqual([1, 1]);
});
