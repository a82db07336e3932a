import { decideEgress } from '../egress.ts';
import { parseEntry } from '../egress-entry.ts';

const PLAIN = /^http:\/\//i;

/** Returns the host of an entry, which may say `http://` before it. */
const hostIn = (entry: string): string => entry.trim().replace(/^https?:\/\//i, '');

/** Returns whether text names a host to which a credential can be bound. */
export const isBoundHost = (entry: string): boolean => parseEntry(hostIn(entry)) !== undefined;

/**
 * Returns whether a credential may be typed into a document of this origin. Over plain http everybody on the
 * network path could read it, so an entry has to include `http://` itself.
 */
export const isBoundTo = (origin: string, hosts: readonly string[]): boolean => {
  const isPlain = PLAIN.test(origin);
  const allow = hosts.filter((entry) => PLAIN.test(entry.trim()) === isPlain).map(hostIn);
  return /^https?:\/\//.test(origin) && decideEgress(origin, { allow }).allowed;
};
