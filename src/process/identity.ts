import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process, told apart from a later one that was given the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it began, in whatever form the system tells; compared, never read. */
  readonly began: string;
}

const began = (pid: number): string | undefined => {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in brackets may hold spaces; the fields after it do not. proc(5): state is field 3, start time 22.
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

/** The identity of a running process, or undefined when there is none of that pid. */
export const identify = (pid: number): ProcessIdentity | undefined => {
  const since = began(pid);
  return since === undefined ? undefined : { pid, began: since };
};

/** Whether that very process still runs. */
export const isAlive = ({ pid, began: since }: ProcessIdentity): boolean => began(pid) === since;

/** An identity out of a file, or undefined when the file holds something else. */
export const parseIdentity = (value: unknown): ProcessIdentity | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, began: since } = value as Partial<ProcessIdentity>;
  return typeof pid === 'number' && typeof since === 'string' ? { pid, began: since } : undefined;
};
