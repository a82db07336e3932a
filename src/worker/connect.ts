import { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { temporalConnection } from '../temporal/connection.ts';
import { temporalTrouble } from '../temporal/trouble.ts';

/** Connects to Temporal, and waits until it answers. */
export const connect = async (config: Config, log: Logger): Promise<NativeConnection> =>
  untilAnswers('Temporal', log, async () => {
    try {
      return await NativeConnection.connect(temporalConnection(config));
    } catch (error) {
      const trouble = await temporalTrouble(config);
      if (trouble === undefined) throw error;
      throw new TemporalUnusableError(trouble, { cause: error });
    }
  });

/**
 * Thrown when Temporal cannot be used. The message describes the problem without quoting any setting's value or Temporal's own
 * words.
 */
class TemporalUnusableError extends Error {
  override readonly name = 'TemporalUnusableError';
}

/** Waits for a dependency, which may start later than this process, and logs that it is waiting. */
export const untilAnswers = async <T>(what: string, log: Logger, ask: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt >= 60) throw error;
      const why = error instanceof TemporalUnusableError ? `: ${error.message}` : '';
      if (attempt % 5 === 1) log.warn({ attempt }, `${what} cannot be used yet${why}`);
      await sleep(1_000);
    }
  }
};
