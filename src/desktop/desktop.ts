import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type OperatorAction, SCREEN } from '../contract/operator-action.ts';
import { ControlGate } from './control.ts';
import { Driver, type Performed, type Program } from './driver/driver.ts';
import { DesktopLostError } from './errors.ts';
import { Browser } from './observe/browser.ts';
import { fillElement } from './observe/element-place.ts';
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
  /** Ends and removes the container. */
  readonly release: (running: RunningDesktop) => Promise<void>;
}

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
  /** Resolves when the desktop is gone. */
  readonly closed: Promise<void>;
  readonly #running: RunningDesktop;
  readonly #options: DesktopOptions;
  readonly #driver: Driver;
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
    this.#driver = new Driver(running.client, {
      launch: async (program, address) => this.#launch(program, address),
      isTaken: async () => (await running.commands.run('opened')) === 'taken',
      fill: async (ref, text) => fillElement(this.browser, ref, text),
    });
    this.browser = new Browser(
      async () => this.#dialBrowser(),
      // Start at another number, so that element numbers assigned by an earlier process do not refer to other elements now.
      options.joined === true ? 1_000 + (Math.trunc(Date.now() / 1_000) % 10_000_000) : 1,
    );
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

  /** Keeps all input of the agent and of persons from the desktop until {@link thaw}. Its programs go on by themselves. */
  freeze(): void {
    this.#running.client.freeze();
    this.control.freeze();
  }

  thaw(): void {
    this.#running.client.thaw();
    this.control.thaw();
  }

  /**
   * Returns the current screen.
   * @throws DesktopLostError
   */
  async screen(): Promise<Frame> {
    return this.#guarded(async () => this.#running.client.screen());
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
    return this.#guarded(async () => this.#running.commands.run('active'));
  }

  /**
   * Opens a new RFB session with the desktop. The session starts with the server's greeting.
   * @throws DesktopLostError
   */
  async dial(): Promise<Socket> {
    return this.#guarded(async () => dialRfb(this.#running.sockets, this.#running.commands));
  }

  /**
   * Opens a connection to the browser's DevTools port, if the browser was started with observation enabled.
   * @throws DesktopLostError
   */
  async #dialBrowser(): Promise<Socket> {
    const { sockets, commands } = this.#running;
    return this.#guarded(async () =>
      sockets.next('observe', () => void commands.run('observe').catch(() => undefined)),
    );
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
    await setImmediate();
    await this.#running.client.screen();
  }

  async #launch(program: Program, address: string | undefined): Promise<void> {
    const name = program === 'browser' && this.#options.observed ? 'browser-observed' : program;
    // Writes the address in the browser's own form, because a space in it would end the command's argument.
    const words = address === undefined ? [] : [new URL(address).href];
    await this.#running.commands.run('open', name, ...words);
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
