import { isIPv6 } from 'node:net';
import { type Network, NotReachedError, systemNetwork } from '../desktop/egress-proxy/index.ts';
import type { PinnedHost } from '../governance/pinned-hosts.ts';

const spelled = (address: string): string =>
  isIPv6(address) ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;

/**
 * Returns the machine's network, with some hosts at addresses that no name service has. The fence refuses private addresses,
 * whatever name leads to them. A pinned host is given a public address that stands for it alone, and dialling that leads to the
 * address the administrator configured.
 */
export const pinnedNetwork = (pins: readonly PinnedHost[], network: Network = systemNetwork): Network => {
  if (pins.length === 0) return network;
  const standing = new Map<string, PinnedHost>(
    pins.map((pin, n) => [spelled(`2000:0:0:${(n + 1).toString(16)}::1`), pin]),
  );
  const byHost = new Map([...standing].map(([address, { host }]) => [host, address]));
  return {
    ...network,
    resolve: async (host) => {
      const address = byHost.get(host);
      if (address !== undefined) return [address];
      const found = await network.resolve(host);
      // A name service that answers with the stand-in address of a pinned host would lead any name to that host. Addresses have
      // several spellings; all of them are compared in the one that the fence uses.
      if (found.some((one) => standing.has(spelled(one)))) throw new NotReachedError('private-address');
      return found;
    },
    dial: async (address, port, signal) => {
      const pin = standing.get(address);
      return pin === undefined
        ? network.dial(address, port, signal)
        : network.dial(pin.address, pin.port ?? port, signal);
    },
  };
};
