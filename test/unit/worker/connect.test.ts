import { ServiceError } from '@temporalio/client';
import { expect, it } from 'vitest';
import { createLogger } from '../../../src/observability/logger.ts';
import { untilScheduled } from '../../../src/worker/connect.ts';

/** An error of Temporal's client whose call ended with a gRPC status. */
const refused = (code: number): ServiceError =>
  new ServiceError('Failed to create schedule', {
    cause: Object.assign(new Error('made up'), { code, details: 'made up', metadata: {} }),
  });

/** Returns how often schedules were requested, the outcome, and the log messages. */
const asking = async (errors: readonly Error[]) => {
  const lines: string[] = [];
  const log = createLogger('info', 'worker', { write: (line) => void lines.push(line) });
  let attempts = 0;
  const end = await untilScheduled(log, async () => {
    attempts += 1;
    const error = errors[attempts - 1];
    if (error !== undefined) throw error;
  }).catch((error: unknown) => error);
  const logged = lines
    .map((line) => JSON.parse(line) as Record<string, string>)
    .map(({ level, error_code, msg }) => [level, error_code, msg]);
  return { attempts, end, logged };
};

it.each([
  [4, 'DEADLINE_EXCEEDED'],
  [8, 'RESOURCE_EXHAUSTED'],
  [14, 'UNAVAILABLE'],
])('a worker asks for its schedules again after status %i, and the log says %s', async (code, name) => {
  const logged = [['warn', name, "Temporal's schedules cannot be used yet"]];
  expect(await asking([refused(code)])).toEqual({ attempts: 2, end: undefined, logged });
});

it.each([
  ['a missing permission', refused(7), 'PERMISSION_DENIED'],
  ['a bug', new TypeError('made up'), undefined],
])('a worker gives up at once after %s, and the log says why', async (_, error, name) => {
  const logged = [['error', name, "Temporal's schedules cannot be used"]];
  expect(await asking([error])).toEqual({ attempts: 1, end: error, logged });
});
