import { clipStart } from '../governance/text/clip.ts';
import type { EgressAttempt } from './job.ts';
import type { Received } from './report.ts';

/** Maximum number of attempts from each of the two sources; the resolver and the job's notes apply the same limit. */
const MAX_ATTEMPTS = 100;
const MAX_HOST_CHARACTERS = 255;

/** Hosts that a job tried to reach. */
export interface Egress {
  readonly attempts: readonly EgressAttempt[];
  /** Number of attempts beyond the listed ones. */
  readonly more: number;
}

/**
 * Parses an attempt that the program's process noted about itself. The process may have written anything, so lines in any other
 * form are ignored.
 */
const noted = (line: string): EgressAttempt | undefined => {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return undefined;
  }
  const [host, port] = Array.isArray(entry) ? (entry as unknown[]) : [];
  if (typeof host !== 'string' || host === '') return undefined;
  const valid = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
  // Keep the end of a long name, because it shows who owns the host.
  return { host: clipStart(host.toWellFormed(), MAX_HOST_CHARACTERS), port: valid ? port : null };
};

const bounded = (
  attempts: Iterable<EgressAttempt>,
): { readonly found: ReadonlyMap<string, EgressAttempt>; readonly more: number } => {
  const found = new Map<string, EgressAttempt>();
  let more = 0;
  for (const attempt of attempts) {
    const key = `${attempt.host} ${attempt.port}`;
    if (found.has(key)) continue;
    if (found.size < MAX_ATTEMPTS) found.set(key, attempt);
    else more += 1;
  }
  return { found, more };
};

/**
 * Lists the network destinations that a program tried to reach: the hosts and ports from its Python sockets, and every name that
 * a process in the sandbox looked up. A name is listed without a port only if its port is unknown. Each source has its own limit,
 * so that forged notes cannot crowd out names.
 */
export const egressOf = (
  received: Pick<Received, 'names' | 'namesLeftOut' | 'notes' | 'notesLeftOut'>,
): Egress => {
  const { connections, lookups } = received.notesLeftOut;
  const lines = Buffer.concat(received.notes).toString('utf8').split('\n');
  const notes = bounded(lines.flatMap((line) => noted(line) ?? []));
  const names = bounded(received.names.map((host) => ({ host, port: null })));
  const withPort = new Set(
    [...notes.found.values()].filter(({ port }) => port !== null).map(({ host }) => host.toLowerCase()),
  );
  const all = new Map([...notes.found, ...names.found]);
  return {
    attempts: [...all.values()].filter(
      ({ host, port }) => port !== null || !withPort.has(host.toLowerCase()),
    ),
    more: notes.more + connections + Math.max(names.more + received.namesLeftOut, lookups),
  };
};
