import { actorOfEnd, cancelledBy } from '../cancellation.ts';
import type { Kysely, Transaction } from 'kysely';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import type { RunAdjudication } from '../../contract/adjudication.ts';
import type { Reason, RiskScore } from '../../governance/rules/reason.ts';
import type { Database } from '../../store/db/schema.ts';
import type { RunError } from '../../store/db/runs-schema.ts';
import type { Ledger, RowActor } from '../../ledger/index.ts';
import { emit } from '../../store/outbox/emit.ts';
import { closeCallReviews } from '../reviews/calls.ts';
import { openReviews } from '../reviews/open.ts';
import { closeStepReviews } from '../reviews/steps.ts';

export interface RunRef {
  readonly teamId: string;
  readonly runId: string;
  readonly ledgerRef: string;
}

export interface RunDecision {
  readonly decision: string;
  readonly reasons: readonly Reason[];
  readonly risk: RiskScore | null;
  /** The rule set that decided, if the run recorded it. */
  readonly decidedUnder?: PinnedRuleSet | undefined;
  readonly adjudication?: RunAdjudication | undefined;
}

/**
 * Records a run's successful end, in the same transaction that appends its last row, so that neither is ever visible without the
 * other, and that opens the reviews which the end needs.
 * @returns false when the run has already ended
 */
export const succeedRun = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  ref: RunRef & { readonly actor: RowActor },
  { decision, reasons, risk, decidedUnder, adjudication }: RunDecision,
): Promise<boolean> => {
  const { teamId, runId } = ref;
  const updated = await tx
    .updateTable('runs')
    .set({
      status: 'succeeded',
      decision,
      reasons: JSON.stringify(reasons),
      risk: risk === null ? null : JSON.stringify(risk),
      decided_under: decidedUnder === undefined ? null : JSON.stringify(decidedUnder),
      adjudication: adjudication === undefined ? null : JSON.stringify(adjudication),
      finished_at: new Date(),
    })
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (updated.numUpdatedRows !== 1n) return false;
  await emitEnd(tx, ref, 'run.succeeded');
  if (decision === 'escalate') await emitEnd(tx, ref, 'run.escalated');
  await openReviews(tx, ledger, ref, ref.actor);
  return true;
};

/** Reports a run's end to webhooks. A run that escalates has succeeded, so it emits both events. */
const emitEnd = async (
  tx: Transaction<Database>,
  { teamId, runId, ledgerRef }: RunRef,
  type: 'run.succeeded' | 'run.escalated' | 'run.error',
): Promise<void> => emit(tx, { teamId, type, subject: runId, ids: { run_id: runId, ledger_ref: ledgerRef } });

/** Step number of the row that records an early end. It is higher than any step of a simulated run. */
export const END_STEP = 99;

/** A run to end early. */
interface EndedRun extends RunRef {
  /** Who ends it, unless somebody has cancelled it. */
  readonly actor: RowActor;
  readonly step?: number;
}

/**
 * Records a run's early end and its ledger row, once. If the run has already ended, changes nothing.
 * @param also does further work in the same transaction, after the row
 * @returns false when the run has already ended
 */
export const failRun = async (
  db: Kysely<Database>,
  ledger: Ledger,
  { teamId, runId, ledgerRef, actor, step = END_STEP }: EndedRun,
  error: RunError,
  also?: (tx: Transaction<Database>) => Promise<unknown>,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const updated = await tx
      .updateTable('runs')
      .set({ status: 'error', error: JSON.stringify(error), finished_at: new Date() })
      .where('team_id', '=', teamId)
      .where('id', '=', runId)
      .where('status', '=', 'running')
      .returning(['cancel_requested_by', 'cancel_requested_actor'])
      .executeTakeFirst();
    if (updated === undefined) return false;
    await closeCallReviews(tx, ledger, { teamId, runId, ledgerRef }, actor);
    await closeStepReviews(tx, ledger, { teamId, runId }, actor);
    await ledger.appendIn(tx, {
      teamId,
      ledgerRef,
      step,
      action: 'run.error',
      governance: 'recorded',
      summary: `The run ended early: ${error.message}`,
      detail: { code: error.code, ...cancelledBy(error.code, updated) },
      idemKey: `${ledgerRef}/end`,
      actor: actorOfEnd(error.code, updated, actor, { run_id: runId }),
    });
    await emitEnd(tx, { teamId, runId, ledgerRef }, 'run.error');
    await also?.(tx);
    return true;
  });
