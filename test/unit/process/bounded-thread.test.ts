import { afterAll, expect, it } from 'vitest';
import { BoundedThread } from '../../../src/process/bounded-thread.ts';

const moduleOf = (source: string): URL => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const opened: BoundedThread<number, number>[] = [];
const thread = (source: string, more: object = {}) => {
  const made = new BoundedThread<number, number>({
    module: moduleOf(source),
    patienceMs: 20_000,
    memoryMb: 32,
    ...more,
  });
  opened.push(made);
  return made;
};
afterAll(async () => {
  await Promise.all(opened.map(async (each) => each.close()));
});

const ECHO = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ n, job }) => {
    if (job === 0) process.exit();
    if (job > 0) parentPort.postMessage({ n, result: job });
  });
  parentPort.postMessage('ready');`;

it('gives up a thread that does not load', async () => {
  const hangs = thread('setInterval(() => {}, 1000)', { loadMs: 300 });
  await expect(hangs.do(1)).rejects.toMatchObject({ why: 'end' });
});

it('gives up a thread that exits, and does the next job in another one', async () => {
  const echo = thread(ECHO);
  await expect(echo.do(0)).rejects.toMatchObject({ why: 'end' });
  expect(await echo.do(7)).toBe(7);
});

it('refuses a job that waited too long, and does the others', async () => {
  const echo = thread(ECHO);
  const first = echo.do(1);
  await expect(echo.do(2, performance.now() - 1)).rejects.toMatchObject({ why: 'wait' });
  expect(await first).toBe(1);
});

it('leaves no job without an answer when it is closed', async () => {
  const echo = thread(ECHO);
  const jobs = [echo.do(-1), echo.do(2)];
  const settled = Promise.allSettled(jobs);
  await echo.close();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
