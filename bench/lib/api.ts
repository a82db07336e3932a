import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { API_NODE_OPTIONS } from '../../src/provision/own-processes.ts';

const MAIN = fileURLToPath(new URL('../../src/api/main.ts', import.meta.url));

/** Returns the environment for a bench's API: with a database, without Temporal, and with a rate limit that no load reaches. */
export const apiEnv = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: '100000000',
  LOG_LEVEL: 'info',
});

/**
 * Starts an API in a separate process. Its log goes to a file, so that the process that measures times does not have to read it.
 * @throws Error with the log when the API ends before it listens
 */
export const startApi = async (
  env: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly pid: number; readonly stop: () => Promise<void> }> => {
  const scratch = await mkdtemp(join(tmpdir(), 'bench-api-'));
  const path = join(scratch, 'log');
  const log = openSync(path, 'a');
  const child = spawn(process.execPath, [...API_NODE_OPTIONS, MAIN], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    await rm(scratch, { recursive: true });
  };
  for (;;) {
    const said = readFileSync(path, 'utf8');
    const [, url] = /"url":"([^"]+)"/.exec(said) ?? [];
    if (url !== undefined) return { url, pid: child.pid!, stop };
    if (child.exitCode !== null) {
      await stop();
      throw new Error(`the API ended with ${child.exitCode}:\n${said}`);
    }
    await sleep(50);
  }
};
