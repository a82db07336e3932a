import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process by pid and start time, so that a later process with the same pid is not mistaken for it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in the operating system's format. It is only compared, never parsed. */
  readonly began: string;
}

const began = (pid: number): string | undefined => {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may contain spaces, but the fields after it do not. In proc(5), state is field 3 and start time
      // is field 22.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z') return undefined;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
    }
    const said = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return said === '' ? undefined : said;
  } catch {
    return undefined;
  }
};

/** Returns a running process's identity, or undefined when no process has that pid. */
export const identify = (pid: number): ProcessIdentity | undefined => {
  const since = began(pid);
  return since === undefined ? undefined : { pid, began: since };
};

/** Returns whether this same process is still running. */
export const isAlive = ({ pid, began: since }: ProcessIdentity): boolean => began(pid) === since;

/** Parses an identity from a file's content. Returns undefined if the content is not an identity. */
export const parseIdentity = (value: unknown): ProcessIdentity | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, began: since } = value as Partial<ProcessIdentity>;
  return typeof pid === 'number' && typeof since === 'string' ? { pid, began: since } : undefined;
};
