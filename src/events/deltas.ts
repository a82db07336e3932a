import type pg from 'pg';
import { StreamMask } from '../governance/stream-mask.ts';
import { storable, wireId } from './masked-payload.ts';
import type { EventSink } from './sink.ts';
import { payloadsOf } from './notifications.ts';

/**
 * How long to collect parts before sending them, so that a reader sees words instead of letters, and one database statement
 * covers all runs.
 */
const GATHER_MS = 80;
/** Text that has had no new part for this long is dropped. */
const FORGET_MS = 120_000;

interface Text {
  readonly message: string;
  readonly attempt: number;
  readonly mask: StreamMask;
  raw: string;
  offset: number;
  touched: number;
}

/**
 * Masks text that models are writing and broadcasts it in parts to all current listeners. Keeps one text per run. A part that
 * cannot be sent immediately is dropped rather than awaited.
 */
export class DeltaSender {
  readonly #pool: Pick<pg.Pool, 'query'>;
  readonly #onLoss: (error: unknown) => void;
  readonly #texts = new Map<string, Text>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(pool: Pick<pg.Pool, 'query'>, onLoss: (error: unknown) => void) {
    this.#pool = pool;
    this.#onLoss = onLoss;
  }

  readonly add: EventSink['delta'] = ({ run_id: run }, { attempt, message_id, text }) => {
    const message = wireId(message_id);
    let known = this.#texts.get(run);
    if (known?.message !== message || known.attempt !== attempt) {
      known = { message, attempt, mask: new StreamMask(), raw: '', offset: 0, touched: 0 };
      this.#texts.set(run, known);
    }
    known.raw += text;
    known.touched = performance.now();
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
  };

  /** Drops a run's text once it is complete, because it is then sent as an event. */
  forget(run: string): void {
    this.#texts.delete(run);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#texts.clear();
    await this.#sending;
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.#sending !== undefined) {
      this.#timer = setTimeout(() => this.#flush(), GATHER_MS);
      return;
    }
    const payloads = [...this.#texts].flatMap(([run, text]) => this.#partsOf(run, text));
    if (payloads.length === 0) return;
    this.#sending = this.#send(payloads).finally(() => {
      this.#sending = undefined;
    });
  }

  #partsOf(run: string, text: Text): readonly string[] {
    if (text.raw === '') {
      if (performance.now() - text.touched > FORGET_MS) this.#texts.delete(run);
      return [];
    }
    const masked = storable(text.mask.add(text.raw));
    text.raw = '';
    const { message, attempt, offset } = text;
    text.offset += masked.length;
    return payloadsOf({ run, message, attempt, offset, text: masked });
  }

  async #send(payloads: readonly string[]): Promise<void> {
    try {
      await this.#pool.query({
        name: 'run_event_parts',
        text: `SELECT pg_notify('run_events', part) FROM unnest($1::text[]) AS part`,
        values: [payloads],
      });
    } catch (error) {
      this.#onLoss(error);
    }
  }
}
