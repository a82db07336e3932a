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

/** Returns the rule that a TLS client breaks on a tunnel to `host`, or undefined. */
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
 * Checks a hello of the client.
 * @returns the bytes of its records; undefined if none came or it was refused, which is then on record
 */
const passHello = async (
  fence: FenceContext,
  socket: Socket,
  host: string,
  readerOf: (most: number) => HelloReader,
): Promise<number | undefined> => {
  const { helloMs, helloBytes } = fence.limits;
  // Allow as many bytes again for its records, because they may be small.
  const bounds = { withinMs: helloMs, most: 2 * helloBytes };
  const { said, bytes } = await peek(socket, whole(readerOf(helloBytes)), bounds);
  // A client that sends nothing attempts nothing.
  if (bytes === 0) return undefined;
  const hello = said ?? ({ kind: 'not-tls' } as const);
  const rule = brokenRule(hello, host);
  if (rule === undefined && hello.kind === 'hello') return hello.length;
  await refuse(fence, { host: nameOf(hello, host), port: 443, rule: rule ?? 'not-tls', via: 'tls' });
  return undefined;
};

/**
 * Forwards the hello, and nothing after it, and reads the server's answer. If the server asks to begin again, the client sends a
 * second hello, which names its server again and is checked like the first.
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
 * Handles CONNECT. On port 443 the bytes that follow must be TLS for exactly the tunnel's host name, and none of them is
 * forwarded before that is known. On port 80, which browsers use to open WebSockets, they are requests, each checked like any
 * other.
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
    // Each request dials for itself, because the next may be minutes away.
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

/** Returns what a refused TLS client asked for: the name that it gave away, else that of its tunnel. */
const nameOf = (hello: HelloReading, host: string): string =>
  hello.kind === 'hello'
    ? (hello.names.find((name) => name !== '' && bareHost(name) !== host) ?? host)
    : host;
