import { setTimeout as sleep } from 'node:timers/promises';
import type { ActionName, OperatorAction } from '../../contract/operator-action.ts';
import type { Refusal } from '../../governance/operators/check-action.ts';
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
  /** Why the input was not accepted; `no-focus` means that not a single pixel on the screen changed. */
  readonly untaken: Untaken | undefined;
}

export type Untaken = Extract<
  Refusal,
  | 'no-focus'
  | 'part-typed'
  | 'not-taken'
  | 'no-chooser'
  | 'unknown-file'
  | 'no-field'
  | 'unknown-secret'
  | 'code-used'
  | 'not-bound'
>;

/** Actions that work on the browser's page instead of the screen. */
export type PageAction = Of<'fill' | 'upload' | 'type_secret'>;

/**
 * Maximum time until a program appears. A browser or an office program takes a few seconds, and several times that on a busy
 * machine.
 */
const SHOWN_WITHIN_MS = 60_000;

/** Long, because a model that learns too early that nothing was typed would type it again. */
const TAKEN_WITHIN_MS = 8_000;

export type Program = 'browser' | 'browser-observed' | 'writer' | 'calc';

/** Starts the desktop's programs and fills in fields in its browser. */
export interface Programs {
  readonly launch: (
    program: Program,
    what: { readonly url?: string; readonly file?: string },
  ) => Promise<void>;
  /** Returns the screen, with hidden parts painted over. */
  readonly picture: () => Promise<Frame>;
  /** Whether secrets are hidden, so that copied content may not be pasted elsewhere. */
  readonly hidesSecrets: () => boolean;
  /** Returns the path of a named file; undefined if there is none. */
  readonly findFile: (name: string) => Promise<string | undefined>;
  /** Returns whether a running program took over the latest launch. If so, it shows a new page or window at once. */
  readonly isTaken: () => Promise<boolean>;
  /**
   * Works on the browser's page.
   * @param click clicks at a place on the screen
   * @returns why the page did not take it
   */
  readonly onPage: (
    action: PageAction,
    click: (at: readonly [number, number]) => Promise<void>,
  ) => Promise<Untaken | undefined>;
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
    // Whatever the last action copied or selected is discarded, because it may be a part of a secret.
    if (this.#programs.hidesSecrets()) void this.#client.clipboard.offer('');
    if (action.action === 'open_app') return this.#open(action);
    const before = action.action === 'type' ? await this.#client.screen() : undefined;
    const begun = performance.now();
    const act = this.#acts[action.action] as Act<OperatorAction> | undefined;
    const refused = (await act?.(action)) ?? undefined;
    const actMs = performance.now() - begun;
    const mayChange = act !== undefined && action.action !== 'wait';
    const settleMs = mayChange ? (await settle(this.#client, SETTLING.action)).ms : 0;
    const missed = before !== undefined && (await this.#isUntaken(before));
    const untaken = missed ? 'no-focus' : refused;
    const after = await this.#programs.picture();
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

  async #onPage(action: PageAction): Promise<Untaken | undefined> {
    return this.#programs.onPage(action, async (at) => this.#pointer.click(at, 'left', 1));
  }

  async #open({ app, url, file: name }: Of<'open_app'>): Promise<Performed> {
    const before = await this.#client.screen();
    const begun = performance.now();
    const file = name === undefined ? undefined : await this.#programs.findFile(name);
    if (name !== undefined && file === undefined) {
      const frame = await this.#programs.picture();
      return { frame, actMs: 0, settleMs: 0, cursor: this.#pointer.at, untaken: 'unknown-file' };
    }
    await this.#programs.launch(app, {
      ...(url !== undefined && { url }),
      ...(file !== undefined && { file }),
    });
    const actMs = performance.now() - begun;
    const shown = await untilShown(this.#client, before, {
      isTaken: async () => this.#programs.isTaken(),
      capMs: SHOWN_WITHIN_MS,
    });
    const settled = await settle(this.#client, SETTLING[shown.how]);
    const frame = await this.#programs.picture();
    return { frame, actMs, settleMs: shown.ms + settled.ms, cursor: this.#pointer.at, untaken: undefined };
  }

  /** Returns whether the screen has not changed. On a busy machine a program may take some time to show what was typed. */
  async #isUntaken(before: Frame): Promise<boolean> {
    const isSame = async (): Promise<boolean> => differingPixels(before, await this.#client.screen()) === 0;
    if (!(await isSame())) return false;
    await this.#client.changes(TAKEN_WITHIN_MS);
    return isSame();
  }

  /** Each action's implementation. Actions that only look at the screen have no entry. */
  readonly #acts: { readonly [N in ActionName]?: Act<Of<N>> } = {
    click: async ({ at, button, count, modifiers }) =>
      this.#keyboard.with(modifiers ?? [], () => this.#pointer.click(at, button ?? 'left', count ?? 1)),
    drag: async ({ path, modifiers }) => this.#keyboard.with(modifiers ?? [], () => this.#pointer.drag(path)),
    scroll: async ({ at, dx, dy, modifiers }) =>
      this.#keyboard.with(modifiers ?? [], () => this.#pointer.scroll(at, dx ?? 0, dy ?? 0)),
    move: async ({ at }) => this.#pointer.move(at),
    down: ({ button }) => this.#pointer.down(button ?? 'left'),
    up: async ({ button }) => this.#pointer.up(button ?? 'left'),
    type: async ({ text }) => ((await this.#keyboard.type(text)) ? undefined : 'part-typed'),
    fill: async (action) => this.#onPage(action),
    upload: async (action) => this.#onPage(action),
    type_secret: async (action) => this.#onPage(action),
    key: async ({ keys, repeat }) => this.#keyboard.press(keys, repeat ?? 1),
    hold: async ({ keys, ms }) => this.#keyboard.hold(keys, ms),
    wait: async ({ ms }) => {
      await sleep(ms);
    },
  };
}

type Of<N extends ActionName> = Extract<OperatorAction, { action: N }>;

/** Performs an action. @returns why what was entered was not taken */
type Act<A> = (action: A) => Promise<Untaken | undefined | void> | void;

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
