import { LedgerBrokenError } from '../../ledger/errors.ts';
import type { Logger } from '../../observability/logger.ts';
import { ProblemError } from '../http/problem.ts';

/** Refuses proofs over rows that contradict a signed checkpoint. The caller gets a problem, and the administrator a log line. */
export const whenBroken = async <T>(
  where: { readonly log: Logger; readonly requestId: string; readonly teamId: string },
  prove: () => Promise<T>,
): Promise<T> => {
  try {
    return await prove();
  } catch (error) {
    if (!(error instanceof LedgerBrokenError)) throw error;
    const { log, requestId, teamId } = where;
    log.error(
      { request_id: requestId, team_id: teamId, outcome: error.message },
      'the ledger does not match its checkpoint',
    );
    throw new ProblemError('ledger-broken');
  }
};
