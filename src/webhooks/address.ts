import { isIP } from 'node:net';
import { isPublicAddress } from '../desktop/egress-proxy/addresses.ts';

/** Returns a URL's host as the network knows it: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Returns why events may not be sent to an address; undefined if they may. A name's own addresses are checked at each attempt.
 * @param pinned hosts whose addresses the administrator configured; only these may use plain `http`
 */
export const refusalOf = (address: string, pinned: ReadonlySet<string>): string | undefined => {
  if (!URL.canParse(address)) return 'is not a URL';
  const url = new URL(address);
  const host = hostOf(url);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (url.hash !== '') return 'must not contain a fragment';
  if (pinned.has(host)) {
    return url.protocol === 'https:' || url.protocol === 'http:' ? undefined : 'must start with https://';
  }
  if (url.protocol !== 'https:') return 'must start with https://';
  if (isIP(host) !== 0) {
    return isPublicAddress(host) ? undefined : 'must not be an address outside the public internet';
  }
  return host.includes('.') && !host.endsWith('.') ? undefined : 'must be a host name with a domain';
};
