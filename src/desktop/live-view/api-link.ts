import { WebSocket } from 'ws';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import { ASK_FIELD, type ViewAsk, writeAsk } from './ask.ts';
import { dialLink } from './link.ts';

const PATIENCE_MS = 5_000;
const MAX_MESSAGE = 16 * 1_048_576;

/**
 * Opens a view at the worker that holds the desktop. The view is paused; the caller resumes it once it listens for messages.
 * @param address `host:port` as the worker announced it
 * @throws if the worker does not answer, or is not one of ours
 */
export const openView = async (address: string, ring: KeyRing, ask: ViewAsk): Promise<WebSocket> => {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(address) ?? [];
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const view = new WebSocket(`ws://worker/view`, {
    createConnection: () => dialLink({ host: bare, port: Number(port) }, ring),
    headers: { [ASK_FIELD]: writeAsk(ask) },
    handshakeTimeout: PATIENCE_MS,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  view.once('open', () => {
    view.pause();
    resolve();
  });
  view.once('error', reject);
  await promise;
  return view;
};
