import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProvisionError } from './problem.ts';
import { launch, type Running } from './processes.ts';
import { lastLines, untilReady } from './until-ready.ts';
import type { Service } from './supervisor.ts';

interface Own {
  readonly env: NodeJS.ProcessEnv;
  readonly logDir: string;
}

const READY_WITHIN_MS = 60_000;

/** Runs the worker as a process. The worker is ready to take work when its log says so. */
export const worker = ({ env, logDir }: Own): Service => {
  const logFile = join(logDir, 'worker.log');
  const start = async (): Promise<Running> => {
    const before = (await stat(logFile).catch(() => undefined))?.size ?? 0;
    return own('The worker', '../worker.ts', env, logFile, async () =>
      (await readFrom(logFile, before)).includes('"worker started"'),
    );
  };
  return { name: 'The worker', start, stopSignal: 'SIGTERM', patienceMs: 30_000 };
};

/**
 * Node's options for the API. By default, Node on a machine with much memory lets short-lived objects take 128 MiB, which a large
 * import fills at once.
 */
export const API_NODE_OPTIONS = ['--max-semi-space-size=16'] as const;

/** Runs the API as a process. The API is ready when /readyz says so. */
export const api = ({ env, logDir }: Own, url: string): Service => {
  const start = async (): Promise<Running> =>
    own(
      'The API',
      '../api/main.ts',
      env,
      join(logDir, 'api.log'),
      async () => isReady(url),
      API_NODE_OPTIONS,
    );
  return { name: 'The API', start, stopSignal: 'SIGTERM', patienceMs: 30_000 };
};

const own = async (
  name: string,
  entry: string,
  env: NodeJS.ProcessEnv,
  logFile: string,
  ready: () => Promise<boolean>,
  nodeOptions: readonly string[] = [],
): Promise<Running> => {
  const running = await launch({
    command: process.execPath,
    args: [...nodeOptions, fileURLToPath(new URL(entry, import.meta.url))],
    env,
    logFile,
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
  });
  const gaveUp = (why: string): ProvisionError =>
    new ProvisionError(
      `${name} did not start: ${why}.`,
      `The last lines of ${logFile}:\n${lastLines(logFile)}`,
    );
  await untilReady(running, ready, READY_WITHIN_MS, gaveUp);
  return running;
};

/** Returns whether the API at a URL responds and can reach its database. */
export const isReady = async (url: string): Promise<boolean> =>
  fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );

const readFrom = async (path: string, offset: number): Promise<string> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.max(0, size - offset);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.toString();
  } finally {
    await file.close();
  }
};
