import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { explain } from '../../src/provision/problem.ts';
import { silent } from '../../src/process/progress.ts';
import { findTemporal } from '../../src/provision/temporal-binary.ts';
import { buildTemporal } from '../../src/provision/temporal-build.ts';
import { scratchFolder } from './scratch.ts';

const program = async (folder: string, text: string): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'temporal');
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
};

it('findTemporal prefers the program on PATH', async () => {
  const folder = await scratchFolder();
  const path = await program(folder, `#!/bin/sh\nexec ${inject('temporalBinary')} "$@"\n`);
  expect(await findTemporal({ PATH: folder, XDG_CACHE_HOME: join(folder, 'none') })).toBe(path);
});

it('findTemporal skips a program that lacks the options we need', async () => {
  const folder = await scratchFolder();
  await program(folder, '#!/bin/sh\necho --dynamic-config-value\n');
  expect(await findTemporal({ PATH: folder, XDG_CACHE_HOME: join(folder, 'none') })).toBeUndefined();
});

it('buildTemporal says what to install when there is neither a download nor Go', async () => {
  const folder = await scratchFolder();
  const env = { PATH: folder };
  const problem = await buildTemporal(join(folder, 'temporal'), silent, 'no network', env).catch(
    (error: unknown) => error,
  );
  expect(explain(problem)).toMatch(
    /could not be downloaded \(no network\), and it cannot be built: Go is not installed/,
  );
  expect(explain(problem)).toContain('install Go');
});

it('buildTemporal says when Go is too old', async () => {
  const folder = await scratchFolder();
  await writeFile(join(folder, 'go'), '#!/bin/sh\necho go version go1.19.8 linux/amd64\n');
  await chmod(join(folder, 'go'), 0o755);
  const env = { PATH: `${folder}:/bin:/usr/bin` };
  const problem = await buildTemporal(join(folder, 'temporal'), silent, 'no network', env).catch(
    (error: unknown) => error,
  );
  expect(explain(problem)).toContain('Go 1.19 is too old');
});
