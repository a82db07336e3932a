import { Worker } from 'node:worker_threads';
import { ProblemError } from '../http/problem.ts';
import type { CheckAnswer, CheckJob } from './check-job.ts';

/** Time in milliseconds for a check, which runs all tests of a document. */
const PATIENCE_MS = 30_000;
const MEMORY_MB = 256;
/** Maximum number of checks that wait for the one in progress. */
const MAX_WAITING = 8;

const TOO_SLOW: CheckAnswer = {
  faults: [{ at: 'tests', fault: 'the check takes too long; write fewer tests or simpler cells' }],
  sha256: null,
  tests: null,
};

/**
 * Checks rule sets and verticals in a thread of their own, one after another, because a check may compute for many seconds and other requests must
 * not wait for it.
 */
export class RuleSetChecker {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @throws ProblemError if too many checks wait */
  async check(document: unknown, kind: CheckJob['kind'] = 'rules'): Promise<CheckAnswer> {
    if (this.#waiting >= MAX_WAITING)
      throw new ProblemError('rate-limited', {
        detail: 'Other documents are being checked.',
        headers: { 'Retry-After': '5' },
      });
    this.#waiting += 1;
    const answer = this.#last.then(async () =>
      inThread(JSON.stringify({ kind, document } satisfies CheckJob)),
    );
    this.#last = answer.catch(() => undefined);
    try {
      return await answer;
    } finally {
      this.#waiting -= 1;
    }
  }
}

const inThread = async (job: string): Promise<CheckAnswer> => {
  const thread = new Worker(new URL('./check-thread.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    env: {},
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<CheckAnswer>((resolve, reject) => {
      timer = setTimeout(() => resolve(TOO_SLOW), PATIENCE_MS);
      thread.on('message', resolve);
      thread.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(TOO_SLOW) : reject(error),
      );
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
};
