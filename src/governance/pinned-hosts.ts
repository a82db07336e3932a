import { hostName } from './egress.ts';

/** A host of the installation's own network, with the address that its operator gives it. */
export interface PinnedHost {
  readonly host: string;
  readonly address: string;
  /** In place of the port that is asked for. */
  readonly port: number | undefined;
}

/** @returns undefined for what is not `host=address` or `host=address:port` (IPv4) */
export const parsePinnedHost = (text: string): PinnedHost | undefined => {
  const [, named = '', address = '', port] = /^([^=]+)=([\d.]+)(?::([1-9]\d{0,4}))?$/.exec(text) ?? [];
  const host = hostName(named);
  if (host === undefined || !isAddress(address) || Number(port ?? 1) > 65_535) return undefined;
  return { host, address, port: port === undefined ? undefined : Number(port) };
};

/** Whether a text is an IPv4 address in its usual spelling: the URL parser would change any other. */
const isAddress = (text: string): boolean =>
  /^(\d{1,3}\.){3}\d{1,3}$/.test(text) &&
  URL.canParse(`http://${text}`) &&
  new URL(`http://${text}`).hostname === text;
