import { clipStart } from '../governance/bounded-text.ts';
import type { EgressAttempt } from './job.ts';
import type { Received } from './report.ts';

/** From each of the two sources; the resolver and the notes of the job have bounds of their own that are as large. */
const MAX_ATTEMPTS = 100;
const MAX_HOST_CHARACTERS = 255;

/** What a job tried to reach. */
export interface Egress {
  readonly attempts: readonly EgressAttempt[];
  /** Attempts beyond those: counted, not listed. */
  readonly more: number;
}

/** An attempt that the program's process noted about itself. It may have written anything: another shape is none. */
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
  // The end of a name says whose it is.
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
 * What a program tried to reach: its Python sockets with their ports, and every name that anything in the sandbox asked
 * the resolver for. A name stands alone only where no port is known for it. The two are bounded apart, so that forged
 * notes cannot take the place of names.
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
