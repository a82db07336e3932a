import { isIP } from 'node:net';
import { isPublicAddress } from '../desktop/egress-proxy/addresses.ts';

/** Returns a URL's host as the network knows it: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Returns why an address that a team chose may not be called; undefined if it may. A name's own addresses are checked at each call.
 * @param isPinned whether the administrator configured a host's address; only such hosts may use plain `http`
 */
export const refusalOfUrl = (address: string, isPinned: (host: string) => boolean): string | undefined => {
  if (!URL.canParse(address)) return 'is not a URL';
  const url = new URL(address);
  const host = hostOf(url);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (url.hash !== '') return 'must not contain a fragment';
  if (url.protocol === 'http:' && isPinned(host)) return undefined;
  if (url.protocol !== 'https:') return 'must start with https://';
  return isPinned(host) ? undefined : (refusalOfHost(host) ?? refusalOfPort(url.port));
};

/** Ports from 1024 on that stores such as Redis listen on, which teams must not call. */
const STORES = new Set(['2375', '2379', '3306', '5432', '6379', '9200', '11211', '27017']);

/** An empty port is the scheme's own. */
const refusalOfPort = (port: string): string | undefined =>
  port !== '' && (Number(port) < 1_024 || STORES.has(port))
    ? 'must not use a port of another kind of service'
    : undefined;

/** Returns why a host that is not pinned may not be called; undefined if it may. */
export const refusalOfHost = (host: string): string | undefined => {
  if (isIP(host) !== 0)
    return isPublicAddress(host) ? undefined : 'must not be an address outside the public internet';
  return /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(host) && host.includes('.')
    ? undefined
    : 'must be a host name with a domain';
};
