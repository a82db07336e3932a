import { get } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { COVER } from './cover.ts';
import { WORLD } from './world.ts';

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

/** A page's request for a file. */
export interface FileChooser {
  readonly target: Target;
  /** The field that gets the file. */
  readonly backendNodeId: number;
}

type Fields = Readonly<Record<string, unknown>>;

const ANSWER_WITHIN_MS = 2_000;
const MAX_ANSWER = 32 * 1024 * 1024;
/**
 * How often the browser retries a lost connection, and covers unresponsive pages again, while secrets are
 * hidden.
 */
const STAY_MS = 500;

/** Resolves once a page that is visible has been drawn anew. */
const DRAWN = `document.visibilityState !== 'visible' ||
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))`;

/**
 * A DevTools protocol client for a desktop's browser. It keeps one connection for as long as the browser runs, because a message
 * box's text is only sent to clients that are connected when it opens.
 */
export class Browser {
  readonly #dial: DialBrowser;
  readonly #targets = new Map<string, Target>();
  readonly #dialogs = new Map<string, PageDialog>();
  readonly #waiting = new Map<number, (answer: Fields) => void>();
  /** Texts that no page, picture or observation may show. */
  #hidden: readonly string[] = [];
  #onChooser: ((chooser: FileChooser | undefined) => void) | undefined;
  #socket: WebSocket | undefined;
  #connecting: Promise<boolean> | undefined;
  /** Work in progress on the pages that were found, and those pages on which everything hidden is covered. */
  readonly #preparing = new Set<Promise<unknown>>();
  readonly #covered = new Set<string>();
  #stays = false;
  #closed = false;
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
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  async #connect(): Promise<boolean> {
    if (this.#isOpen) return true;
    this.#targets.clear();
    this.#dialogs.clear();
    this.#covered.clear();
    try {
      const { webSocketDebuggerUrl } = JSON.parse(await fetchText(await this.#dial(), '/json/version')) as {
        readonly webSocketDebuggerUrl: string;
      };
      this.#socket = await this.#open(new URL(webSocketDebuggerUrl).pathname);
      await this.#attachAll();
      if (this.#hidden.length > 0) await this.#drawCovered();
      return true;
    } catch {
      return false;
    }
  }

  get #isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Waits until earlier drawings are covered on the screen, too. */
  async #drawCovered(): Promise<void> {
    await this.isCovered();
    await Promise.allSettled(
      this.pages().map(async (page) =>
        this.call(page, 'Runtime.evaluate', { expression: DRAWN, awaitPromise: true }),
      ),
    );
  }

  /** Returns whether everything hidden is covered on all pages. A page that does not respond is not covered. */
  async isCovered(): Promise<boolean> {
    while (this.#preparing.size > 0) await Promise.allSettled(this.#preparing);
    return [...this.#targets.keys()].every((session) => this.#covered.has(session));
  }

  /** Returns the tabs and windows, but not frames from other sites. */
  pages(): readonly Target[] {
    return [...this.#targets.values()].filter(({ type }) => type === 'page');
  }

  /** Texts that nobody may see, because they are secrets. */
  get hidden(): readonly string[] {
    return this.#hidden;
  }

  /**
   * Covers these texts on all open and future pages. From then on the connection is kept, because a page that
   * opens without it would not be covered.
   */
  async cover(texts: readonly string[]): Promise<void> {
    if (texts.every((text) => this.#hidden.includes(text))) return;
    // Longer texts first, because one may contain another.
    this.#hidden = texts.toSorted((a, b) => b.length - a.length);
    this.#covered.clear();
    if (this.#isOpen) {
      await this.#attachAll();
      this.#coverRest();
      await this.isCovered();
    } else await this.connect();
    if (!this.#stays) void this.#stay();
  }

  /** Reconnects whenever the connection is lost, and covers pages that did not respond. */
  async #stay(): Promise<void> {
    this.#stays = true;
    while (!this.#closed) {
      if (await this.connect()) this.#coverRest();
      await this.isCovered();
      await sleep(STAY_MS, undefined, { ref: false });
    }
  }

  #coverRest(): void {
    for (const target of this.targets())
      if (!this.#covered.has(target.sessionId)) this.#prepare(this.#coverOn(target));
  }

  #prepare(work: Promise<unknown>): void {
    const done = work.catch(() => undefined).finally(() => this.#preparing.delete(done));
    this.#preparing.add(done);
  }

  /** Returns all tabs, windows and frames from other sites. */
  targets(): readonly Target[] {
    return [...this.#targets.values()];
  }

  /** Resolves when a page asks for a file, or with undefined if none does in time. Dialogs have to be intercepted. */
  async nextFileChooser(withinMs: number): Promise<FileChooser | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#onChooser?.(undefined), withinMs);
      this.#onChooser = (chooser) => {
        clearTimeout(timer);
        this.#onChooser = undefined;
        resolve(chooser);
      };
    });
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
  async call(
    target: Target | undefined,
    method: string,
    params: Fields = {},
    withinMs = ANSWER_WITHIN_MS,
  ): Promise<Fields> {
    const id = (this.#calls += 1);
    const answered = new Promise<Fields>((resolve) => this.#waiting.set(id, resolve));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Fields>((resolve) => {
      timer = setTimeout(() => resolve({ error: 'late' }), withinMs);
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
    this.#closed = true;
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
      // A page must not be drawn before its secrets are covered.
      waitForDebuggerOnStart: this.#hidden.length > 0,
      flatten: true,
      filter,
    });
  }

  #hear({ id, method, params, sessionId, ...answer }: Fields): void {
    if (typeof id === 'number') return this.#waiting.get(id)?.(answer);
    const about = (params ?? {}) as Fields;
    if (method === 'Target.attachedToTarget') this.#attached(about);
    else if (method === 'Target.detachedFromTarget') this.#targets.delete(String(about['sessionId']));
    else if (method === 'Page.fileChooserOpened') this.#asked(String(sessionId), about);
    else if (method === 'Page.javascriptDialogClosed') this.#dialogs.delete(String(sessionId));
    else if (method === 'Page.javascriptDialogOpening') {
      const { type, message, defaultPrompt = '' } = about as unknown as PageDialog;
      this.#dialogs.set(String(sessionId), { type, message, defaultPrompt });
    }
  }

  #asked(sessionId: string, { backendNodeId }: Fields): void {
    const target = this.#targets.get(sessionId);
    if (target !== undefined && typeof backendNodeId === 'number')
      this.#onChooser?.({ target, backendNodeId });
  }

  #attached({ sessionId, targetInfo }: Fields): void {
    const { targetId, type } = targetInfo as { readonly targetId: string; readonly type: Target['type'] };
    const target = { sessionId: String(sessionId), targetId, type };
    this.#targets.set(target.sessionId, target);
    this.#prepare(this.#attachAll(target));
    this.#prepare(this.call(target, 'Page.enable'));
    if (this.#hidden.length === 0) return;
    this.#prepare(this.#coverOn(target));
    // The browser executes a session's calls in order.
    void this.call(target, 'Runtime.runIfWaitingForDebugger').catch(() => undefined);
  }

  async #coverOn(target: Target): Promise<void> {
    const hidden = this.#hidden;
    await this.call(target, 'Page.addScriptToEvaluateOnNewDocument', {
      source: `(${COVER})(${JSON.stringify(hidden)})`,
      worldName: WORLD,
      runImmediately: true,
    });
    if (hidden === this.#hidden) this.#covered.add(target.sessionId);
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
