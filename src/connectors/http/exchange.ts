import { type IncomingMessage, request } from 'node:http';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { hostOf, locate, type Place, refusalOf, type Surroundings } from '../common/address.ts';
import { ConnectorError } from '../common/errors.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly tls?: {
    readonly ca?: string | undefined;
    readonly cert?: string | undefined;
    readonly key?: string | undefined;
  };
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** Largest answer that is read. A record is a few hundred bytes. */
const MAX_ANSWER = 262_144;

/**
 * Makes one HTTP call to an address that somebody other than the administrator chose. Looks the name up once, connects to that
 * very answer, and does not follow redirects.
 * @throws ConnectorError if no complete answer arrived in time, or it is a redirect
 */
export const exchange = async (
  sent: HttpRequest,
  { timeoutMs, ...surroundings }: Surroundings & { readonly timeoutMs: number },
): Promise<HttpAnswer> => {
  const refusal = refusalOf(sent.url, surroundings);
  if (refusal !== undefined)
    throw new ConnectorError('address_refused', `The address ${refusal}.`, { mayHaveArrived: false });
  const call = new Call(sent, surroundings);
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      deadline.reject(
        new ConnectorError('timed_out', `No complete answer within ${timeoutMs} ms.`, {
          mayHaveArrived: call.isSent,
        }),
      ),
    timeoutMs,
  );
  try {
    const answer = await Promise.race([call.run(), deadline.promise]);
    if (answer.status >= 300 && answer.status < 400)
      throw new ConnectorError(
        'redirected',
        `The system redirected (${answer.status}), which is not followed.`,
      );
    return answer;
  } finally {
    clearTimeout(timer);
    call.close();
  }
};

/** One call and its sockets, which are destroyed with it, also those that open after its time limit. */
class Call {
  readonly #sent: HttpRequest;
  readonly #surroundings: Surroundings;
  readonly #sockets: Socket[] = [];
  #isClosed = false;
  /** Whether the request has been handed to a connection, so that the system may have received it. */
  isSent = false;

  constructor(sent: HttpRequest, surroundings: Surroundings) {
    this.#sent = sent;
    this.#surroundings = surroundings;
  }

  async run(): Promise<HttpAnswer> {
    const { method, headers, body } = this.#sent;
    const url = new URL(this.#sent.url);
    const socket = await this.#open(url);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = request({
      method,
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        connection: 'close',
        'user-agent': 'pramaan',
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
      maxHeaderSize: 16_384,
      createConnection: () => socket,
    });
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    this.isSent = true;
    outgoing.end(body);
    try {
      const response = await promise;
      return { status: response.statusCode ?? 0, body: await readAnswer(response) };
    } catch (error) {
      if (error instanceof ConnectorError) throw error;
      throw new ConnectorError('closed_early', 'The connection ended before a complete answer arrived.');
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  async #open(url: URL): Promise<Socket> {
    const host = hostOf(url);
    const isTls = url.protocol === 'https:';
    const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
    const plain = await this.#dial(await locate({ host, port }, this.#surroundings));
    return isTls ? this.#secure(plain, host) : plain;
  }

  async #dial(places: readonly Place[]): Promise<Socket> {
    for (const { address, port } of places) {
      try {
        const socket = this.#keep(connectPlain({ host: address, port, noDelay: true }));
        await opened(socket, 'connect');
        return socket;
      } catch {
        if (this.#isClosed) break;
      }
    }
    throw new ConnectorError('unreachable', 'No server accepts connections there.', {
      mayHaveArrived: false,
    });
  }

  async #secure(plain: Socket, host: string): Promise<TLSSocket> {
    const { ca, cert, key } = this.#sent.tls ?? {};
    try {
      const socket = this.#keep(
        connectTls({
          socket: plain,
          ALPNProtocols: ['http/1.1'],
          minVersion: 'TLSv1.2',
          ...(isIP(host) === 0 ? { servername: host } : { host }),
          ...(ca !== undefined && { ca }),
          ...(cert !== undefined && { cert }),
          ...(key !== undefined && { key }),
        }),
      );
      await opened(socket, 'secureConnect');
      return socket;
    } catch {
      throw new ConnectorError(
        'tls_failed',
        'No TLS connection: the certificate of the server, or of this client, was not accepted.',
        { mayHaveArrived: false },
      );
    }
  }

  #keep<S extends Socket>(socket: S): S {
    // An error that comes after the call must not end the process.
    socket.on('error', () => undefined);
    this.#sockets.push(socket);
    if (this.#isClosed) socket.destroy();
    return socket;
  }
}

const opened = async (socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once(event, () => resolve());
  socket.once('error', reject);
  socket.once('close', () => reject(new Error('closed')));
  await promise;
};

const readAnswer = async (response: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_ANSWER)
      throw new ConnectorError('too_large', `The answer is larger than ${MAX_ANSWER} bytes.`);
    chunks.push(chunk as Buffer);
  }
  if (!response.complete)
    throw new ConnectorError('closed_early', 'The connection ended before a complete answer arrived.');
  return Buffer.concat(chunks);
};
