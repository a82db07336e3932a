import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../process/system-error.ts';
import { fullDisk } from './problem.ts';

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly cwd?: string | undefined;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** File to which stdout and stderr are appended. */
  readonly logFile: string;
  /** The signal for a clean shutdown. */
  readonly stopSignal: NodeJS.Signals;
  /** The signal for an immediate end. */
  readonly killSignal: NodeJS.Signals;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process that this one has started and will stop. */
export interface Running {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Asks the process to end, and kills it after `patienceMs`. Resolves when the process has ended. */
  stop(patienceMs: number): Promise<void>;
  kill(): void;
}

/** Processes that must end with this one, even if this one ends because of an exception. */
const alive = new Map<ChildProcess, NodeJS.Signals>();
process.on('exit', () => {
  for (const [child, signal] of alive) child.kill(signal);
});

/** Ends a child process when this one ends. */
export const endWithUs = (child: ChildProcess, signal: NodeJS.Signals): void => {
  alive.set(child, signal);
  child.once('exit', () => alive.delete(child));
  child.once('error', () => alive.delete(child));
};

const LOG_LIMIT_BYTES = 50 * 1024 * 1024;

const openLog = (path: string): number => {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES)
      renameSync(path, `${path}.1`);
    return openSync(path, 'a', 0o600);
  } catch (error) {
    throw hasCode(error, 'ENOSPC') ? fullDisk(path) : error;
  }
};

/**
 * Starts a process in a separate session. Otherwise, a Ctrl-C in the terminal would reach every process in the foreground
 * group, and stop the database before the processes that are still writing to it.
 */
export const launch = async (what: Launch): Promise<Running> => {
  const log = openLog(what.logFile);
  const child = spawn(what.command, what.args, {
    cwd: what.cwd,
    env: what.env,
    uid: what.uid,
    gid: what.gid,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  endWithUs(child, what.stopSignal);
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const stop = async (patienceMs: number): Promise<void> => {
    child.kill(what.stopSignal);
    const patience = new AbortController();
    const late = sleep(patienceMs, 'late' as const, { signal: patience.signal }).catch(
      () => 'aborted' as const,
    );
    if ((await Promise.race([exited, late])) === 'late') child.kill(what.killSignal);
    patience.abort();
    await exited;
  };
  return { pid: child.pid ?? -1, exited, stop, kill: () => void child.kill(what.killSignal) };
};
