import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from './compile-cache.ts';
import type { Environment } from './service.ts';

export interface ServiceProcess {
  readonly pid: number;
  /** Returns the process's entire output. */
  readonly output: () => string;
  /** Sends the signal and waits until the process has ended. */
  readonly kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
}

/** Starts an entry point of the service in a separate process; resolves when its log says that it is ready. */
const start = async (entry: string, ready: string, env: Environment): Promise<ServiceProcess> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../../src/${entry}`, import.meta.url))], {
    env: { PATH: process.env['PATH'], ...COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (line.includes(ready)) resolve();
      });
    }
    child.once('exit', (code) => reject(new Error(`${entry} ended with ${code}:\n${lines.join('\n')}`)));
  });
  return {
    pid: child.pid!,
    output: () => lines.join('\n'),
    kill: async (signal) => {
      child.kill(signal);
      await exited;
    },
  };
};

/** Starts a worker in a separate process, so that it can be killed. */
export const startWorkerProcess = async (env: Environment): Promise<ServiceProcess> =>
  start('worker.ts', '"worker started"', env);

/** Starts a worker whose Temporal settings are wrong; resolves when its log says so. */
export const startStuckWorker = async (env: Environment): Promise<ServiceProcess> =>
  start('worker.ts', 'Temporal cannot be used yet: ', env);

/** Starts an API in a separate process and reads its URL from the log. */
export const startApiProcess = async (
  env: Environment,
): Promise<ServiceProcess & { readonly url: string }> => {
  const api = await start('api/main.ts', '"api started"', env);
  const [, url = ''] = /"url":"([^"]+)"/.exec(api.output()) ?? [];
  return { ...api, url };
};
