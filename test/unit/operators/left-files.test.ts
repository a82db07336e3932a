import { type AddressInfo, connect, createServer } from 'node:net';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { readLeftFiles } from '../../../src/activities/operator/left-files.ts';
import { DesktopFiles } from '../../../src/desktop/files.ts';

it('files that are not kept take no room from those that are, and beyond a number they are only counted', async () => {
  const names = Array.from({ length: 70 }, (_, at) => String(at).padStart(3, '0'));
  const paths = [
    ...names.map((name) => `Documents/${name}.tmp`),
    ...names.map((name) => `Downloads/${name}.csv`),
  ];
  const list = paths.map((path) => `3 ${path}\0`).join('');
  const answers: string[] = [];
  const server = createServer((socket) => socket.end(answers.shift() ?? ''));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const files = new DesktopFiles(async (...words) => {
    answers.push(words[0] === 'files' ? list : 'a,b');
    return connect((server.address() as AddressInfo).port, '127.0.0.1');
  });
  const deps = { fileKinds: ['csv'] } as unknown as Parameters<typeof readLeftFiles>[0];
  const run = { team_id: 'team_1', run_id: 'op_1' } as Parameters<typeof readLeftFiles>[1];
  const left = await readLeftFiles(deps, run, { files } as Parameters<typeof readLeftFiles>[2]);
  const kept = left.filter((file) => 'content' in file).map(({ name }) => name);
  expect(kept).toEqual(names.slice(0, 64).map((name) => `${name}.csv`));
  const others = left.filter((file) => !('content' in file));
  expect(others).toHaveLength(65);
  expect(others.at(-1)).toEqual({
    name: '12 more files',
    source: 'documents',
    size: 36,
    left_out: 'too_many',
  });
});

it('when files cannot be listed in several attempts, an entry says so', async () => {
  let asked = 0;
  const files = new DesktopFiles(async () => {
    asked += 1;
    throw new Error('the desktop did not connect');
  });
  const deps = { fileKinds: ['csv'] } as unknown as Parameters<typeof readLeftFiles>[0];
  const run = { team_id: 'team_1', run_id: 'op_1' } as Parameters<typeof readLeftFiles>[1];
  const left = await readLeftFiles(deps, run, { files } as Parameters<typeof readLeftFiles>[2]);
  expect(left).toEqual([{ name: 'all files', source: 'documents', size: 0, left_out: 'unreadable' }]);
  expect(asked).toBe(3);
});
