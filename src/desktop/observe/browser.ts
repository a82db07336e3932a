import { get } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';

/** Opens a connection to the browser's port within the desktop. */
export type DialBrowser = () => Promise<Socket>;

interface Target {
  readonly type: string;
  readonly webSocketDebuggerUrl?: string;
}

const ANSWER_WITHIN_MS = 2_000;
const MAX_ANSWER = 1024 * 1024;

/**
 * Evaluates an expression in the page that the browser shows, by the DevTools protocol.
 * @returns its value; undefined where no page is shown or the page does not answer, for one behind a dialog
 */
export const evaluateInPage = async (dial: DialBrowser, expression: string): Promise<unknown> => {
  for (const target of await pages(dial)) {
    const value = await evaluate(
      dial,
      target,
      `document.visibilityState === 'visible' ? (${expression}) : null`,
    );
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
};

const pages = async (dial: DialBrowser): Promise<readonly string[]> => {
  try {
    const targets = JSON.parse(await fetchText(await dial(), '/json/list')) as readonly Target[];
    return targets.flatMap(({ type, webSocketDebuggerUrl }) =>
      type === 'page' && webSocketDebuggerUrl !== undefined ? [new URL(webSocketDebuggerUrl).pathname] : [],
    );
  } catch {
    return [];
  }
};

const fetchText = async (socket: Socket, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = get(
      {
        path,
        host: '127.0.0.1',
        port: 9222,
        // Without an agent: one would make connections of its own.
        createConnection: () => socket,
        timeout: ANSWER_WITHIN_MS,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > MAX_ANSWER) request.destroy(new Error('the browser says too much'));
        });
        response.on('end', () => resolve(text));
      },
    );
    request.on('timeout', () => request.destroy(new Error('the browser does not answer')));
    request.on('error', reject);
  });

const evaluate = async (dial: DialBrowser, path: string, expression: string): Promise<unknown> => {
  const stream = await dial();
  const socket = new WebSocket(`ws://127.0.0.1:9222${path}`, {
    createConnection: () => stream,
    maxPayload: MAX_ANSWER,
    perMessageDeflate: false,
  });
  return new Promise((resolve) => {
    const done = (value: unknown): void => {
      clearTimeout(timer);
      socket.terminate();
      resolve(value);
    };
    const timer = setTimeout(() => done(undefined), ANSWER_WITHIN_MS);
    socket.on('error', () => done(undefined));
    socket.on('close', () => done(undefined));
    socket.on('open', () => {
      const params = { expression, returnByValue: true, timeout: ANSWER_WITHIN_MS };
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
    });
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString('utf8')) as {
        id?: number;
        result?: { result?: { value?: unknown } };
      };
      if (message.id === 1) done(message.result?.result?.value);
    });
  });
};
