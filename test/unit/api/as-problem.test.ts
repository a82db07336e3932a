import { expect, it } from 'vitest';
import { asProblem } from '../../../src/api/http/as-problem.ts';
import { LedgerUnavailableError } from '../../../src/ledger/index.ts';
import { createLogger } from '../../../src/observability/logger.ts';

const failed = (code: string): Error =>
  new LedgerUnavailableError('made up', { cause: Object.assign(new Error('made up'), { code }) });

/** Returns the problem that a caller sees, and the level and message of the log line. */
const seen = (error: Error) => {
  const lines: string[] = [];
  const log = createLogger('debug', 'api', { write: (line) => void lines.push(line) });
  const request = { requestId: 'req_a', route: '/v1/reviews/{id}/decide', teamId: 'team_a' };
  const { code, status, message, headers } = asProblem(error, log, request);
  const [{ level, msg }] = lines.map((line) => JSON.parse(line) as { level: string; msg: string }) as [
    { level: string; msg: string },
  ];
  return { code, status, message, retryAfter: headers['Retry-After'], logged: [level, msg] };
};

it('a request that gave way to a suspension is reported as that, to its caller and in the log, and not as an outage', () => {
  expect(seen(failed('40S23'))).toEqual({
    code: 'dependency-away',
    status: 503,
    message: 'Your team is suspending this work at this moment. Try again after `Retry-After` seconds.',
    retryAfter: '2',
    logged: ['info', 'gave way to a suspension that is being committed'],
  });
});

it.each(['40001', '57P01'])('a database that answers with %s is unavailable', (code) => {
  expect(seen(failed(code))).toMatchObject({
    status: 503,
    message: 'The database cannot be reached. Try again after `Retry-After` seconds.',
    logged: ['warn', 'the database is unavailable'],
  });
});
