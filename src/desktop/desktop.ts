import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type OperatorAction, SCREEN } from '../contract/operator-action.ts';
import { ControlGate } from './control.ts';
import { Driver, type PageAction, type Performed, type Program, type Untaken } from './driver/driver.ts';
import { DesktopLostError } from './errors.ts';
import { Browser } from './observe/browser.ts';
import { DesktopFiles } from './files.ts';
import { fillElement } from './observe/element-place.ts';
import { chooseFile } from './observe/file-chooser.ts';
import { type OpenCredential, Secrets } from './secrets/secrets.ts';
import { blank, paintOver } from './secrets/paint-over.ts';
import { Pause, type Processes } from './pause.ts';
import type { Frame } from './rfb/frame.ts';
import { dialRfb, type RunningDesktop } from './start.ts';

export interface DesktopOwner {
  readonly teamId: string;
  readonly run: string;
}

export interface DesktopOptions extends DesktopOwner {
  readonly lifetimeMs: number;
  /** Whether the browser also reports its page as text, because it listens for requests inside the desktop. */
  readonly observed: boolean;
  /** Whether an earlier process already held the desktop. */
  readonly joined?: boolean;
  /** Stops and continues the container's processes. */
  readonly processes: Processes;
  readonly onError: (error: unknown) => void;
  /** Ends and removes the container. */
  readonly release: (running: RunningDesktop) => Promise<void>;
}

/** Maximum time until a browser responds that has just been started. */
const BROWSER_WITHIN_MS = 45_000;
const BROWSER_LOOK_MS = 100;

/** A desktop that belongs to one run until it is closed or its lifetime ends. */
export class Desktop {
  readonly id: string;
  readonly teamId: string;
  readonly run: string;
  readonly size = SCREEN;
  /** Decides who may act: the agent or a person. */
  readonly control: ControlGate;
  /** Reports the browser's page, if the browser was started with observation enabled. */
  readonly browser: Browser;
  /** Carries files to and from the desktop. */
  readonly files: DesktopFiles;
  /** Resolves when the desktop is gone. */
  readonly closed: Promise<void>;
  readonly #running: RunningDesktop;
  readonly #options: DesktopOptions;
  readonly #driver: Driver;
  readonly #secrets = new Secrets();
  readonly #pause: Pause;
  readonly #life: NodeJS.Timeout;
  readonly #atClose: (() => Promise<void>)[] = [];
  #closing: Promise<void> | undefined;
  #gone!: () => void;

  constructor(running: RunningDesktop, options: DesktopOptions) {
    this.id = running.sandboxId;
    this.teamId = options.teamId;
    this.run = options.run;
    this.#running = running;
    this.#options = options;
    this.closed = new Promise((resolve) => (this.#gone = resolve));
    this.#pause = new Pause(options.processes, options.onError);
    this.#driver = new Driver(running.client, {
      launch: async (program, what) => this.#launch(program, what),
      picture: async () => this.#picture(),
      hidesSecrets: () => this.browser.hidden.length > 0,
      findFile: async (name) => this.findFile(name),
      isTaken: async () => (await this.#command('opened')) === 'taken',
      onPage: async (action, click) => this.#onPage(action, click),
    });
    this.browser = new Browser(
      async () => this.#dialBrowser(),
      // Start at another number, so that element numbers assigned by an earlier process do not refer to other elements now.
      options.joined === true ? 1_000 + (Math.trunc(Date.now() / 1_000) % 10_000_000) : 1,
    );
    this.files = new DesktopFiles(async (...words) => this.#dialFiles(words));
    this.control = new ControlGate(
      () => this.#driver.letGo(),
      async () => this.#settled(),
    );
    this.#life = setTimeout(() => void this.close(), options.lifetimeMs);
    this.#life.unref();
    // Close when either connection ends, because the desktop is useless without both.
    void running.client.ended.then(() => this.close());
    void running.commands.ended.then(() => this.close());
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /** Path on which the desktop's egress proxy has to listen. */
  get egressSocket(): string {
    return this.#running.sockets.egress;
  }

  /**
   * Performs one action as soon as no person is in control.
   * @throws DesktopLostError
   */
  async perform(action: OperatorAction, signal?: AbortSignal): Promise<Performed> {
    return this.#guarded(() => this.control.act(async () => this.#driver.perform(action), signal));
  }

  /**
   * Enters text for the person in control; pasted text is entered in one piece. Characters that the desktop's keyboard lacks are
   * entered through its clipboard, because the first stroke of a key created for such a character is lost.
   * @throws DesktopLostError
   */
  async enter(text: string, how: 'typed' | 'pasted'): Promise<void> {
    await this.#guarded(async () => {
      await this.#settled();
      await this.#driver.enter(text, how);
    });
  }

  /**
   * Blocks all input of the agent and of people until {@link thaw}, and stops the desktop's programs as soon
   * as the keys and buttons that a person held down are released.
   */
  freeze(): void {
    this.#running.client.freeze();
    this.control.freeze();
    this.#pause.set(true);
  }

  thaw(): void {
    this.#pause.set(false);
    this.#running.client.thaw();
    this.control.thaw();
  }

  /** Whether the desktop's programs are stopped, or soon will be. */
  get isFrozen(): boolean {
    return this.#pause.isWanted;
  }

  /**
   * Returns the current screen, or the last known one while the desktop is frozen.
   * @throws DesktopLostError
   */
  async screen(): Promise<Frame> {
    if (this.#pause.isWanted && !this.isClosed) {
      const last = this.#running.client.lastScreen();
      return this.browser.hidden.length === 0 ? last : blank(last);
    }
    return this.#guarded(async () => this.#picture());
  }

  async #picture(): Promise<Frame> {
    return paintOver(this.browser, {
      isBrowsing: async () => (await this.#command('browsing')) !== 'no',
      screen: async () => this.#running.client.screen(),
    });
  }

  /** The pointer's position. */
  get pointer(): readonly [x: number, y: number] {
    return this.#driver.pointer;
  }

  /**
   * Returns the focused window's class, which is the name that its program gives itself, or `none` if no window has the focus.
   * @throws DesktopLostError
   */
  async activeWindow(): Promise<string> {
    return this.#guarded(async () => this.#command('active'));
  }

  /**
   * Opens a new RFB session with the desktop. The session starts with the server's greeting.
   * @throws DesktopLostError
   */
  async dial(): Promise<Socket> {
    const { sockets, commands } = this.#running;
    return this.#guarded(async () => this.#pause.during(async () => dialRfb(sockets, commands)));
  }

  /**
   * Opens a connection to the browser's DevTools port, if the browser was started with observation enabled.
   * @throws DesktopLostError
   */
  async #dialBrowser(): Promise<Socket> {
    const { sockets, commands } = this.#running;
    const dial = async (): Promise<Socket> =>
      sockets.next('observe', () => void commands.run('observe').catch(() => undefined));
    return this.#guarded(async () => this.#pause.during(dial));
  }

  async #dialFiles(words: readonly string[]): Promise<Socket> {
    const { sockets, commands } = this.#running;
    const [verb = '', ...rest] = words;
    const number = randomBytes(8).toString('hex');
    const ask = (): void => void commands.run(verb, number, ...rest).catch(() => undefined);
    const dial = async (): Promise<Socket> => sockets.next('files', ask, { number });
    return this.#guarded(async () => this.#pause.during(dial));
  }

  /** Registers a task that runs when the desktop ends for any reason. */
  onClose(task: () => Promise<void>): void {
    this.#atClose.push(task);
  }

  /** Destroys the desktop. Resolves once the container is gone. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Detaches from the desktop without ending it. Another process on this host may join it within its grace period. */
  async leave(): Promise<void> {
    if (this.#closing !== undefined) return this.#closing;
    this.#closing = this.#letGo(async () => this.#running.sockets.close(true));
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#letGo(async () => this.#options.release(this.#running));
  }

  async #letGo(end: () => Promise<void>): Promise<void> {
    clearTimeout(this.#life);
    this.#pause.end();
    this.control.close();
    this.browser.close();
    await Promise.allSettled(this.#atClose.map(async (task) => task()));
    await end();
    this.#gone();
  }

  /**
   * Waits until the desktop has processed everything that its viewers have sent. The server reads from all connections in each of
   * its rounds, so the answer to a later request comes from a later round.
   */
  async #settled(): Promise<void> {
    await this.#pause.during(async () => {
      await setImmediate();
      await this.#running.client.screen();
    });
  }

  async #command(...words: readonly string[]): Promise<string> {
    return this.#pause.during(async () => this.#running.commands.run(...words));
  }

  async #launch(
    program: Program,
    { url, file }: { readonly url?: string; readonly file?: string },
  ): Promise<void> {
    if (program === 'browser' && this.browser.hidden.length > 0) {
      await this.#browseGuarded(url);
      return;
    }
    const name = program === 'browser' && this.#options.observed ? 'browser-observed' : program;
    if (file !== undefined) {
      await this.#command('open-file', name, Buffer.from(file).toString('base64'));
      return;
    }
    // Writes the address in the browser's own form, because a space in it would end the command's argument.
    const words = url === undefined ? [] : [new URL(url).href];
    await this.#command('open', name, ...words);
  }

  /** Opens an empty page first and covers it, so that the first page with a secret is covered before it is drawn. */
  async #browseGuarded(url: string | undefined): Promise<void> {
    const words = url === undefined ? [] : [new URL(url).href];
    if (await this.browser.connect()) {
      await this.#command('open', 'browser-guarded', ...words);
      return;
    }
    await this.#command('open', 'browser-guarded', 'about:blank');
    const end = Date.now() + BROWSER_WITHIN_MS;
    while (!(await this.browser.connect()) || this.browser.pages().length === 0) {
      if (this.isClosed || Date.now() > end) throw new Error('the browser did not respond');
      await sleep(BROWSER_LOOK_MS);
    }
    const [page] = this.browser.pages();
    if (url === undefined || !(await this.browser.isCovered())) return;
    await this.browser.call(page, 'Page.bringToFront').catch(() => undefined);
    // A slow page continues to load.
    await this.browser.call(page, 'Page.navigate', { url: words[0] }).catch(() => undefined);
  }

  /** Lets the agent type these credentials, and hides all of their values. */
  async learn(credentials: readonly OpenCredential[]): Promise<void> {
    this.#secrets.learn(credentials);
    await this.browser.cover(this.#secrets.hidden);
  }

  /** Returns the path below the home folder of a file that the model names, with or without its folder. */
  async findFile(name: string): Promise<string | undefined> {
    const files = await this.files.list();
    const wanted = name.replace(/^(~|\/home\/operator)\//, '');
    return [wanted, `Documents/${wanted}`, `Downloads/${wanted}`].find((path) =>
      files.some((file) => file.path === path),
    );
  }

  async #onPage(
    action: PageAction,
    click: (at: readonly [number, number]) => Promise<void>,
  ): Promise<Untaken | undefined> {
    if (action.action === 'fill')
      return (await fillElement(this.browser, action.ref, action.text)) ? undefined : 'not-taken';
    if (action.action === 'type_secret') return this.#secrets.type(this.browser, action);
    const path = await this.findFile(action.file);
    if (path === undefined) return 'unknown-file';
    const chosen = await chooseFile(this.browser, `/home/operator/${path}`, async () => click(action.at));
    return chosen ? undefined : 'no-chooser';
  }

  async #guarded<T>(task: () => Promise<T>): Promise<T> {
    if (this.isClosed) throw new DesktopLostError();
    try {
      return await task();
    } catch (error) {
      if (this.isClosed || !this.#running.commands.alive) throw new DesktopLostError({ cause: error });
      throw error;
    }
  }
}
