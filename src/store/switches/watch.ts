import { createListener, type Listener } from '../db/listener.ts';
import type { Db } from '../db/client.ts';
import { SuspendedError, suspendedScope } from './suspended.ts';

/** Work that a suspension of one of its scopes, or of everything, cuts. */
export interface SuspendableWork {
  readonly teamId: string;
  readonly scopes: readonly string[];
}

interface Guarded extends SuspendableWork {
  readonly abort: AbortController;
}

/** Notification of an act on a switch. */
export interface SwitchWord {
  readonly team_id: string;
  readonly scope: string;
  readonly action: 'suspend' | 'resume';
}

/**
 * Cuts work of this process when a team suspends it. Notifications may be lost while the connection is broken, so all work is
 * looked up again when it is back.
 */
export class SuspensionWatch {
  readonly #db: Db;
  readonly #listener: Listener;
  readonly #underWay = new Set<Guarded>();
  readonly #listeners = new Set<(act: SwitchWord) => void>();

  constructor({
    db,
    url,
    onBreak,
  }: {
    readonly db: Db;
    readonly url: string;
    readonly onBreak: (error: unknown) => void;
  }) {
    this.#db = db;
    this.#listener = createListener({
      url,
      channel: 'switches',
      onPayload: (payload) => this.#hear(JSON.parse(payload) as SwitchWord),
      onListening: () => void this.#lookUp().catch(onBreak),
      onBreak,
    });
  }

  /**
   * Runs work that a suspension cuts. The signal aborts with a SuspendedError, and the returned promise rejects with it even if
   * the work does not heed the signal.
   * @throws SuspendedError if the work is suspended now or in the meantime
   */
  async during<T>(work: SuspendableWork, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const guarded: Guarded = { ...work, abort: new AbortController() };
    const { signal } = guarded.abort;
    this.#underWay.add(guarded);
    const cut = Promise.withResolvers<never>();
    // Nobody waits for it yet, and perhaps nobody ever will.
    cut.promise.catch(() => undefined);
    signal.addEventListener('abort', () => cut.reject(signal.reason as Error), { once: true });
    try {
      // After the registration, because a suspension in between would be missed.
      const scope = await suspendedScope(this.#db, work.teamId, work.scopes);
      if (scope !== undefined) throw new SuspendedError(scope);
      signal.throwIfAborted();
      return await Promise.race([run(signal), cut.promise]);
    } finally {
      this.#underWay.delete(guarded);
    }
  }

  /** Calls the listener for each act on a switch. Notifications may be lost. @returns a function that stops listening */
  onAct(listener: (act: SwitchWord) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    await this.#listener.close();
  }

  #hear(act: SwitchWord): void {
    const { team_id, scope, action } = act;
    for (const listener of this.#listeners) listener(act);
    if (action !== 'suspend') return;
    for (const { teamId, scopes, abort } of this.#underWay) {
      if (teamId === team_id && (scope === 'all' || scopes.includes(scope)))
        abort.abort(new SuspendedError(scope));
    }
  }

  async #lookUp(): Promise<void> {
    for (const { teamId, scopes, abort } of this.#underWay) {
      const scope = await suspendedScope(this.#db, teamId, scopes);
      if (scope !== undefined) abort.abort(new SuspendedError(scope));
    }
  }
}
