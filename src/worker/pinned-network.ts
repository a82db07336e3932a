import { isIPv6 } from 'node:net';
import { type Network, NotReachedError, systemNetwork } from '../desktop/egress-proxy/index.ts';
import type { PinnedHost } from '../governance/pinned-hosts.ts';

const spelled = (address: string): string =>
  isIPv6(address) ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;

/**
 * Returns the machine's network with pinned hosts, whose addresses are configured by the administrator and not looked up in DNS.
 * Because the fence refuses all private addresses, each pinned host resolves to a public stand-in address of its own, and
 * dialling the stand-in connects to the configured address.
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
      // If DNS returned a pinned host's stand-in address, any name could lead to that host. An address can be written in several
      // ways, so this compares addresses in the form that the fence uses.
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
