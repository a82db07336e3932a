import { setTimeout as sleep } from 'node:timers/promises';
import {
  type OpenOptions,
  type Sandbox,
  SandboxBusyError,
  type SandboxHost,
  SandboxUnavailableError,
} from '../../sandbox/index.ts';

const PAUSE_MS = 500;
/** Milliseconds after which a caller should retry if its team's queue is full. */
const COME_BACK_MS = 5_000;

export type Wish = OpenOptions & {
  readonly waitMs: number;
  /** Whether a developer keeps it between programs. */
  readonly kept?: boolean;
};

/** Opens a sandbox within the caller's waiting time. */
export type SandboxAdmission = (wish: Wish) => Promise<Sandbox>;

/**
 * Limits how many of one team's callers wait on this host, so that a flood is refused early and fills neither memory nor the
 * container engine, and how many sandboxes developers keep, so that runs find free ones. If the container engine is unavailable,
 * callers keep trying until their waiting time is over.
 */
export const createSandboxAdmission = (
  sandboxes: SandboxHost,
  most: { readonly waiting: number; readonly kept: number },
): SandboxAdmission => {
  const waiting = new Map<string, number>();
  const kept = new KeptSandboxes(sandboxes, most.kept);
  const count = (teamId: string, by: 1 | -1): void => {
    const now = (waiting.get(teamId) ?? 0) + by;
    if (now === 0) waiting.delete(teamId);
    else waiting.set(teamId, now);
  };
  return async (wish) => {
    if ((waiting.get(wish.teamId) ?? 0) >= most.waiting) throw new SandboxBusyError(COME_BACK_MS);
    count(wish.teamId, 1);
    try {
      const open = async (): Promise<Sandbox> => openWithin(sandboxes, wish);
      return await (wish.kept === true ? kept.add(open) : open());
    } finally {
      count(wish.teamId, -1);
    }
  };
};

/** Counts the sandboxes that developers keep on this host. */
class KeptSandboxes {
  readonly #sandboxes: SandboxHost;
  readonly #most: number;
  readonly #ids = new Set<string>();
  #opening = 0;

  constructor(sandboxes: SandboxHost, most: number) {
    this.#sandboxes = sandboxes;
    this.#most = most;
  }

  /** @throws SandboxBusyError if developers keep as many as they may */
  async add(open: () => Promise<Sandbox>): Promise<Sandbox> {
    for (const id of this.#ids) if (this.#sandboxes.find(id) === undefined) this.#ids.delete(id);
    if (this.#ids.size + this.#opening >= this.#most) throw new SandboxBusyError(COME_BACK_MS);
    this.#opening += 1;
    try {
      const sandbox = await open();
      this.#ids.add(sandbox.id);
      return sandbox;
    } finally {
      this.#opening -= 1;
    }
  }
}

const openWithin = async (sandboxes: SandboxHost, wish: Wish): Promise<Sandbox> => {
  const until = performance.now() + wish.waitMs;
  for (;;) {
    const left = until - performance.now();
    try {
      return await sandboxes.open({ ...wish, waitMs: Math.max(0, left) });
    } catch (error) {
      if (!(error instanceof SandboxUnavailableError) || left < PAUSE_MS) throw error;
      await sleep(PAUSE_MS);
    }
  }
};
