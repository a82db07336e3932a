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

export type Wish = OpenOptions & { readonly waitMs: number };

/** Opens a sandbox within the caller's waiting time. */
export type SandboxAdmission = (wish: Wish) => Promise<Sandbox>;

/**
 * Limits how many of one team's callers wait on this host, so that a flood is refused early and fills neither memory nor the
 * container engine. If the container engine is unavailable, callers keep trying until their waiting time is over.
 */
export const createSandboxAdmission = (sandboxes: SandboxHost, mostWaiting: number): SandboxAdmission => {
  const waiting = new Map<string, number>();
  const count = (teamId: string, by: 1 | -1): void => {
    const now = (waiting.get(teamId) ?? 0) + by;
    if (now === 0) waiting.delete(teamId);
    else waiting.set(teamId, now);
  };
  return async (wish) => {
    if ((waiting.get(wish.teamId) ?? 0) >= mostWaiting) throw new SandboxBusyError(COME_BACK_MS);
    count(wish.teamId, 1);
    try {
      return await openWithin(sandboxes, wish);
    } finally {
      count(wish.teamId, -1);
    }
  };
};

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
