import { setTimeout as sleep } from 'node:timers/promises';
import type { OperatorAction } from '../../contract/operator-action.ts';
import { cut, enlarge, type Frame } from '../rfb/frame.ts';
import type { RfbClient } from '../rfb/client.ts';
import { Keyboard } from './keyboard.ts';
import { Pointer } from './pointer.ts';
import { settle, SETTLING } from './settle.ts';

/** What an action left. */
export interface Performed {
  /** The screen, or the part of it that was asked for. */
  readonly frame: Frame;
  /** Until the action was sent, and until the screen stood still after it, in milliseconds. */
  readonly actMs: number;
  readonly settleMs: number;
  readonly cursor: readonly [x: number, y: number];
}

export type Program = 'browser' | 'browser-observed' | 'writer' | 'calc';

/** Starts a program of the desktop. */
export type Launch = (program: Program, address: string | undefined) => Promise<void>;

/** Does the actions of an operator on one desktop, one after the other. */
export class Driver {
  readonly #client: RfbClient;
  readonly #launch: Launch;
  readonly #pointer: Pointer;
  readonly #keyboard: Keyboard;

  constructor(client: RfbClient, launch: Launch) {
    this.#client = client;
    this.#launch = launch;
    this.#pointer = new Pointer(client);
    this.#keyboard = new Keyboard(client);
  }

  /**
   * @param action one that the action check has let through
   * @throws when the desktop goes away meanwhile
   */
  async perform(action: OperatorAction): Promise<Performed> {
    const begun = performance.now();
    const acted = await this.#act(action);
    const actMs = performance.now() - begun;
    const settleMs = await this.#settle(action, acted);
    const frame = view(await this.#client.screen(), action);
    return { frame, actMs, settleMs, cursor: this.#pointer.at };
  }

  async #settle({ action }: OperatorAction, acted: boolean): Promise<number> {
    if (!acted) return 0;
    const { ms } = await settle(this.#client, action === 'open_app' ? SETTLING.program : SETTLING.action);
    return ms;
  }

  /** @returns whether the screen may change for it */
  async #act(action: OperatorAction): Promise<boolean> {
    switch (action.action) {
      case 'click':
        await this.#keyboard.with(action.modifiers ?? [], () =>
          this.#pointer.click(action.at, action.button ?? 'left', action.count ?? 1),
        );
        return true;
      case 'drag':
        await this.#keyboard.with(action.modifiers ?? [], () => this.#pointer.drag(action.path));
        return true;
      case 'scroll':
        await this.#keyboard.with(action.modifiers ?? [], () =>
          this.#pointer.scroll(action.at, action.dx ?? 0, action.dy ?? 0),
        );
        return true;
      case 'move':
        this.#pointer.move(action.at);
        return true;
      case 'down':
        this.#pointer.down(action.button ?? 'left');
        return true;
      case 'up':
        this.#pointer.up(action.button ?? 'left');
        return true;
      case 'type':
        await this.#keyboard.type(action.text);
        return true;
      case 'key':
        await this.#keyboard.press(action.keys, action.repeat ?? 1);
        return true;
      case 'hold':
        await this.#keyboard.hold(action.keys, action.ms);
        return true;
      case 'open_app':
        await this.#launch(action.app, action.url);
        return true;
      case 'wait':
        await sleep(action.ms);
        return false;
      case 'screenshot':
      case 'zoom':
      case 'cursor':
      case 'finish':
        return false;
    }
  }
}

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
