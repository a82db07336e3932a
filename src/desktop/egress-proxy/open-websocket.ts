import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { answerRaw, notReached } from './answers.ts';
import { type FenceContext, refuse } from './connect-or-refuse.ts';
import { admit, send, headOf } from './forward.ts';
import { isWebSocket, onward, fieldsOf } from './request-shape.ts';
import { absoluteTarget } from './request-target.ts';
import { join } from './traffic.ts';

const SWITCH = ['Connection', 'Upgrade', 'Upgrade', 'websocket'] as const;
/** Opens a WebSocket under the same rules as a request. Refuses to switch to any other protocol. */
export const openWebSocket = async (
  fence: FenceContext,
  request: IncomingMessage,
  { socket, head }: { readonly socket: Socket; readonly head: Buffer },
  tunnel: string | undefined,
): Promise<void> => {
  if (!isWebSocket(request) || head.length > 0) {
    const { host, port } = absoluteTarget(request.url ?? '', fence.policy);
    const named = tunnel ?? host;
    answerRaw(
      socket,
      await refuse(fence, { host: named, port: port ?? 80, rule: 'upgrade', via: 'websocket' }),
    );
    return;
  }
  const admitted = await admit(fence, request, tunnel, 'websocket');
  if ('refusal' in admitted) {
    answerRaw(socket, admitted.refusal);
    return;
  }
  const outgoing = send(request, admitted, SWITCH);
  outgoing.once('error', () => answerRaw(socket, notReached('unreachable')));
  outgoing.once('response', (incoming) => {
    socket.write(headOf(incoming, [...onward(fieldsOf(incoming)), 'Connection', 'close']));
    incoming.pipe(socket);
  });
  outgoing.once('upgrade', (incoming, upstream: Socket, first) => {
    if (incoming.headers.upgrade?.toLowerCase() !== 'websocket') {
      upstream.destroy();
      answerRaw(socket, notReached('unreachable'));
      return;
    }
    socket.write(headOf(incoming, [...onward(fieldsOf(incoming)), ...SWITCH]));
    if (first.length > 0) upstream.unshift(first);
    socket.setTimeout(fence.limits.idleMs, () => socket.destroy());
    join(socket, upstream, fence.traffic);
  });
  outgoing.end();
};
