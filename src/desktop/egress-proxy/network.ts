import { promises as dns } from 'node:dns';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPublicAddress } from './addresses.ts';

/** The fence's access to the outside network. */
export interface Network {
  /**
   * Looks up a name's addresses.
   * @throws NotReachedError if a rule forbids the name, or any error if it has no address
   */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /**
   * Opens a connection to an address that has already been checked.
   * @throws if no server responds
   */
  readonly dial: (address: string, port: number, signal: AbortSignal) => Promise<Socket>;
  /** Returns the machine's own addresses, including public ones, because services on them are not part of the internet. */
  readonly ownAddresses: () => readonly string[];
}

const DNS = { timeout: 2_000, tries: 2 } as const;

const resolve = async (host: string): Promise<readonly string[]> => {
  // Do not use getaddrinfo: it would try search domains, and so look up names other than the allowed one.
  const resolver = new dns.Resolver(DNS);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0) throw new Error('the name has no address');
  return found;
};

const dial = async (address: string, port: number, signal: AbortSignal): Promise<Socket> => {
  const socket = connect({ host: address, port, noDelay: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = (): void => void socket.destroy(new Error('no response in time'));
  signal.addEventListener('abort', abort, { once: true });
  socket.once('connect', resolve);
  socket.once('error', reject);
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    socket.off('error', reject);
  }
  return socket;
};

/** The machine's own name service and network. */
export const systemNetwork: Network = {
  resolve,
  dial,
  ownAddresses: () =>
    Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)),
};

/** Thrown when an allowed host was not reached, because a rule forbids its address or no server responded. */
export class NotReachedError extends Error {
  override readonly name = 'NotReachedError';
  readonly why: 'private-address' | 'unresolved' | 'unreachable';

  constructor(why: NotReachedError['why']) {
    super(why);
    this.why = why;
  }
}

const ADDRESSES_TRIED = 3;

/**
 * Looks a name up once and connects to one of the addresses in that same answer. If any address is not public, the whole answer
 * is refused, because a legitimate site does not mix internal addresses with public ones.
 * @throws NotReachedError
 */
export const reach = async (
  network: Network,
  { host, port, withinMs }: { readonly host: string; readonly port: number; readonly withinMs: number },
): Promise<Socket> => {
  let addresses: readonly string[];
  try {
    addresses = await network.resolve(host);
  } catch (error) {
    throw error instanceof NotReachedError ? error : new NotReachedError('unresolved');
  }
  const own = network.ownAddresses();
  if (addresses.some((address) => !isPublicAddress(address) || own.includes(address))) {
    throw new NotReachedError('private-address');
  }
  for (const address of addresses.slice(0, ADDRESSES_TRIED)) {
    try {
      return await network.dial(address, port, AbortSignal.timeout(withinMs));
    } catch {
      continue;
    }
  }
  throw new NotReachedError('unreachable');
};
