import type { HumanAct } from './rfb-gate.ts';

/** A person's actions during a short time, without the typed or pasted text. */
export interface HumanActs {
  readonly clicks: readonly { readonly button: number; readonly x: number; readonly y: number }[];
  /** Number of clicks, including those that exceed the list's limit. */
  readonly click_count: number;
  readonly keys: number;
  readonly scrolls: number;
  readonly pasted_bytes: number;
}

const QUIET_MS = 1_500;
const LONGEST_MS = 10_000;
const MAX_CLICKS = 50;

const nothing = () => ({
  clicks: [] as HumanActs['clicks'][number][],
  click_count: 0,
  keys: 0,
  scrolls: 0,
  pasted_bytes: 0,
});

/** Collects a person's actions until there is a pause, so that a row describes a burst of actions instead of a single key. */
export class HumanRecord {
  readonly #write: (acts: HumanActs) => void;
  #acts = nothing();
  #quiet: NodeJS.Timeout | undefined;
  #since: number | undefined;

  constructor(write: (acts: HumanActs) => void) {
    this.#write = write;
  }

  note(act: HumanAct): void {
    // Moving the pointer does not count as an action; only a following click does.
    if (act.kind === 'move') return;
    if (act.kind === 'click') {
      this.#acts.click_count += 1;
      if (this.#acts.clicks.length < MAX_CLICKS) {
        this.#acts.clicks.push({ button: act.button, x: act.x, y: act.y });
      }
    } else if (act.kind === 'key') this.#acts.keys += act.count ?? 1;
    else if (act.kind === 'scroll') this.#acts.scrolls += 1;
    else this.#acts.pasted_bytes += act.bytes;
    const now = performance.now();
    this.#since ??= now;
    clearTimeout(this.#quiet);
    if (now - this.#since >= LONGEST_MS) this.flush();
    else this.#quiet = setTimeout(() => this.flush(), QUIET_MS);
  }

  /** Writes the collected actions, if there are any. */
  flush(): void {
    clearTimeout(this.#quiet);
    if (this.#since === undefined) return;
    this.#since = undefined;
    const acts = this.#acts;
    this.#acts = nothing();
    this.#write(acts);
  }
}
