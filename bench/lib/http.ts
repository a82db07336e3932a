import { connect } from 'node:net';

/** A connection that sends one request at a time. */
export interface HttpClient {
  /** Returns the body of a 200 response. @throws Error on any other response, or when the connection ends */
  readonly post: (path: string, headers: Readonly<Record<string, string>>, body: string) => Promise<string>;
  readonly close: () => void;
}

const END_OF_HEAD = '\r\n\r\n';

/**
 * Opens a minimal client, so that the measured times are the server's. It speaks HTTP/1.1 over one socket, and expects responses
 * to state their length.
 */
export const connectTo = async (url: string): Promise<HttpClient> => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  let received: Buffer = Buffer.alloc(0);
  let waiting:
    { readonly resolve: (body: string) => void; readonly reject: (error: Error) => void } | undefined;
  socket.on('data', (part) => {
    received = received.length === 0 ? part : Buffer.concat([received, part]);
    const end = received.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const from = end + END_OF_HEAD.length;
    const to = from + Number(/^content-length: *(\d+)/im.exec(head)?.[1]);
    if (received.length < to) return;
    const body = received.toString('utf8', from, to);
    received = received.subarray(to);
    if (head.startsWith('HTTP/1.1 200 ')) waiting?.resolve(body);
    else waiting?.reject(new Error(`${head.split('\r\n', 1)[0]} ${body}`));
  });
  const lost = (error?: Error): void => waiting?.reject(error ?? new Error('the connection ended'));
  socket.on('error', lost).on('close', () => lost());
  return {
    post: async (path, headers, body) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) throw new Error('the connection has ended');
        waiting = { resolve, reject };
        const all = { host: `${hostname}:${port}`, ...headers, 'content-length': Buffer.byteLength(body) };
        const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
        socket.write([`POST ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'));
      }),
    close: () => socket.destroy(),
  };
};
