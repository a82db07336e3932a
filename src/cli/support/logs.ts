import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { maskJson } from '../../governance/mask.ts';

/** Enough for the requested lines of one process; older lines are not read. */
const TAIL_BYTES = 2 * 1024 ** 2;

/** The newest lines of one process's log. */
export interface RecentLog {
  readonly file: string;
  readonly lines: readonly unknown[];
  /** Lines that this service's logger did not write, such as those of Postgres, which may quote values. */
  readonly left_out: number;
}

const readEnd = async (path: string): Promise<string> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - from), position: from });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
};

const parse = (line: string): object | undefined => {
  try {
    const value = JSON.parse(line) as { level?: unknown; time?: unknown; name?: unknown } | null;
    return value?.level !== undefined && value.time !== undefined && value.name !== undefined
      ? value
      : undefined;
  } catch {
    return undefined;
  }
};

/** Masks a line, but not its time: its digits are no number of a person. */
const masked = (line: object): unknown => {
  const { time, ...rest } = line as { time?: unknown };
  return { time, ...(maskJson(rest) as object) };
};

/** Reads the newest lines of every log in a folder, and masks them. @returns none if there is no such folder */
export const readRecentLogs = async (folder: string, count: number): Promise<readonly RecentLog[]> => {
  const names = await readdir(folder).catch(() => []);
  const logs: RecentLog[] = [];
  for (const file of names.filter((name) => name.includes('.log')).toSorted()) {
    const newest = (await readEnd(join(folder, file)))
      .split('\n')
      .filter((line) => line !== '')
      .slice(-count);
    const lines = newest.flatMap((line) => parse(line) ?? []).map(masked);
    logs.push({ file, lines, left_out: newest.length - lines.length });
  }
  return logs;
};
