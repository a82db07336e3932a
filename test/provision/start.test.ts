import { spawn } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { scratchFolder } from './scratch.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));
const ANY_PORTS = { PORT: '0', POSTGRES_PORT: '0', TEMPORAL_PORT: '0', TEMPORAL_UI_PORT: '0' };

/** Runs npm start in its own process with its own data folder. */
const npmStart = (
  dataDir: string,
  { args = [], more = {} }: { args?: readonly string[]; more?: Readonly<Record<string, string>> } = {},
) => {
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    WORKFLOW_BUNDLE: inject('workflowBundle'),
    PRAMAAN_DATA_DIR: dataDir,
    ...ANY_PORTS,
    ...more,
  };
  const child = spawn(process.execPath, [SCRIPT, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGTERM'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const says = async (text: string): Promise<void> =>
    vi.waitFor(() => expect(output).toContain(text), { timeout: 200_000, interval: 50 });
  return { child, ended, says, output: () => output };
};

interface Service {
  readonly url: string;
  readonly api_key: string;
  readonly pid: number;
}

const serviceOf = async (dataDir: string): Promise<Service> =>
  JSON.parse(await readFile(join(dataDir, 'service.json'), 'utf8')) as Service;

const pidsOf = async (dataDir: string): Promise<readonly number[]> => {
  const text = await readFile(join(dataDir, 'processes.json'), 'utf8');
  return (JSON.parse(text) as readonly { pid: number }[]).map(({ pid }) => pid);
};

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Returns the folder and the files in it that other users may read, write or enter. */
const openToOthers = async (folder: string): Promise<readonly string[]> => {
  const names = ['.', ...(await readdir(folder))];
  expect(names).toContain('temporal.sqlite');
  const modes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mode & 0o077));
  return names.filter((_, at) => modes[at] !== 0);
};

/** Signs in with the link that npm start prints, as its button does. */
const signInBy = async (output: string, origin: string): Promise<number> => {
  const [, token = ''] = /Sign in {2}\S+\/v1\/auth\/link\?token=([\w-]{43})\n/.exec(output) ?? [];
  const body = new URLSearchParams({ token });
  return (await fetch(`${origin}/v1/auth/link`, { method: 'POST', body, headers: { origin } })).status;
};

it('npm start --demo goes from an empty folder to a verified ledger and leaves nothing running', async () => {
  const dataDir = await scratchFolder();
  const start = npmStart(dataDir, { args: ['--demo'] });
  await start.says('Chain verified by the database');
  const pids = await pidsOf(dataDir);
  expect(await start.ended).toBe(0);
  expect(await openToOthers(join(dataDir, 'temporal'))).toEqual([]);
  expect(start.output()).toMatch(/decision {2}approve[\s\S]+Hashes recomputed here: all match/);
  expect(pids).toHaveLength(4);
  expect(pids.filter(runs)).toEqual([]);
}, 400_000);

it('npm start restarts lost processes, refuses a second start, stops in order and keeps the key and the data', async () => {
  const dataDir = await scratchFolder();
  const first = npmStart(dataDir);
  await first.says('Ctrl-C stops it');
  const service = await serviceOf(dataDir);
  expect(await signInBy(first.output(), service.url)).toBe(200);

  const second = npmStart(dataDir);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Pramaan is already running (pid ${service.pid}): ${service.url}`);

  for (const pid of await pidsOf(dataDir)) process.kill(pid, 'SIGKILL');
  for (const name of ['Postgres', 'Temporal', 'The worker', 'The API']) await first.says(`${name} is back`);
  const demo = npmStart(dataDir, { args: ['--demo'] });
  expect(await demo.ended).toBe(0);
  expect(runs(service.pid)).toBe(true);

  // Sends the same Ctrl-C twice, as npm and a terminal do.
  first.child.kill('SIGINT');
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  const stopped = [...first.output().matchAll(/(\S+) stopped$/gm)].map(([, name]) => name);
  expect(stopped.slice(0, 4), first.output()).toEqual(['API', 'worker', 'Temporal', 'Postgres']);

  const third = npmStart(dataDir, { more: { TEMPORAL_WEB_UI: 'off' } });
  await third.says('Ctrl-C stops it');
  expect(await serviceOf(dataDir)).toMatchObject({ temporal_ui_url: null });
  expect((await serviceOf(dataDir)).api_key).toBe(service.api_key);
  third.child.kill('SIGTERM');
  expect(await third.ended).toBe(0);
}, 500_000);

it('npm start cleans up after a start that was killed', async () => {
  const dataDir = await scratchFolder();
  const first = npmStart(dataDir);
  await first.says('Ctrl-C stops it');
  const orphans = await pidsOf(dataDir);
  process.kill((await serviceOf(dataDir)).pid, 'SIGKILL');
  await first.ended;
  expect(orphans.filter(runs)).toEqual(orphans);

  const second = npmStart(dataDir);
  await second.says('Ctrl-C stops it');
  expect(second.output()).toContain('stopped 4 processes');
  expect(orphans.filter(runs)).toEqual([]);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
}, 400_000);

it('npm start stops everything when the process that npm started is killed', async () => {
  const dataDir = await scratchFolder();
  const start = npmStart(dataDir);
  await start.says('Ctrl-C stops it');
  const pids = await pidsOf(dataDir);
  start.child.kill('SIGKILL');
  await vi.waitFor(() => expect(pids.filter(runs)).toEqual([]), { timeout: 120_000 });
}, 400_000);

it('npm start explains how to free a busy port and stops the processes that it had started', async () => {
  const dataDir = await scratchFolder();
  const busy = new URL(inject('postgresUrl')).port;
  const child = spawn(process.execPath, [SCRIPT], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PRAMAAN_DATA_DIR: dataDir,
      ...ANY_PORTS,
      POSTGRES_PORT: busy,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  expect(code).toBe(1);
  expect(errors).toMatch(new RegExp(`Port ${busy}, which the database needs, is in use by postgres`));
  expect(errors).toMatch(/POSTGRES_PORT=\d+ npm start/);
  expect(errors).not.toContain('    at ');
}, 400_000);
