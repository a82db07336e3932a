import { setTimeout as sleep } from 'node:timers/promises';
import type { RfbClient } from '../rfb/client.ts';

export type Point = readonly [x: number, y: number];
export type Button = 'left' | 'middle' | 'right';

const MASK: Readonly<Record<Button, number>> = { left: 1, middle: 2, right: 4 };
const WHEEL = { up: 8, down: 16, left: 32, right: 64 } as const;
/** Between the clicks of one double click; window systems take up to 400. */
const BETWEEN_CLICKS_MS = 60;
/** A drag is recognised by its motion: a jump would be a click at each end. */
const DRAG_STEP_PX = 24;
const DRAG_STEP_MS = 12;
const DRAG_TALK_MS = 250;
const DRAG_BEGINS_PX = 10;
const NOTCH_MS = 8;

/** The mouse of a desktop: where it is and which buttons are down. */
export class Pointer {
  readonly #client: RfbClient;
  #at: Point = [0, 0];
  #mask = 0;

  constructor(client: RfbClient) {
    this.#client = client;
  }

  get at(): Point {
    return this.#at;
  }

  move(to: Point): void {
    this.#at = to;
    this.#send();
  }

  down(button: Button): void {
    this.#mask |= MASK[button];
    this.#send();
  }

  up(button: Button): void {
    this.#mask &= ~MASK[button];
    this.#send();
  }

  /** Lets every button up. */
  letGo(): void {
    if (this.#mask === 0) return;
    this.#mask = 0;
    this.#send();
  }

  async click(at: Point, button: Button, count: number): Promise<void> {
    this.move(at);
    for (let n = 0; n < count; n += 1) {
      if (n > 0) await sleep(BETWEEN_CLICKS_MS);
      this.down(button);
      this.up(button);
    }
  }

  async drag(path: readonly Point[]): Promise<void> {
    const [start, ...rest] = path;
    if (start === undefined) return;
    this.move(start);
    this.down('left');
    try {
      await sleep(DRAG_STEP_MS * 4);
      // A program that lets things be dragged begins to at the first motion, and talks to the place below before a drop.
      this.move(towards(start, rest[0] ?? start));
      await sleep(DRAG_TALK_MS);
      for (const point of rest) await this.#glide(point);
      await sleep(DRAG_TALK_MS);
    } finally {
      this.up('left');
    }
  }

  /** Turns the wheel at a place. @param dx,dy notches to the right and down */
  async scroll(at: Point, dx: number, dy: number): Promise<void> {
    this.move(at);
    await this.#turn(dy < 0 ? WHEEL.up : WHEEL.down, Math.abs(dy));
    await this.#turn(dx < 0 ? WHEEL.left : WHEEL.right, Math.abs(dx));
  }

  async #turn(wheel: number, notches: number): Promise<void> {
    for (let n = 0; n < notches; n += 1) {
      this.#client.pointer(this.#mask | wheel, ...this.#at);
      this.#send();
      await sleep(NOTCH_MS);
    }
  }

  async #glide([x, y]: Point): Promise<void> {
    const [fromX, fromY] = this.#at;
    const steps = Math.max(2, Math.ceil(Math.hypot(x - fromX, y - fromY) / DRAG_STEP_PX));
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      this.move([Math.round(fromX + (x - fromX) * part), Math.round(fromY + (y - fromY) * part)]);
      await sleep(DRAG_STEP_MS);
    }
  }

  #send(): void {
    this.#client.pointer(this.#mask, ...this.#at);
  }
}

/** A few pixels on the way from one point to another. */
const towards = ([x, y]: Point, [toX, toY]: Point): Point => {
  const part = Math.min(1, DRAG_BEGINS_PX / Math.max(1, Math.hypot(toX - x, toY - y)));
  return [Math.round(x + (toX - x) * part), Math.round(y + (toY - y) * part)];
};
