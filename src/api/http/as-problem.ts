import { isTransient } from '../../store/db/transient.ts';
import { LedgerBrokenError } from '../../ledger/errors.ts';
import { LedgerUnavailableError } from '../../ledger/index.ts';
import type { Logger } from '../../observability/logger.ts';
import { gaveWay } from '../../store/switches/suspended.ts';
import { dependencyAway, dependencyFailed, ProblemError } from './problem.ts';

/** Identifies the request in log lines about its failure. */
interface FailedRequest {
  readonly requestId: string;
  readonly route: string | undefined;
  readonly teamId: string | undefined;
}

/** Returns the problem that a caller sees for any error, and logs errors that were not already problems. */
export const asProblem = (
  error: unknown,
  log: Logger,
  { requestId: request_id, route, teamId: team_id }: FailedRequest,
): ProblemError => {
  if (error instanceof ProblemError) return error;
  if (gaveWay(error)) {
    log.info({ request_id, route, team_id }, 'gave way to a suspension that is being committed');
    return dependencyFailed('Your team is suspending this work at this moment.');
  }
  if (isTransient(error) || error instanceof LedgerUnavailableError) {
    log.warn({ request_id, route, error }, 'the database is unavailable');
    return dependencyAway('The database');
  }
  if (error instanceof LedgerBrokenError) {
    log.error({ request_id, route, team_id, outcome: error.message }, 'ledger verification failed');
    return new ProblemError('ledger-broken');
  }
  log.error({ request_id, route, error }, 'request failed');
  return new ProblemError('internal');
};
