import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxActivities } from '../activities/sandbox.ts';
import type { SubmittedCode } from '../activities/code/stored-code.ts';
import { type Hint, listenForHints } from '../runs/code/hints.ts';
import type { WorkerParts } from './parts.ts';
import type { CodeRunInput } from '../runs/code/workflow.ts';
import type { ExtractionInput } from '../runs/document/workflow.ts';

/** Maximum time in milliseconds that a stopping worker waits for work in progress. */
const FINISH_WITHIN_MS = 10_000;

/**
 * Starts work as soon as the API announces it to this host, before its workflow asks for it. This runs the same activity as the
 * workflow, which then gets this first run's result.
 */
export const takeHints = (
  { config, log, vaultRing }: WorkerParts,
  activities: Pick<SandboxActivities, 'runCodeOnce' | 'extractDocument'>,
): { readonly close: () => Promise<void> } => {
  const underWay = new Set<Promise<unknown>>();
  const begin = async ({ input, submitted }: Hint): Promise<void> => {
    const work = input as CodeRunInput | ExtractionInput;
    try {
      if ('profile' in work) await activities.runCodeOnce(work, submitted as SubmittedCode | undefined);
      else await activities.extractDocument(work);
    } catch (error) {
      log.warn({ ledger_ref: work.ledger_ref, error }, 'sandbox work failed');
    }
  };
  const listener = listenForHints({
    url: config.DATABASE_URL,
    host: config.SANDBOX_HOST,
    ring: vaultRing,
    onHint: (hint) => {
      const work = begin(hint).finally(() => underWay.delete(work));
      underWay.add(work);
    },
    onBreak: (error) =>
      log.warn({ error }, 'lost the database connection that listens for code runs: reconnecting'),
  });
  return {
    close: async () => {
      await listener.close();
      const patience = new AbortController();
      await Promise.race([
        Promise.allSettled(underWay),
        sleep(FINISH_WITHIN_MS, undefined, { signal: patience.signal }).catch(() => undefined),
      ]);
      patience.abort();
    },
  };
};
