import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makePrivateFolder } from '../../../src/sandbox/private-folder.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const unsafe = { name: 'UnsafeFolderError' };

let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'private-'));
});
afterEach(async () => rm(scratch, { recursive: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

it('makePrivateFolder closes a folder to other users, whether it is new or was open before', async () => {
  const path = join(scratch, 'above', 'own');
  await makePrivateFolder(path);
  expect(await modeOf(path)).toBe(0o700);
  await chmod(path, 0o755);
  await makePrivateFolder(path);
  expect(await modeOf(path)).toBe(0o700);
});

it('makePrivateFolder refuses a link in place of a folder', async () => {
  const elsewhere = join(scratch, 'elsewhere');
  await mkdir(elsewhere, { mode: 0o755 });
  await symlink(elsewhere, join(scratch, 'link'));
  await expect(makePrivateFolder(join(scratch, 'link'))).rejects.toMatchObject(unsafe);
});

it('makePrivateFolder refuses a folder that others could replace, but accepts one in a sticky folder', async () => {
  const open = join(scratch, 'open');
  await mkdir(open);
  await chmod(open, 0o777);
  await expect(makePrivateFolder(join(open, 'own'))).rejects.toMatchObject(unsafe);
  await chmod(open, 0o1777);
  await makePrivateFolder(join(open, 'own'));
});

it.runIf(isRoot)('makePrivateFolder refuses a folder that another user made beforehand', async () => {
  const planted = join(scratch, 'planted');
  await mkdir(planted);
  await chown(planted, NOBODY, NOBODY);
  await expect(makePrivateFolder(planted)).rejects.toMatchObject(unsafe);
  await expect(makePrivateFolder(join(planted, 'below'))).rejects.toMatchObject(unsafe);
});
