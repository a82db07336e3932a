import { type IncomingMessage, request } from 'node:http';
import { type Socket, isIP } from 'node:net';
import { type TLSSocket, connect as connectTls } from 'node:tls';
import { hostOf } from './address.ts';
import { type OutboundRequest, type OutboundOptions, type OutboundAnswer, OutboundError } from './request.ts';

/** One call and its sockets, which are destroyed with it, even those that open after its time limit. */
export class Call {
  readonly #sent: OutboundRequest;
  readonly #options: OutboundOptions;
  readonly #sockets: Socket[] = [];
  #isClosed = false;
  /** Whether the request has been handed to a connection, so that the other system may have received it. */
  isSent = false;

  constructor(sent: OutboundRequest, options: OutboundOptions) {
    this.#sent = sent;
    this.#options = options;
  }

  async run(): Promise<OutboundAnswer> {
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
      maxHeaderSize: 16384,
      createConnection: () => socket,
    });
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    this.isSent = true;
    outgoing.end(body);
    try {
      const response = await promise;
      return { status: response.statusCode ?? 0, body: await this.#read(response) };
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      throw new OutboundError('closed_early', true);
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
    const plain = this.#keep(await this.#options.dial({ host, port }));
    return isTls ? this.#secure(plain, host) : plain;
  }

  async #secure(plain: Socket, host: string): Promise<TLSSocket> {
    const { ca, cert, key } = this.#sent.tls ?? {};
    const { promise, resolve, reject } = Promise.withResolvers<void>();
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
      socket.once('secureConnect', () => resolve());
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('closed')));
      await promise;
      return socket;
    } catch {
      throw new OutboundError('tls_failed', false);
    }
  }

  #keep<S extends Socket>(socket: S): S {
    // An error before or after the call must not end the process.
    socket.on('error', () => undefined);
    this.#sockets.push(socket);
    if (this.#isClosed) socket.destroy();
    return socket;
  }

  async #read(response: IncomingMessage): Promise<Buffer> {
    const { mostBytes, refusesLonger } = this.#options;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > mostBytes && refusesLonger)
        throw new OutboundError('too_large', true, response.statusCode ?? 0);
      chunks.push(chunk as Buffer);
      if (bytes >= mostBytes && !refusesLonger) return Buffer.concat(chunks);
    }
    if (!response.complete) throw new OutboundError('closed_early', true);
    return Buffer.concat(chunks);
  }
}
