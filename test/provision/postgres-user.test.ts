import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { postgresUser } from '../../src/provision/postgres-user.ts';
import { scratchFolder } from './scratch.ts';

const run = promisify(execFile);

/** Checks what Postgres's own programs check before they start: file access, by access(2), and the user they run as. */
const ASK = "require('fs').accessSync(process.argv[1], 1); console.log(process.getuid())";

const uidThatReaches = async (program: string, folder: string): Promise<number> => {
  const { prefix, spawnOptions } = await postgresUser(program, folder);
  const [command = '', ...args] = [...prefix, process.execPath, '-e', ASK, program];
  return Number((await run(command, args, { ...spawnOptions, cwd: '/' })).stdout);
};

describe.skipIf(process.getuid?.() !== 0)('As root', () => {
  it.each([
    { name: 'an open folder', mode: 0o755 },
    { name: 'a folder closed to others', mode: 0o700 },
  ])('postgresUser finds an ordinary user that can enter $name', async ({ mode }) => {
    const parent = await scratchFolder();
    await chmod(parent, 0o755);
    const folder = join(parent, 'home');
    await mkdir(folder);
    await writeFile(join(folder, 'program'), '#!/bin/sh\n');
    await chmod(join(folder, 'program'), 0o755);
    await chmod(folder, mode);
    expect(await uidThatReaches(join(folder, 'program'), folder)).toBeGreaterThan(0);
  });
});

describe.skipIf(process.getuid?.() === 0)('As an ordinary user', () => {
  it('postgresUser changes nothing', async () => {
    const folder = await scratchFolder();
    expect(await postgresUser(process.execPath, folder)).toMatchObject({ prefix: [], spawnOptions: {} });
  });
});
