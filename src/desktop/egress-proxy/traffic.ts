import type { Duplex } from 'node:stream';
import type { EgressLimits } from './limits.ts';

/** Counts a run's traffic, and closes every connection when the run has used up its limit. */
export class Traffic {
  readonly #limits: EgressLimits;
  readonly #onSpent: () => void;
  readonly #open = new Set<Duplex>();
  bytes = 0;
  connections = 0;
  /** Number of outgoing connections. A single connection from the desktop can request many of them at a time. */
  dials = 0;

  constructor(limits: EgressLimits, onSpent: () => void) {
    this.#limits = limits;
    this.#onSpent = onSpent;
  }

  get spent(): boolean {
    return this.bytes >= this.#limits.bytes;
  }

  /** Whether the connection limit is reached. */
  get full(): boolean {
    return this.connections >= this.#limits.connections;
  }

  /** Whether the limit for outgoing connections is reached. */
  get busy(): boolean {
    return this.dials >= this.#limits.connections;
  }

  add(bytes: number): void {
    const before = this.spent;
    this.bytes += bytes;
    if (!before && this.spent) {
      this.#onSpent();
      this.cut();
    }
  }

  /** Registers an open connection's stream, so that the stream ends with the fence. */
  hold(stream: Duplex): void {
    this.#open.add(stream);
    stream.once('close', () => this.#open.delete(stream));
  }

  cut(): void {
    for (const stream of this.#open) stream.destroy();
  }
}

/** Joins two streams until one of them ends; then closes both. */
export const join = (one: Duplex, other: Duplex, traffic: Traffic): void => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('data', (chunk: Buffer) => traffic.add(chunk.length));
    from.pipe(to);
    from.once('error', () => to.destroy());
    from.once('close', () => to.destroy());
    if (from.destroyed) to.destroy();
  }
};
