import type { Transaction } from 'kysely';
import type { StoredAnswer } from '../../store/idempotency/once.ts';
import type { Database } from '../../store/db/schema.ts';

/** Provider errors that are likely to pass soon. */
const AWAY = new Set(['model_unavailable', 'model_rate_limited', 'model_interrupted']);

/** Returns the problem that tells a waiting caller that a run failed for an external reason; undefined for any other end. */
export const outsideFailure = (
  code: string,
): 'sandboxes-busy' | 'run-interrupted' | 'dependency-away' | 'model-failed' | undefined => {
  if (code === 'sandboxes_busy') return 'sandboxes-busy';
  if (code === 'sandbox_lost') return 'run-interrupted';
  if (AWAY.has(code)) return 'dependency-away';
  return code.startsWith('model_') ? 'model-failed' : undefined;
};

/**
 * Returns a check for an Idempotency-Key's stored response: a run that failed for an external reason does not use its key up,
 * because the response told the caller to send the request again.
 */
export const failedOutside =
  (teamId: string) =>
  async (tx: Transaction<Database>, { body }: StoredAnswer): Promise<boolean> => {
    const run = await tx
      .selectFrom('agent_runs')
      .select('ended_by')
      .where('team_id', '=', teamId)
      .where('ledger_ref', '=', (body as { ref: string }).ref)
      .where('status', '=', 'error')
      .executeTakeFirst();
    return run?.ended_by != null && outsideFailure(run.ended_by) !== undefined;
  };
