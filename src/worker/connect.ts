import { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { temporalConnection } from '../temporal/connection.ts';
import { grpcCodeOf, mayPass } from '../temporal/grpc-code.ts';
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

/**
 * Creates or changes schedules, and retries while Temporal cannot do that: a server that has just been
 * restarted may keep a schedule's workflow waiting beyond the call's deadline.
 * @throws any error after which the same call would fail again, at once
 */
export const untilScheduled = async (log: Logger, ensure: () => Promise<void>): Promise<void> =>
  untilAnswers("Temporal's schedules", log, ensure, mayPass);

/**
 * Waits for a dependency, which may start later than this process, and logs that it is waiting.
 * @param isWorthIt whether to ask again after an error
 */
export const untilAnswers = async <T>(
  what: string,
  log: Logger,
  ask: () => Promise<T>,
  isWorthIt: (error: unknown) => boolean = () => true,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const error_code = grpcCodeOf(error);
      if (!isWorthIt(error)) log.error({ error, error_code }, `${what} cannot be used`);
      if (attempt >= 60 || !isWorthIt(error)) throw error;
      const why = error instanceof TemporalUnusableError ? `: ${error.message}` : '';
      if (attempt % 5 === 1) log.warn({ attempt, error_code }, `${what} cannot be used yet${why}`);
      await sleep(1_000);
    }
  }
};
