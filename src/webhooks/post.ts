import { request, type IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type Network, NotReachedError, reach } from '../desktop/egress-proxy/network.ts';
import type { DeliveryError } from '../contract/webhook.ts';
import { hostOf, refusalOf } from './address.ts';

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
 * Posts a message to an address that somebody other than the administrator chose. Looks the name up once, connects to that very
 * answer and refuses all addresses outside the public internet, so a name cannot lead to the inside after it was checked. Does not
 * follow redirects.
 * @returns the status, which is below 300
 * @throws NotAcknowledgedError
 */
export const post = async (message: Posted, options: PostOptions): Promise<number> => {
  if (refusalOf(message.url, options.pinned) !== undefined) throw new NotAcknowledgedError('address_refused');
  const url = new URL(message.url);
  const sockets = new OpenSockets();
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(new NotAcknowledgedError('timed_out')), options.timeoutMs);
  try {
    return await Promise.race([exchange(url, message, options, sockets), deadline.promise]);
  } finally {
    clearTimeout(timer);
    sockets.close();
  }
};

/** The sockets of an exchange. They are destroyed with it, also those that open only after its time limit. */
class OpenSockets {
  readonly #sockets: Socket[] = [];
  #closed = false;

  add<S extends Socket>(socket: S): S {
    // The request listens for errors too, but one that comes before or after it must not end the process.
    socket.on('error', () => undefined);
    this.#sockets.push(socket);
    if (this.#closed) socket.destroy();
    return socket;
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets) socket.destroy();
  }
}

const exchange = async (
  url: URL,
  message: Posted,
  options: PostOptions,
  sockets: OpenSockets,
): Promise<number> => {
  const plain = sockets.add(await connect(url, options));
  const socket = url.protocol === 'https:' ? sockets.add(await secure(plain, hostOf(url))) : plain;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request({
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    headers: {
      host: url.host,
      connection: 'close',
      'content-length': Buffer.byteLength(message.body),
      ...message.headers,
    },
    createConnection: () => socket,
  });
  sent.on('response', resolve);
  sent.on('error', reject);
  sent.end(message.body);
  let status: number;
  try {
    const response = await promise;
    status = response.statusCode ?? 0;
    await readSome(response);
  } catch {
    throw new NotAcknowledgedError('closed_early');
  }
  if (status >= 300 && status < 400) throw new NotAcknowledgedError('redirected', status);
  if (status < 200 || status >= 400) throw new NotAcknowledgedError('status', status);
  return status;
};

const WHY = {
  'private-address': 'address_refused',
  unresolved: 'unresolved',
  unreachable: 'unreachable',
} as const satisfies Readonly<Record<NotReachedError['why'], DeliveryError>>;

const connect = async (url: URL, { network, timeoutMs }: PostOptions): Promise<Socket> => {
  const host = hostOf(url);
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const resolve = isIP(host) === 0 ? network.resolve : async () => [host];
  try {
    return await reach({ ...network, resolve }, { host, port, withinMs: timeoutMs });
  } catch (error) {
    if (error instanceof NotReachedError) throw new NotAcknowledgedError(WHY[error.why]);
    throw error;
  }
};

const secure = async (plain: Socket, host: string): Promise<TLSSocket> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connectTls({
    socket: plain,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 ? { servername: host } : { host }),
  });
  socket.once('secureConnect', resolve);
  socket.once('error', reject);
  socket.once('close', () => reject(new Error('closed')));
  try {
    await promise;
  } catch {
    throw new NotAcknowledgedError('tls_failed');
  }
  return socket;
};

/** Reads a response to its end or its first 64 KiB. @throws if the receiver closes before that */
const readSome = async (response: IncomingMessage): Promise<void> => {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes >= MAX_RESPONSE_BYTES) return;
  }
};
