import { setTimeout as sleep } from 'node:timers/promises';
import type { ActionName, OperatorAction } from '../../contract/operator-action.ts';
import { cut, differingPixels, enlarge, type Frame } from '../rfb/frame.ts';
import type { RfbClient } from '../rfb/client.ts';
import { Keyboard } from './keyboard.ts';
import { Pointer } from './pointer.ts';
import { settle, SETTLING, untilShown } from './settle.ts';

/** Result of an action. */
export interface Performed {
  /** The screen or the requested part of it. */
  readonly frame: Frame;
  /** Milliseconds until the action was sent, and then until the screen stopped changing. */
  readonly actMs: number;
  readonly settleMs: number;
  readonly cursor: readonly [x: number, y: number];
  /** Whether the entered text was rejected: not a single pixel on the screen changed, or the field refused the text. */
  readonly untaken: boolean;
}

/**
 * Maximum time until a program appears. A browser or an office program takes a few seconds, and several times that on a busy
 * machine.
 */
const SHOWN_WITHIN_MS = 60_000;

const TAKEN_WITHIN_MS = 3_000;

export type Program = 'browser' | 'browser-observed' | 'writer' | 'calc';

/** Starts the desktop's programs and fills in fields in its browser. */
export interface Programs {
  readonly launch: (program: Program, address: string | undefined) => Promise<void>;
  /** Returns whether a running program took over the latest launch. If so, it shows a new page or window at once. */
  readonly isTaken: () => Promise<boolean>;
  /**
   * Sets a field on the browser's page.
   * @returns whether the field accepted the value
   */
  readonly fill: (ref: string, text: string) => Promise<boolean>;
}

/** Performs an operator's actions on one desktop, one after the other. */
export class Driver {
  readonly #client: RfbClient;
  readonly #programs: Programs;
  readonly #pointer: Pointer;
  readonly #keyboard: Keyboard;

  constructor(client: RfbClient, programs: Programs) {
    this.#client = client;
    this.#programs = programs;
    this.#pointer = new Pointer(client);
    this.#keyboard = new Keyboard(client);
  }

  /**
   * Performs an action and waits until the screen settles.
   * @param action an action that passed the action check
   * @throws if the desktop is lost in the meantime
   */
  async perform(action: OperatorAction): Promise<Performed> {
    if (action.action === 'open_app') return this.#open(action);
    const before = action.action === 'type' ? await this.#client.screen() : undefined;
    const begun = performance.now();
    const filled = action.action !== 'fill' || (await this.#programs.fill(action.ref, action.text));
    const acted = action.action === 'fill' || (await this.#act(action));
    const actMs = performance.now() - begun;
    const settleMs = acted ? (await settle(this.#client, SETTLING.action)).ms : 0;
    const untaken = !filled || (before !== undefined && (await this.#isUntaken(before)));
    const after = await this.#client.screen();
    return { frame: view(after, action), actMs, settleMs, cursor: this.#pointer.at, untaken };
  }

  /** The pointer's position. */
  get pointer(): readonly [x: number, y: number] {
    return this.#pointer.at;
  }

  /** Enters text without waiting for the screen to show it. */
  async enter(text: string, how: 'typed' | 'pasted'): Promise<void> {
    await (how === 'typed' ? this.#keyboard.type(text) : this.#keyboard.paste(text));
  }

  /** Releases a button that an action left down. Until then, the desktop ignores all other viewers' pointers. */
  letGo(): void {
    this.#pointer.letGo();
  }

  async #open({ app, url }: Extract<OperatorAction, { action: 'open_app' }>): Promise<Performed> {
    const before = await this.#client.screen();
    const begun = performance.now();
    await this.#programs.launch(app, url);
    const actMs = performance.now() - begun;
    const shown = await untilShown(this.#client, before, {
      isTaken: async () => this.#programs.isTaken(),
      capMs: SHOWN_WITHIN_MS,
    });
    const settled = await settle(this.#client, SETTLING[shown.how]);
    const frame = await this.#client.screen();
    return { frame, actMs, settleMs: shown.ms + settled.ms, cursor: this.#pointer.at, untaken: false };
  }

  /** Returns whether the screen has not changed. On a busy machine a program may take some time to show what was typed. */
  async #isUntaken(before: Frame): Promise<boolean> {
    const isSame = async (): Promise<boolean> => differingPixels(before, await this.#client.screen()) === 0;
    if (!(await isSame())) return false;
    await this.#client.changes(TAKEN_WITHIN_MS);
    return isSame();
  }

  /** @returns whether the action may change the screen */
  async #act(action: OperatorAction): Promise<boolean> {
    const act = this.#acts[action.action] as ((action: OperatorAction) => Promise<void> | void) | undefined;
    await act?.(action);
    return act !== undefined && action.action !== 'wait';
  }

  /** Each action's implementation. Actions that only look at the screen have no entry. */
  readonly #acts: { readonly [N in ActionName]?: (action: Of<N>) => Promise<void> | void } = {
    click: async ({ at, button, count, modifiers }) =>
      this.#keyboard.with(modifiers ?? [], () => this.#pointer.click(at, button ?? 'left', count ?? 1)),
    drag: async ({ path, modifiers }) => this.#keyboard.with(modifiers ?? [], () => this.#pointer.drag(path)),
    scroll: async ({ at, dx, dy, modifiers }) =>
      this.#keyboard.with(modifiers ?? [], () => this.#pointer.scroll(at, dx ?? 0, dy ?? 0)),
    move: async ({ at }) => this.#pointer.move(at),
    down: ({ button }) => this.#pointer.down(button ?? 'left'),
    up: async ({ button }) => this.#pointer.up(button ?? 'left'),
    type: async ({ text }) => this.#keyboard.type(text),
    key: async ({ keys, repeat }) => this.#keyboard.press(keys, repeat ?? 1),
    hold: async ({ keys, ms }) => this.#keyboard.hold(keys, ms),
    wait: async ({ ms }) => {
      await sleep(ms);
    },
  };
}

type Of<N extends ActionName> = Extract<OperatorAction, { action: N }>;

const view = (screen: Frame, action: OperatorAction): Frame => {
  if (action.action !== 'zoom') return screen;
  const [x0, y0, x1, y1] = action.region;
  const width = x1 - x0;
  const height = y1 - y0;
  const factor = Math.max(
    1,
    Math.min(Math.floor(screen.width / width), Math.floor(screen.height / height), 8),
  );
  return enlarge(cut(screen, { x: x0, y: y0, width, height }), factor);
};
