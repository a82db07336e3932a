import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readLeftFiles } from '../../../src/activities/operator/left-files.ts';
import { DesktopFiles } from '../../../src/desktop/files.ts';
import { DesktopSockets } from '../../../src/desktop/sockets.ts';

const FILE_KINDS = ['csv', 'txt'];
/** A desktop that takes longer than this to connect counts as one that does not. */
const DIAL_WITHIN_MS = 300;

/** Speaks a desktop's part on its real socket (images/desktop/desktop/obey.sh). */
const startDesktop = async (
  files: Readonly<Record<string, string>>,
  { lateMs = () => 0 }: { readonly lateMs?: (asked: string, nth: number) => number } = {},
) => {
  const folder = await mkdtemp(join(tmpdir(), 'desktop-'));
  const sockets = await DesktopSockets.listen(folder);
  onTestFinished(async () => {
    await sockets.close();
    await rm(folder, { recursive: true, force: true });
  });
  const list = Object.entries(files).map(([path, text]) => `${text.length} ${path}\0`);
  let nth = 0;
  const obey = ([verb, ...words]: readonly string[]): void => {
    const path = verb === 'get' ? Buffer.from(words[0]!, 'base64').toString('utf8') : '';
    const text = verb === 'get' ? (files[path] ?? '') : list.join('');
    nth += 1;
    setTimeout(() => {
      const socket = connect(join(folder, 'files.sock'));
      socket.on('error', () => undefined);
      socket.end(`${words.at(-1)}\n${text}`);
      socket.resume();
    }, lateMs(path, nth));
  };
  const dial = async (...words: readonly string[]) =>
    sockets.next('files', () => obey(words), DIAL_WITHIN_MS);
  return { files: new DesktopFiles(dial) };
};

const named = (folder: string, kind: string, count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${folder}/${String(at).padStart(5, '0')}.${kind}`, 'x']),
  );

it('a file whose connection comes too late is never taken for the next one', async () => {
  const both = { 'Downloads/a.csv': 'of a', 'Downloads/b.csv': 'of b' };
  const late = (path: string): number => (path.endsWith('a.csv') ? DIAL_WITHIN_MS + 100 : 200);
  const { files } = await startDesktop(both, { lateMs: late });
  await expect(files.get('Downloads/a.csv', 4)).rejects.toThrow(/did not connect/);
  expect((await files.get('Downloads/b.csv', 4))?.toString()).toBe('of b');
});

it('files that are not kept take no room from downloads, and those that are not named are counted', async () => {
  const desktop = await startDesktop({
    ...named('Documents', 'tmp', 150),
    ...named('Downloads', 'csv', 70),
    'Documents/given.csv': 'given',
    'Documents/large.bin': 'also given',
  });
  const own = [
    { name: 'given.csv', content: Buffer.from('given') },
    { name: 'large.bin', content: Buffer.from('also given') },
  ];
  const left = await readLeftFiles(desktop, { own, fileKinds: FILE_KINDS });
  const kept = left.filter((file) => 'content' in file);
  expect([kept.length, kept.every(({ source }) => source === 'downloads')]).toEqual([64, true]);
  expect(left.filter(({ name }) => name.endsWith('.tmp'))).toHaveLength(64);
  expect(left.some(({ name }) => name === 'given.csv' || name === 'large.bin')).toBe(false);
  expect(left.at(-1)).toEqual({
    others: true,
    name: '*',
    source: 'documents',
    size: 92,
    left_out: 'too_many',
    count: 92,
  });
});

it('of a list that is too long, the first files are kept, and an entry says that there are others', async () => {
  const desktop = await startDesktop({
    'Documents/report.csv': 'kept',
    ...named(`Documents/${'n'.repeat(200)}`, 'tmp', 6_000),
  });
  const left = await readLeftFiles(desktop, { own: [], fileKinds: FILE_KINDS });
  expect(left.find(({ name }) => name === 'report.csv')).toMatchObject({ content: Buffer.from('kept') });
  expect(left.at(-1)).toMatchObject({ name: '*', left_out: 'too_many' });
  expect(left.at(-1)).not.toHaveProperty('count');
});

it('a list that does not come at first is asked for again', async () => {
  const desktop = await startDesktop(
    { 'Downloads/a.csv': 'of a' },
    { lateMs: (path, nth) => (path === '' && nth < 3 ? DIAL_WITHIN_MS * 10 : 0) },
  );
  const left = await readLeftFiles(desktop, { own: [], fileKinds: FILE_KINDS });
  expect(left).toMatchObject([{ name: 'a.csv', content: Buffer.from('of a') }]);
});
