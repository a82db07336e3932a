import {
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { answer, notReached, type Refusal } from './answers.ts';
import { type FenceContext, connectOrRefuse, refuse } from './connect-or-refuse.ts';
import { fieldsOf, isSound, onward } from './request-shape.ts';
import type { EgressVia } from './report.ts';
import { absoluteTarget, bareHost, type Target } from './request-target.ts';

/** Reads the target of a request inside a tunnel to port 80. Such a request names a path, and its Host is the tunnel's host. */
const insideTarget = (request: IncomingMessage, host: string): Target => {
  const port = 80;
  const path = request.url ?? '';
  if (!/^\/[\x21-\x22\x24-\x7e]*$/.test(path)) return { ok: false, host, port, rule: 'request-shape' };
  const named = bareHost(request.headers.host ?? '');
  return named === host
    ? { ok: true, host, port, path }
    : { ok: false, host: named, port, rule: 'host-mismatch' };
};

/** Checks a request and connects to its destination if the policy allows it. */
export const admit = async (
  fence: FenceContext,
  request: IncomingMessage,
  tunnel: string | undefined,
  via: EgressVia,
): Promise<
  { readonly target: Target & { ok: true }; readonly upstream: Socket } | { readonly refusal: Refusal }
> => {
  const target =
    tunnel === undefined ? absoluteTarget(request.url ?? '', fence.policy) : insideTarget(request, tunnel);
  const { host, port } = target;
  if (!isSound(request)) {
    return { refusal: await refuse(fence, { host, port, rule: 'request-shape', via }) };
  }
  const passed = await connectOrRefuse(fence, target, via);
  return 'refusal' in passed || !target.ok ? (passed as { refusal: Refusal }) : { target, ...passed };
};

/** Sends a request that is rebuilt from its parsed parts, so that no upstream server can interpret it differently. */
export const send = (
  request: IncomingMessage,
  { target, upstream }: { readonly target: Target & { ok: true }; readonly upstream: Socket },
  more: readonly string[],
): ClientRequest =>
  httpRequest({
    createConnection: () => upstream,
    method: request.method ?? 'GET',
    path: target.path,
    headers: [...onward(fieldsOf(request), target.host), ...more],
  });

/** Forwards a plain HTTP request, in absolute form or inside a tunnel to port 80. */
export const forward = async (
  fence: FenceContext,
  request: IncomingMessage,
  response: ServerResponse,
  tunnel: string | undefined,
): Promise<void> => {
  const admitted = await admit(fence, request, tunnel, 'http');
  if ('refusal' in admitted) {
    answer(response, admitted.refusal);
    return;
  }
  const chunked = request.headers['transfer-encoding'] !== undefined;
  const outgoing = send(request, admitted, chunked ? ['Transfer-Encoding', 'chunked'] : []);
  const { traffic } = fence;
  request.on('data', (chunk: Buffer) => traffic.add(chunk.length));
  request.pipe(outgoing);
  response.once('close', () => admitted.upstream.destroy());
  const failed = (): void => {
    if (response.headersSent) response.destroy();
    else answer(response, notReached('unreachable'));
  };
  outgoing.once('error', failed);
  // A server that switches protocols without being asked has not given a valid response.
  outgoing.once('upgrade', (_, upstream: Socket) => {
    upstream.destroy();
    failed();
  });
  outgoing.once('response', (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, onward(fieldsOf(incoming)));
    incoming.on('data', (chunk: Buffer) => traffic.add(chunk.length));
    incoming.once('error', () => response.destroy());
    incoming.pipe(response);
  });
};

/** Builds a response head for a connection that is not attached to a parser. */
export const headOf = (incoming: IncomingMessage, fields: readonly string[]): string => {
  const lines = fields.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${fields[i + 1]}\r\n`] : []));
  return `HTTP/1.1 ${incoming.statusCode} ${incoming.statusMessage}\r\n${lines.join('')}\r\n`;
};
