import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { answerRaw } from './answers.ts';
import { HELLO_MAX, type HelloReading, readClientHello } from './client-hello.ts';
import { type Gatekeeper, pass, refuse } from './gatekeeper.ts';
import { isSound } from './request-shape.ts';
import { bareHost, connectTarget } from './target.ts';
import { join } from './traffic.ts';

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

/** The rule that a TLS client breaks on a tunnel to `host`, or undefined. */
const brokenRule = (reading: HelloReading, host: string): string | undefined => {
  if (reading.kind !== 'hello') return 'not-tls';
  if (reading.hidden) return 'ech';
  const [name, ...more] = reading.names;
  if (name === undefined || name === '') return 'no-sni';
  return more.length > 0 || bareHost(name) !== host || name.includes(':') ? 'sni-mismatch' : undefined;
};

/** Reads until the first TLS message is whole. What was read is put back. */
const firstHello = async (socket: Socket, withinMs: number): Promise<HelloReading | undefined> => {
  const { promise, resolve } = Promise.withResolvers<HelloReading | undefined>();
  let bytes = Buffer.alloc(0);
  const gone = (): void => resolve(undefined);
  const timer = setTimeout(() => resolve(bytes.length === 0 ? undefined : { kind: 'not-tls' }), withinMs);
  const read = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
    const reading = readClientHello(bytes);
    if (reading.kind !== 'partial') resolve(reading);
    else if (bytes.length > 2 * HELLO_MAX) resolve({ kind: 'not-tls' });
  };
  socket.on('data', read);
  socket.once('close', gone);
  socket.once('end', gone);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    socket.pause();
    socket.off('data', read);
    socket.off('close', gone);
    socket.off('end', gone);
    if (bytes.length > 0 && !socket.destroyed) socket.unshift(bytes);
  }
};

/**
 * CONNECT. On port 443 the bytes that follow must be TLS for the very name of the tunnel; not one of them goes on before
 * that is known. On port 80 (browsers open WebSockets that way) they are requests, each checked like one.
 */
export const openTunnel = async (
  keeper: Gatekeeper,
  request: IncomingMessage,
  { socket, head }: { readonly socket: Socket; readonly head: Buffer },
  openPlain: (socket: Socket, host: string) => void,
): Promise<void> => {
  const target = connectTarget(request.url ?? '', keeper.policy);
  const { host, port } = target;
  if (!isSound(request, 'CONNECT')) {
    answerRaw(socket, await refuse(keeper, { host, port, rule: 'request-shape', via: 'connect' }));
    return;
  }
  const passed = await pass(keeper, target, 'connect');
  if ('refusal' in passed) {
    answerRaw(socket, passed.refusal);
    return;
  }
  const { upstream } = passed;
  socket.write(ESTABLISHED);
  if (head.length > 0) socket.unshift(head);
  if (port === 80) {
    // Each request dials for itself: the next may be minutes away.
    upstream.destroy();
    openPlain(socket, host);
    return;
  }
  const hello = await firstHello(socket, keeper.limits.helloMs);
  const rule = hello && brokenRule(hello, host);
  if (hello === undefined || rule !== undefined) {
    if (rule !== undefined) await refuse(keeper, { host: nameOf(hello, host), port, rule, via: 'tls' });
    socket.destroy();
    upstream.destroy();
    return;
  }
  socket.setTimeout(keeper.limits.idleMs, () => socket.destroy());
  join(socket, upstream, keeper.traffic);
};

/** What a refused TLS client asked for: the name that it gave away, else that of its tunnel. */
const nameOf = (hello: HelloReading | undefined, host: string): string =>
  hello?.kind === 'hello'
    ? (hello.names.find((name) => name !== '' && bareHost(name) !== host) ?? host)
    : host;
