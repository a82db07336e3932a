import type { EgressAttempt } from './job.ts';

const MAX_ATTEMPTS = 64;
const MAX_HOST_CHARACTERS = 255;

/** Attempts that the program's process noted about itself. It may have written anything: what has another shape is left out. */
const noted = (text: string): EgressAttempt[] => {
  let entries: unknown;
  try {
    entries = text === '' ? [] : JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    const [host, port] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof host !== 'string' || host === '') return [];
    const valid = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
    return [{ host: host.toWellFormed().slice(0, MAX_HOST_CHARACTERS), port: valid ? port : null }];
  });
};

/**
 * What a program tried to reach: its Python sockets with their ports, and every name that anything in the sandbox asked
 * the resolver for. A name stands alone only where no port is known for it.
 */
export const egressAttempts = (attempts: string, names: readonly string[]): readonly EgressAttempt[] => {
  const found = new Map<string, EgressAttempt>();
  const withPort = new Set<string>();
  for (const { host, port } of noted(attempts)) {
    found.set(`${host} ${port}`, { host, port });
    if (port !== null) withPort.add(host.toLowerCase());
  }
  for (const host of names) found.set(`${host} null`, { host, port: null });
  return [...found.values()]
    .filter(({ host, port }) => port !== null || !withPort.has(host.toLowerCase()))
    .slice(0, MAX_ATTEMPTS);
};
