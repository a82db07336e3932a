import { get } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';

/** Opens a connection to the browser's port inside the desktop. */
export type DialBrowser = () => Promise<Socket>;

/** A page, or a frame from another site, which runs in its own process. */
export interface Target {
  readonly sessionId: string;
  /** For a frame, the id by which its parent document refers to it. */
  readonly targetId: string;
  readonly type: 'page' | 'iframe';
}

/** A page's message box. While it is open, the page does not respond. */
export interface PageDialog {
  readonly type: string;
  readonly message: string;
  readonly defaultPrompt: string;
}

type Fields = Readonly<Record<string, unknown>>;

const ANSWER_WITHIN_MS = 2_000;
const MAX_ANSWER = 32 * 1024 * 1024;

/**
 * A DevTools protocol client for a desktop's browser. It keeps one connection for as long as the browser runs, because a message
 * box's text is only sent to clients that are connected when it opens.
 */
export class Browser {
  readonly #dial: DialBrowser;
  readonly #targets = new Map<string, Target>();
  readonly #dialogs = new Map<string, PageDialog>();
  readonly #waiting = new Map<number, (answer: Fields) => void>();
  #socket: WebSocket | undefined;
  #calls = 0;
  #refs: number;

  /** @param firstRef first number for elements; not 1 if an earlier process may already have assigned numbers */
  constructor(dial: DialBrowser, firstRef = 1) {
    this.#dial = dial;
    this.#refs = firstRef;
  }

  /**
   * Connects if there is no connection yet.
   * @returns whether a browser responds
   */
  async connect(): Promise<boolean> {
    if (this.#socket?.readyState === WebSocket.OPEN) return true;
    this.#targets.clear();
    this.#dialogs.clear();
    try {
      const { webSocketDebuggerUrl } = JSON.parse(await fetchText(await this.#dial(), '/json/version')) as {
        readonly webSocketDebuggerUrl: string;
      };
      this.#socket = await this.#open(new URL(webSocketDebuggerUrl).pathname);
      await this.#attachAll();
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the tabs and windows, but not frames from other sites. */
  pages(): readonly Target[] {
    return [...this.#targets.values()].filter(({ type }) => type === 'page');
  }

  /** Returns the target of a frame that runs in its own process. */
  frame(frameId: string): Target | undefined {
    return [...this.#targets.values()].find(
      ({ targetId, type }) => type === 'iframe' && targetId === frameId,
    );
  }

  dialog({ sessionId }: Target): PageDialog | undefined {
    return this.#dialogs.get(sessionId);
  }

  /** Number for the next new element. No number is used twice. */
  get nextRef(): number {
    return this.#refs;
  }

  /** Records that `count` numbers, starting at {@link nextRef}, have been assigned. */
  refsGiven(count: number): void {
    this.#refs += count;
  }

  /**
   * Calls one of the browser's DevTools methods.
   * @throws if the browser refuses or does not respond in time, for example because a message box blocks the page
   */
  async call(target: Target | undefined, method: string, params: Fields = {}): Promise<Fields> {
    const id = (this.#calls += 1);
    const answered = new Promise<Fields>((resolve) => this.#waiting.set(id, resolve));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Fields>((resolve) => {
      timer = setTimeout(() => resolve({ error: 'late' }), ANSWER_WITHIN_MS);
    });
    const sessionId = target?.sessionId;
    this.#socket?.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
    const { error, result } = await Promise.race([answered, late]);
    clearTimeout(timer);
    this.#waiting.delete(id);
    if (error !== undefined || result === undefined)
      throw new Error(`the browser did not respond to ${method}`);
    return result as Fields;
  }

  close(): void {
    this.#socket?.terminate();
  }

  async #open(path: string): Promise<WebSocket> {
    const stream = await this.#dial();
    const socket = new WebSocket(`ws://127.0.0.1:9222${path}`, {
      createConnection: () => stream,
      maxPayload: MAX_ANSWER,
      perMessageDeflate: false,
      handshakeTimeout: ANSWER_WITHIN_MS,
    });
    socket.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString('utf8')) as Fields));
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('close', reject);
      socket.once('error', reject);
    });
    socket.on('error', () => socket.terminate());
    return socket;
  }

  async #attachAll(target?: Target): Promise<void> {
    const filter = [{ type: 'page' }, { type: 'iframe' }];
    await this.call(target, 'Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: true,
      filter,
    });
  }

  #hear({ id, method, params, sessionId, ...answer }: Fields): void {
    if (typeof id === 'number') return this.#waiting.get(id)?.(answer);
    const about = (params ?? {}) as Fields;
    if (method === 'Target.attachedToTarget') this.#attached(about);
    else if (method === 'Target.detachedFromTarget') this.#targets.delete(String(about['sessionId']));
    else if (method === 'Page.javascriptDialogClosed') this.#dialogs.delete(String(sessionId));
    else if (method === 'Page.javascriptDialogOpening') {
      const { type, message, defaultPrompt = '' } = about as unknown as PageDialog;
      this.#dialogs.set(String(sessionId), { type, message, defaultPrompt });
    }
  }

  #attached({ sessionId, targetInfo }: Fields): void {
    const { targetId, type } = targetInfo as { readonly targetId: string; readonly type: Target['type'] };
    const target = { sessionId: String(sessionId), targetId, type };
    this.#targets.set(target.sessionId, target);
    void this.#attachAll(target).catch(() => undefined);
    if (type === 'page') void this.call(target, 'Page.enable').catch(() => undefined);
  }
}

const fetchText = async (socket: Socket, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = get(
      {
        path,
        host: '127.0.0.1',
        port: 9222,
        // Use this connection, because an agent would open its own connections.
        createConnection: () => socket,
        timeout: ANSWER_WITHIN_MS,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > MAX_ANSWER) request.destroy(new Error('the browser sent too much data'));
        });
        response.on('end', () => resolve(text));
      },
    );
    request.on('timeout', () => request.destroy(new Error('the browser does not respond')));
    request.on('error', reject);
  });
