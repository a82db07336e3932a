import type { Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { Database } from '../db/schema.ts';
import type { WaitingForReview } from '../db/runs-schema.ts';

type Tx = Transaction<Database>;

/** A run that may ask people about its calls: a live run, an agent task or an analysis. */
export interface AskingRun {
  readonly teamId: string;
  /** `run_…` for a live run; the ledger_ref itself for agent tasks and analyses. */
  readonly runId: string;
  readonly ledgerRef: string;
}

/** The facts about the asking run that a review shows. */
export interface AskingRunRecord {
  /** Null for agent tasks and analyses. */
  readonly vertical: string | null;
  readonly caseId: string | null;
  readonly askedBy: Actor | null;
}

/** Returns whether a run is an agent task or an analysis. */
export const isAgentRun = ({ runId, ledgerRef }: AskingRun): boolean => runId === ledgerRef;

/**
 * Locks a run's row until the transaction ends. The run, its reviews and the team's chain are always locked in this order.
 * @throws NoResultError if the team has no such run
 */
export const lockAskingRun = async (tx: Tx, run: AskingRun): Promise<AskingRunRecord> => {
  if (isAgentRun(run)) {
    const row = await tx
      .selectFrom('agent_runs')
      .select('asked_by')
      .where('team_id', '=', run.teamId)
      .where('ledger_ref', '=', run.ledgerRef)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return { vertical: null, caseId: null, askedBy: row.asked_by };
  }
  const row = await tx
    .selectFrom('runs')
    .select(['vertical', 'case_id', 'asked_by'])
    .where('team_id', '=', run.teamId)
    .where('id', '=', run.runId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { vertical: row.vertical, caseId: row.case_id, askedBy: row.asked_by };
};

/** Stores that a running run waits for a person's answer about one of its calls. */
export const noteReviewWait = async (
  tx: Tx,
  run: AskingRun,
  wait: Omit<WaitingForReview, 'kind'>,
): Promise<void> => setWait(tx, run, JSON.stringify({ kind: 'review', ...wait } satisfies WaitingForReview));

/** Removes what a run waited for. */
export const endReviewWait = async (tx: Tx, run: AskingRun): Promise<void> => setWait(tx, run, null);

const setWait = async (tx: Tx, run: AskingRun, waiting_for: string | null): Promise<void> => {
  await tx
    // Both tables have the columns used below.
    .updateTable((isAgentRun(run) ? 'agent_runs' : 'runs') as 'runs')
    .set({ waiting_for })
    .where('team_id', '=', run.teamId)
    .where('ledger_ref', '=', run.ledgerRef)
    .where('status', '=', 'running')
    .execute();
};
