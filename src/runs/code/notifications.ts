import type pg from 'pg';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import { createListener, type Listener, notify } from '../../store/db/listener.ts';
import type { SealedValue } from '../../store/vault/vault.ts';

/**
 * Two notifications between the API and the sandbox hosts, which let a code run bypass Temporal. Losing one does no harm, because
 * the workflow does the same some tens of milliseconds later.
 */

/** Postgres refuses notifications of this many bytes. */
export const MAX_PAYLOAD = 8_000;

/** Notification that a run's outcome and its rows are stored. */
export interface StoredWord<Times> {
  readonly times: Times;
  /** The outcome itself, if it is small enough. */
  readonly outcome: SealedValue | undefined;
}

/**
 * Maximum size, in bytes of JSON, of an outcome to send with the notification. After sealing and base64 encoding, it is still
 * below 8000 bytes.
 */
export const SMALL = 5_000;

interface Wire {
  readonly ref: string;
  readonly times: object;
  readonly key?: string;
  readonly sealed?: string;
}

/** Announces that a run's outcome and its rows are stored. */
export const announceStored = async (
  pool: Pick<pg.Pool, 'query'>,
  ring: KeyRing,
  stored: { readonly ref: string; readonly times: object; readonly outcome: object },
): Promise<void> => {
  const { ref, times } = stored;
  const plain = Buffer.from(JSON.stringify({ ref, outcome: stored.outcome }));
  let wire: Wire = { ref, times };
  if (plain.length <= SMALL) {
    const { keyId, bytes } = ring.seal(plain);
    wire = { ...wire, key: keyId, sealed: bytes.toString('base64') };
  }
  await notify(pool, 'code_run_stored', JSON.stringify(wire));
};

/** Listens for outcomes on behalf of waiting callers. */
export class StoredListener<Times> {
  readonly #ring: KeyRing;
  readonly #waiting = new Map<string, Set<(word: StoredWord<Times>) => void>>();
  readonly #listener: Listener;

  constructor(options: {
    readonly url: string;
    readonly ring: KeyRing;
    readonly onBreak: (error: unknown) => void;
  }) {
    this.#ring = options.ring;
    this.#listener = createListener({
      ...options,
      channel: 'code_run_stored',
      onPayload: (payload) => this.#hear(payload),
    });
  }

  /**
   * Returns a promise that resolves when a run's outcome is next announced. It may never resolve, because a notification may be
   * lost.
   */
  next(ref: string): { readonly heard: Promise<StoredWord<Times>>; readonly forget: () => void } {
    const { promise, resolve } = Promise.withResolvers<StoredWord<Times>>();
    const ofRef = this.#waiting.get(ref) ?? new Set();
    this.#waiting.set(ref, ofRef.add(resolve));
    const forget = (): void => {
      ofRef.delete(resolve);
      if (ofRef.size === 0 && this.#waiting.get(ref) === ofRef) this.#waiting.delete(ref);
    };
    return { heard: promise, forget };
  }

  async close(): Promise<void> {
    await this.#listener.close();
  }

  #hear(payload: string): void {
    const { ref, times, key, sealed } = JSON.parse(payload) as Wire;
    const waiting = this.#waiting.get(ref);
    if (waiting === undefined) return;
    const outcome = key === undefined || sealed === undefined ? undefined : this.#open(ref, { key, sealed });
    for (const resolve of waiting) resolve({ times: times as Times, outcome });
  }

  /**
   * Opens a sealed outcome. Returns undefined if it cannot be opened or belongs to another run; the caller then reads the outcome
   * from the vault.
   */
  #open(
    ref: string,
    { key, sealed }: { readonly key: string; readonly sealed: string },
  ): SealedValue | undefined {
    try {
      const plain = this.#ring.open({ keyId: key, bytes: Buffer.from(sealed, 'base64') });
      const opened = JSON.parse(plain.toString('utf8')) as { ref: string; outcome: SealedValue };
      return opened.ref === ref ? opened.outcome : undefined;
    } catch {
      return undefined;
    }
  }
}
