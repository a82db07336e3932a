import { hostName } from './egress-entry.ts';

/** A host in the installation's own network, with the address configured by the administrator. */
export interface PinnedHost {
  readonly host: string;
  readonly address: string;
  /** Replaces the requested port. */
  readonly port: number | undefined;
}

/** @returns undefined if the text is not `host=address` or `host=address:port` (IPv4) */
export const parsePinnedHost = (text: string): PinnedHost | undefined => {
  const [, named = '', address = '', port] = /^([^=]+)=([\d.]+)(?::([1-9]\d{0,4}))?$/.exec(text) ?? [];
  const host = hostName(named);
  if (host === undefined || !isAddress(address) || Number(port ?? 1) > 65_535) return undefined;
  return { host, address, port: port === undefined ? undefined : Number(port) };
};

/** Returns whether a string is an IPv4 address in its usual spelling. The URL parser would change any other spelling. */
const isAddress = (text: string): boolean =>
  /^(\d{1,3}\.){3}\d{1,3}$/.test(text) &&
  URL.canParse(`http://${text}`) &&
  new URL(`http://${text}`).hostname === text;
