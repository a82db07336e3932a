import { WebSocket } from 'ws';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import { VIEW_REQUEST_FIELD, type ViewRequest, writeViewRequest } from './view-request.ts';
import { dialLink } from './link.ts';

const PATIENCE_MS = 5_000;
const MAX_MESSAGE = 16 * 1_048_576;

/**
 * Opens a view on the worker that holds the desktop. The view is paused; the caller resumes it once it listens for messages.
 * @param address `host:port` as announced by the worker
 * @throws if the worker does not respond, or is not one of ours
 */
export const openView = async (address: string, ring: KeyRing, ask: ViewRequest): Promise<WebSocket> => {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(address) ?? [];
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const view = new WebSocket(`ws://worker/view`, {
    createConnection: () => dialLink({ host: bare, port: Number(port) }, ring),
    headers: { [VIEW_REQUEST_FIELD]: writeViewRequest(ask) },
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
