/** A host of the installation's own network, with the address that its operator gives it. */
export interface PinnedHost {
  readonly host: string;
  readonly address: string;
  /** In place of the port that is asked for. */
  readonly port: number | undefined;
}

/** @returns undefined for what is not `host=address` or `host=address:port` (IPv4) */
export const parsePinnedHost = (text: string): PinnedHost | undefined => {
  const [, host, address, port] =
    /^([a-z0-9.-]+)=(\d{1,3}(?:\.\d{1,3}){3})(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (host === undefined || address === undefined) return undefined;
  return { host: host.toLowerCase(), address, port: port === undefined ? undefined : Number(port) };
};
