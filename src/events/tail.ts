import type { RunOfStream, RunPage, StoredEvent } from './stored.ts';
import type { Waiter } from './waiter.ts';
import type { TextPart } from './notifications.ts';

/**
 * Maximum number of events to keep in memory, and of UTF-16 units in their text. Readers that are up to date get these events
 * without a query.
 */
const KEPT_EVENTS = 64;
const KEPT_UNITS = 65_536;
/** Maximum length of text to send while it is being written. Longer text is only sent once it is complete. */
const LONGEST_TEXT = 262_144;

/** Text that is currently being written, from its start. */
export interface LiveText {
  readonly message: string;
  readonly attempt: number;
  readonly text: string;
  /** True if a part was lost or the text became too long. Nothing more is then appended. */
  readonly broken: boolean;
}

/** A run's newest events, shared by all of the run's readers in this process. */
export class Tail {
  readonly runId: string;
  run: RunOfStream;
  /** seq of the last known event. */
  seq: number;
  live: LiveText | undefined;
  /** Whether there may be newer events, and whether a check is in progress. */
  stale = false;
  looking = false;
  readers = 0;
  forgetting: NodeJS.Timeout | undefined;
  #recent: readonly StoredEvent[] = [];
  /** Ids of completed messages, whose late parts are ignored. */
  #whole: readonly string[] = [];
  readonly #waiters = new Set<Waiter>();

  constructor(runId: string, page: RunPage) {
    this.runId = runId;
    this.run = page.run;
    this.seq = page.last;
  }

  /** Wakes the reader on every change from now on. */
  watch(waiter: Waiter): void {
    this.#waiters.add(waiter);
  }

  unwatch(waiter: Waiter): void {
    this.#waiters.delete(waiter);
  }

  /** Returns the events after a position; undefined if they are no longer in memory. */
  after(seq: number): readonly StoredEvent[] | undefined {
    if (seq >= this.seq) return [];
    const first = this.#recent[0]?.seq;
    return first === undefined || first > seq + 1
      ? undefined
      : this.#recent.filter((event) => event.seq > seq);
  }

  /** Adds the page after `seq`. @returns whether it reached the last event */
  take({ run, events, last }: RunPage): boolean {
    const fresh = events.filter(({ seq }) => seq > this.seq);
    this.#recent = newest([...this.#recent, ...fresh]);
    this.seq = fresh.at(-1)?.seq ?? this.seq;
    const ended = run.status !== this.run.status;
    const complete = this.seq >= last;
    // The run's new state is only published after all earlier events.
    if (complete) this.run = run;
    // A turn's first call also completes its message: a text of the same turn that is not stored by then was withdrawn.
    const whole = fresh.flatMap((event) =>
      event.type === 'message' || event.type === 'tool.call' ? [event.payload.message_id] : [],
    );
    if (fresh.some(({ type }) => type === 'message') || whole.includes(this.live?.message ?? '')) {
      this.live = undefined;
    }
    this.#whole = [...this.#whole, ...whole].slice(-KEPT_EVENTS);
    if (fresh.length > 0 || (ended && complete)) this.touch();
    return complete;
  }

  add({ message, attempt, offset, text }: TextPart): void {
    const known = this.live;
    const same = known?.message === message && known.attempt === attempt;
    // This is a late part of an earlier attempt.
    if (!same && known?.message === message && known.attempt > attempt) return;
    if (this.#whole.includes(message)) return;
    const before = same ? known.text : '';
    const broken =
      (same && known.broken) || offset !== before.length || before.length + text.length > LONGEST_TEXT;
    this.live = { message, attempt, text: broken ? before : before + text, broken };
    if (!broken) this.touch();
  }

  /** Wakes all readers. */
  touch(): void {
    for (const waiter of this.#waiters) waiter.wake();
  }
}

const unitsOf = ({ type, payload }: StoredEvent): number => {
  if (type === 'message') return payload.text.length;
  if (type === 'tool.call') return payload.arguments.length;
  return type === 'tool.result' ? payload.content.length : 0;
};

/** Returns as many of the last events as the limits allow. */
const newest = (events: readonly StoredEvent[]): readonly StoredEvent[] => {
  let first = events.length;
  for (let units = 0; first > 0 && events.length - first < KEPT_EVENTS; first -= 1) {
    units += unitsOf(events[first - 1]!);
    if (units > KEPT_UNITS) break;
  }
  return events.slice(first);
};
