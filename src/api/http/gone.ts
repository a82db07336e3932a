import type { ServerResponse } from 'node:http';

/** Returns a signal that aborts if the connection closes before the whole response was sent. */
export const goneSignal = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
};
