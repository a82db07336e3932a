import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../observability/logger.ts';

export interface Phase {
  readonly name: string;
  readonly limitMs: number;
  readonly run: () => Promise<void> | void;
}

/** Runs a shutdown's phases one after the other. A phase that fails or takes too long is logged and skipped. */
export const runPhases = async (phases: readonly Phase[], log: Logger): Promise<void> => {
  for (const { name, limitMs, run } of phases) {
    const limit = new AbortController();
    const late = sleep(limitMs, 'late' as const, { signal: limit.signal }).catch(() => 'done' as const);
    try {
      const outcome = await Promise.race([Promise.resolve(run()).then(() => 'done' as const), late]);
      if (outcome === 'late') log.warn({ phase: name }, 'shutdown phase exceeded its time limit');
    } catch (error) {
      log.warn({ phase: name, error }, 'shutdown phase failed');
    } finally {
      limit.abort();
    }
  }
};

/** Calls `stop` on the first SIGTERM or SIGINT; a second signal ends the process at once. */
export const onStopSignal = (log: Logger, stop: () => Promise<void>): void => {
  let stopping = false;
  const handle = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    void stop().finally(() => process.exit(0));
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
};
