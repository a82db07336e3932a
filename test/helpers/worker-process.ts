import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Environment } from './service.ts';

export interface WorkerProcess {
  readonly pid: number;
  /** Everything that it wrote. */
  readonly output: () => string;
  /** Ends it and waits until it is gone. */
  readonly kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
}

const WORKER = fileURLToPath(new URL('../../src/worker.ts', import.meta.url));

/** A worker in a process of its own, so that it can be killed like one. Resolves when it takes work. */
export const startWorkerProcess = async (env: Environment): Promise<WorkerProcess> => {
  const child = spawn(process.execPath, [WORKER], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const started = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (line.includes('"worker started"')) resolve();
      });
    }
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}:\n${lines.join('\n')}`)));
  });
  await started;
  return {
    pid: child.pid!,
    output: () => lines.join('\n'),
    kill: async (signal) => {
      child.kill(signal);
      await exited;
    },
  };
};
