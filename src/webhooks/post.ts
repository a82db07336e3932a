import { isIP, type Socket } from 'node:net';
import { type Network, NotReachedError, reach } from '../desktop/egress-proxy/network.ts';
import type { DeliveryError } from '../contract/webhook.ts';
import { exchange } from '../outbound/exchange.ts';
import { OutboundError } from '../outbound/request.ts';
import { refusalOf } from './address.ts';

/** Thrown when the receiver did not acknowledge a message. */
export class NotAcknowledgedError extends Error {
  override readonly name = 'NotAcknowledgedError';
  readonly error: DeliveryError;
  /** Status of the response; null if no complete response arrived. */
  readonly status: number | null;

  constructor(error: DeliveryError, status: number | null = null) {
    super(status === null ? error : `${error} (${status})`);
    this.error = error;
    this.status = status;
  }
}

export interface Posted {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostOptions {
  readonly network: Network;
  /** Hosts whose addresses the administrator configured. */
  readonly pinned: ReadonlySet<string>;
  /** Limit for the whole exchange, from the look-up of the name to the last byte of the response. */
  readonly timeoutMs: number;
}

/** How much of a response is read before the message counts as acknowledged. */
const MAX_RESPONSE_BYTES = 65_536;

/**
 * Posts a message to an address that somebody other than the administrator chose. Refuses all addresses outside the public
 * internet, and does not follow redirects.
 * @returns the status, which is below 300
 * @throws NotAcknowledgedError
 */
export const post = async ({ url, headers, body }: Posted, options: PostOptions): Promise<number> => {
  if (refusalOf(url, options.pinned) !== undefined) throw new NotAcknowledgedError('address_refused');
  const status = await statusOf({ url, headers, body }, options);
  if (status < 200 || status >= 300) throw new NotAcknowledgedError('status', status);
  return status;
};

const statusOf = async (message: Posted, options: PostOptions): Promise<number> => {
  try {
    const { status } = await exchange(
      { method: 'POST', ...message },
      {
        timeoutMs: options.timeoutMs,
        dial: async (place) => dial(place, options),
        mostBytes: MAX_RESPONSE_BYTES,
        refusesLonger: false,
      },
    );
    return status;
  } catch (error) {
    // Responses of any length are accepted, so the code is one that deliveries have.
    if (error instanceof OutboundError)
      throw new NotAcknowledgedError(error.code as DeliveryError, error.status);
    throw error;
  }
};

const WHY = {
  'private-address': 'address_refused',
  unresolved: 'unresolved',
  unreachable: 'unreachable',
} as const satisfies Readonly<Record<NotReachedError['why'], DeliveryError>>;

const dial = async (
  { host, port }: { readonly host: string; readonly port: number },
  { network, timeoutMs }: PostOptions,
): Promise<Socket> => {
  const resolve = isIP(host) === 0 ? network.resolve : async () => [host];
  try {
    return await reach({ ...network, resolve }, { host, port, withinMs: timeoutMs });
  } catch (error) {
    if (error instanceof NotReachedError) throw new NotAcknowledgedError(WHY[error.why]);
    throw error;
  }
};
