import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from './scratch.ts';

/** Stands in for npm's program file, and records when it runs and which signal ended it. */
const NPM = `import { writeFileSync } from 'node:fs';
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => { writeFileSync('ended', signal); process.exit(); });
writeFileSync('began', 'yes');
setInterval(() => {}, 1000);
`;

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a start that receives %s while npm installs also ends npm',
  async (signal) => {
    const folder = await scratchFolder();
    await mkdir(join(folder, 'scripts'));
    for (const name of ['bootstrap.mjs', 'start.mjs'])
      await cp(join('scripts', name), join(folder, 'scripts', name));
    const lock = { packages: { 'node_modules/absent': { version: '1.0.0' } } };
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
    await writeFile(join(folder, 'npm.mjs'), NPM);
    const told = async (name: string) => readFile(join(folder, name), 'utf8').catch(() => '');

    const start = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: folder,
      env: { ...process.env, npm_execpath: join(folder, 'npm.mjs') },
      stdio: 'ignore',
    });
    const exited = once(start, 'exit');
    await expect.poll(async () => told('began')).toBe('yes');
    start.kill(signal);
    expect((await exited)[0]).toBe(130);
    await expect.poll(async () => told('ended')).toBe(signal);
  },
);
