import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { answerRaw } from './answers.ts';
import {
  asksToRetry,
  type HelloReader,
  type HelloReading,
  helloReader,
  secondHelloReader,
} from './client-hello.ts';
import { type FenceContext, connectOrRefuse, refuse } from './connect-or-refuse.ts';
import { peek } from './peek.ts';
import { isSound } from './request-shape.ts';
import { bareHost, connectTarget } from './request-target.ts';
import { join } from './traffic.ts';

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

/** Returns the rule that a TLS client breaks on a tunnel to `host`; undefined if it does not break any. */
const brokenRule = (reading: HelloReading, host: string): string | undefined => {
  if (reading.kind !== 'hello') return 'not-tls';
  if (reading.hidden) return 'ech';
  const [name, ...more] = reading.names;
  if (name === undefined || name === '') return 'no-sni';
  return more.length > 0 || bareHost(name) !== host || name.includes(':') ? 'sni-mismatch' : undefined;
};

const whole =
  (read: HelloReader) =>
  (bytes: Buffer): HelloReading | undefined => {
    const reading = read(bytes);
    return reading.kind === 'partial' ? undefined : reading;
  };

/**
 * Checks a client's hello.
 * @returns the number of bytes in its records; undefined if no hello arrived, or if it was refused and recorded
 */
const passHello = async (
  fence: FenceContext,
  socket: Socket,
  host: string,
  readerOf: (most: number) => HelloReader,
): Promise<number | undefined> => {
  const { helloMs, helloBytes } = fence.limits;
  // Allow the same number of bytes again for record headers, because the records may be small.
  const bounds = { withinMs: helloMs, most: 2 * helloBytes };
  const { said, bytes } = await peek(socket, whole(readerOf(helloBytes)), bounds);
  // A client that has not sent anything has not made an attempt.
  if (bytes === 0) return undefined;
  const hello = said ?? ({ kind: 'not-tls' } as const);
  const rule = brokenRule(hello, host);
  if (rule === undefined && hello.kind === 'hello') return hello.length;
  await refuse(fence, { host: nameOf(hello, host), port: 443, rule: rule ?? 'not-tls', via: 'tls' });
  return undefined;
};

/**
 * Forwards only the hello, and reads the server's response. If the server requests a retry, the client sends a second hello,
 * which names its server again and is checked like the first one.
 * @returns whether the tunnel may continue
 */
const passTls = async (
  fence: FenceContext,
  { socket, upstream, host }: { readonly socket: Socket; readonly upstream: Socket; readonly host: string },
): Promise<boolean> => {
  const length = await passHello(fence, socket, host, helloReader);
  const hello = length === undefined ? null : (socket.read(length) as Buffer | null);
  if (hello === null) return false;
  fence.traffic.add(hello.length);
  upstream.write(hello);
  const bounds = { withinMs: fence.limits.dialMs, most: fence.limits.helloBytes };
  const { said: retry } = await peek(upstream, asksToRetry, bounds);
  if (retry !== true) return true;
  socket.write(upstream.read() as Buffer);
  return (await passHello(fence, socket, host, secondHelloReader)) !== undefined;
};

/**
 * Handles CONNECT. On port 443, the next bytes must be TLS for exactly the tunnel's host name, and none of them are forwarded
 * before that is certain. Port 80 is for WebSockets, which browsers open through a tunnel: the bytes are requests, and each is
 * checked like any other request.
 */
export const openTunnel = async (
  fence: FenceContext,
  request: IncomingMessage,
  { socket, head }: { readonly socket: Socket; readonly head: Buffer },
  openPlain: (socket: Socket, host: string) => void,
): Promise<void> => {
  const target = connectTarget(request.url ?? '', fence.policy);
  const { host, port } = target;
  if (!isSound(request, 'CONNECT')) {
    answerRaw(socket, await refuse(fence, { host, port, rule: 'request-shape', via: 'connect' }));
    return;
  }
  const passed = await connectOrRefuse(fence, target, 'connect');
  if ('refusal' in passed) {
    answerRaw(socket, passed.refusal);
    return;
  }
  const { upstream } = passed;
  socket.write(ESTABLISHED);
  if (head.length > 0) socket.unshift(head);
  if (port === 80) {
    // Each request opens its own connection, because the next one may come minutes later.
    upstream.destroy();
    openPlain(socket, host);
    return;
  }
  if (!(await passTls(fence, { socket, upstream, host }))) {
    socket.destroy();
    upstream.destroy();
    return;
  }
  socket.setTimeout(fence.limits.idleMs, () => socket.destroy());
  join(socket, upstream, fence.traffic);
};

/** Returns the name requested by a refused TLS client, or its tunnel's host if the client did not send a readable name. */
const nameOf = (hello: HelloReading, host: string): string =>
  hello.kind === 'hello'
    ? (hello.names.find((name) => name !== '' && bareHost(name) !== host) ?? host)
    : host;
