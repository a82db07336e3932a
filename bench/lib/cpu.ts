import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Microseconds per clock tick: Linux counts processor time in hundredths of a second. */
const TICK_US = 10_000;

interface ProcessTimes {
  readonly parent: string;
  readonly own: number;
  readonly ended: number;
}

/** Reads fields 4 (parent), 14 and 15 (the process's own time), and 16 and 17 (its ended children's time) of /proc/<pid>/stat. */
const timesOf = async (pid: string): Promise<ProcessTimes | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const [, parent = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const at = (field: number): number => Number(rest[field - 5]);
  return { parent, own: at(14) + at(15), ended: at(16) + at(17) };
};

/**
 * Returns a function that reads the processor time, in microseconds, used so far by this process and a Postgres server on this
 * machine. Unlike wall time, it hardly depends on the machine's other work. Returns undefined if the server runs elsewhere.
 */
export const cpuReader = async (client: pg.Client): Promise<(() => Promise<number>) | undefined> => {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = await timesOf(String(rows[0]?.pid));
  if (backend === undefined) return undefined;
  const server = backend.parent;
  return async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const all = await Promise.all(pids.map(async (pid) => ({ pid, times: await timesOf(pid) })));
    const ticks = all.reduce((sum, { pid, times }) => {
      if (times === undefined) return sum;
      if (pid === server) return sum + times.own + times.ended;
      return times.parent === server ? sum + times.own : sum;
    }, 0);
    const { user, system } = process.cpuUsage();
    return ticks * TICK_US + user + system;
  };
};
