import { type Network, systemNetwork } from '../egress-proxy/index.ts';
import type { PinnedHost } from '../governance/pinned-hosts.ts';

/**
 * The machine's network, with some hosts at addresses that no name service has. The fence refuses private addresses,
 * whatever name leads to them; a pinned host is given a public one that stands for it alone, and dialling that leads to
 * the address which the operator wrote down.
 */
export const pinnedNetwork = (pins: readonly PinnedHost[], network: Network = systemNetwork): Network => {
  if (pins.length === 0) return network;
  const standing = new Map<string, PinnedHost>(
    pins.map((pin, n) => [`2000:0:0:${(n + 1).toString(16)}::1`, pin]),
  );
  const byHost = new Map([...standing].map(([address, { host }]) => [host, address]));
  return {
    ...network,
    resolve: async (host) => {
      const address = byHost.get(host);
      if (address !== undefined) return [address];
      const found = await network.resolve(host);
      // A name service that answers with what stands for a pinned host would lead any name to it.
      if (found.some((one) => standing.has(one))) throw new Error('the name leads to a pinned host');
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
