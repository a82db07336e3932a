import { setTimeout as sleep } from 'node:timers/promises';
import type { RfbClient } from '../rfb/client.ts';
import { settle, type Settling } from './settle.ts';

export type Point = readonly [x: number, y: number];
export type Button = 'left' | 'middle' | 'right';

const MASK: Readonly<Record<Button, number>> = { left: 1, middle: 2, right: 4 };
const WHEEL = { up: 8, down: 16, left: 32, right: 64 } as const;
/** Pause between the two clicks in a double click; window systems allow up to 400 ms. */
const BETWEEN_CLICKS_MS = 60;
/**
 * Distance between the points of a drag. Programs recognise a drag by its motion; a jump would look like one click at each end.
 */
const DRAG_STEP_PX = 24;
const DRAG_STEP_MS = 12;
/** Minimum time for a program to begin a drag, and to agree with the window below the pointer before a drop. */
const DRAG_TALK_MS = 250;
/**
 * A busy program takes longer. The first picture of the drag, followed by a quiet screen, shows that it has
 * followed.
 */
const DRAG_BEGINS: Settling = { reactMs: 1_000, quietMs: 100, capMs: 1_500 };
const DRAG_ENDS: Settling = { reactMs: 250, quietMs: 120, capMs: 1_500 };
const DRAG_BEGINS_PX = 10;
const NOTCH_MS = 8;

/** A desktop's mouse: its position and the buttons that are down. */
export class Pointer {
  readonly #client: RfbClient;
  #at: Point = [0, 0];
  #mask = 0;
  /** Whether the pointer has moved since a button went down, which may mean that a drag is in progress. */
  #dragging = false;

  constructor(client: RfbClient) {
    this.#client = client;
  }

  get at(): Point {
    return this.#at;
  }

  /** Moves the pointer. With a button down it glides as if moved by hand, because a jump does not drag anything. */
  async move(to: Point): Promise<void> {
    if (this.#mask === 0) return this.#jump(to);
    if (!this.#dragging) {
      this.#dragging = true;
      await sleep(DRAG_STEP_MS * 4);
      this.#jump(towards(this.#at, to));
      await this.#followed(DRAG_BEGINS);
    }
    await this.#glide(to);
  }

  down(button: Button): void {
    this.#dragging = false;
    this.#press(MASK[button]);
  }

  async up(button: Button): Promise<void> {
    const dragged = this.#dragging && (this.#mask & MASK[button]) !== 0;
    if (dragged) await this.#followed(DRAG_ENDS);
    this.#dragging = false;
    this.#release(MASK[button]);
  }

  /** Releases every button. */
  letGo(): void {
    if (this.#mask === 0) return;
    this.#dragging = false;
    this.#release(this.#mask);
  }

  async click(at: Point, button: Button, count: number): Promise<void> {
    this.#jump(at);
    for (let n = 0; n < count; n += 1) {
      if (n > 0) await sleep(BETWEEN_CLICKS_MS);
      this.#press(MASK[button]);
      this.#release(MASK[button]);
    }
  }

  async drag(path: readonly Point[]): Promise<void> {
    const [start, ...rest] = path;
    if (start === undefined) return;
    this.#jump(start);
    this.down('left');
    try {
      for (const point of rest) await this.move(point);
    } finally {
      await this.up('left');
    }
  }

  /**
   * Turns the wheel at a point.
   * @param dx,dy notches to the right and down
   */
  async scroll(at: Point, dx: number, dy: number): Promise<void> {
    this.#jump(at);
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

  /** Waits until the program below the pointer has followed a drag so far. */
  async #followed(settling: Settling): Promise<void> {
    await Promise.all([sleep(DRAG_TALK_MS), settle(this.#client, settling)]);
  }

  async #glide([x, y]: Point): Promise<void> {
    const [fromX, fromY] = this.#at;
    const steps = Math.max(2, Math.ceil(Math.hypot(x - fromX, y - fromY) / DRAG_STEP_PX));
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      this.#jump([Math.round(fromX + (x - fromX) * part), Math.round(fromY + (y - fromY) * part)]);
      await sleep(DRAG_STEP_MS);
    }
  }

  #jump(to: Point): void {
    this.#at = to;
    this.#send();
  }

  #press(mask: number): void {
    this.#mask |= mask;
    this.#send();
  }

  #release(mask: number): void {
    this.#mask &= ~mask;
    this.#send();
  }

  #send(): void {
    this.#client.pointer(this.#mask, ...this.#at);
  }
}

/** Returns a point a few pixels along the way from one point to another. */
const towards = ([x, y]: Point, [toX, toY]: Point): Point => {
  const part = Math.min(1, DRAG_BEGINS_PX / Math.max(1, Math.hypot(toX - x, toY - y)));
  return [Math.round(x + (toX - x) * part), Math.round(y + (toY - y) * part)];
};
