import { isIP } from 'node:net';
import { isPublicAddress } from '../../desktop/egress-proxy/addresses.ts';
import { type Network, systemNetwork } from '../../desktop/egress-proxy/index.ts';
import type { PinnedHost } from '../../governance/pinned-hosts.ts';
import { refusalOfUrl } from '../../outbound/address.ts';
import { ConnectorError } from './errors.ts';

/** The addresses to which connectors may connect. */
export interface Surroundings {
  /**
   * Hosts on the internal network, with the addresses that the administrator configured. Only these may be
   * used without TLS.
   */
  readonly pinned: readonly PinnedHost[];
  readonly network?: Pick<Network, 'resolve' | 'ownAddresses'>;
}

export interface Place {
  readonly address: string;
  readonly port: number;
}

const ADDRESSES_TRIED = 3;

export const pinOf = (host: string, { pinned }: Surroundings): PinnedHost | undefined =>
  pinned.find((pin) => pin.host === host);

/**
 * Looks a name up once and returns the addresses to connect to. The caller connects to these and never to the name, so the name
 * cannot lead elsewhere after the check. An answer with any address outside the public internet is refused as a whole.
 * @throws ConnectorError
 */
export const locate = async (
  { host, port }: { readonly host: string; readonly port: number },
  surroundings: Surroundings,
): Promise<readonly Place[]> => {
  const pin = pinOf(host, surroundings);
  if (pin !== undefined) return [{ address: pin.address, port: pin.port ?? port }];
  const { resolve, ownAddresses } = surroundings.network ?? systemNetwork;
  const addresses = isIP(host) === 0 ? await lookUp(host, resolve) : [host];
  const own = ownAddresses();
  if (addresses.some((address) => !isPublicAddress(address) || own.includes(address)))
    throw new ConnectorError(
      'address_refused',
      'The host has an address outside the public internet. Ask the administrator to pin it with CONNECTOR_PINNED.',
      { mayHaveArrived: false },
    );
  return addresses.slice(0, ADDRESSES_TRIED).map((address) => ({ address, port }));
};

const lookUp = async (host: string, resolve: Network['resolve']): Promise<readonly string[]> => {
  try {
    return await resolve(host);
  } catch {
    throw new ConnectorError('unresolved', 'The name of the host has no address.', { mayHaveArrived: false });
  }
};

/**
 * Returns why a connector may not use an address; undefined if it may. A name's own addresses are checked at each call.
 * @param url an address without placeholders
 */
export const refusalOf = (url: string, surroundings: Surroundings): string | undefined =>
  refusalOfUrl(url, (host) => pinOf(host, surroundings) !== undefined);
