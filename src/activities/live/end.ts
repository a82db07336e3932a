import type { Transaction } from 'kysely';
import { askedBy } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import type { RunError } from '../../store/db/runs-schema.ts';
import { finishAgentRun } from '../../runs/agent/agent-runs.ts';
import { readModelUse } from '../../runs/agent/model-use.ts';
import { failRun, type RunDecision, succeedRun } from '../../runs/vertical/finish.ts';
import { RefusedError } from '../common/failures.ts';
import type { AnyLiveRun, LiveDependencies } from './context.ts';
import type { LiveRunInput } from '../../runs/vertical/workflow.ts';

const refOf = (live: Pick<AnyLiveRun, 'team_id' | 'run_id' | 'ledger_ref'>) => ({
  teamId: live.team_id,
  runId: live.run_id,
  ledgerRef: live.ledger_ref,
});

const eventsOf = ({ team_id, run_id, ledger_ref }: AnyLiveRun) => ({ team_id, run_id, ledger_ref });

/** Records the span of a run that has ended. */
export const traceRun = async (
  { db, spans }: Pick<LiveDependencies, 'db' | 'spans'>,
  live: Omit<AnyLiveRun, 'asked_by'>,
  error?: string,
): Promise<void> => {
  const use = await readModelUse(db, refOf(live));
  if (use === undefined) return;
  spans.run(live, {
    startMs: Date.parse(live.created_at),
    endMs: Date.now(),
    model: use.name,
    input_tokens: use.input_tokens,
    output_tokens: use.output_tokens,
    error,
  });
};

/**
 * Records a live run's successful end, in the transaction that appends its last row.
 * @throws RefusedError if the run has already ended
 */
export const endWell = async (
  tx: Transaction<Database>,
  deps: Pick<LiveDependencies, 'events' | 'ledger'>,
  live: LiveRunInput,
  decision: RunDecision | undefined,
): Promise<void> => {
  if (decision === undefined) throw new Error(`the last step of ${live.vertical} returned no decision`);
  // Throwing also rolls back the rows, because a run that was ended from outside must not get further rows.
  const actor = askedBy(live, { run_id: live.run_id });
  if (!(await succeedRun(tx, deps.ledger, { ...refOf(live), actor }, decision)))
    throw new RefusedError('The run had already ended.');
  await finishAgentRun(tx, refOf(live), { status: 'succeeded', endedBy: 'tool' });
  await deps.events.publish(tx, eventsOf(live), {
    key: 'end',
    type: 'run.finished',
    payload: { decision: decision.decision, ledger_ref: live.ledger_ref },
  });
};

export interface EndInput extends RunError {
  readonly live: AnyLiveRun;
  readonly step: number;
}

/** Records, once, that a live run ended early, and the reason. */
export const endBadly = async (
  deps: LiveDependencies,
  { live, step, code, message }: EndInput,
): Promise<void> => {
  const ended = await failRun(
    deps.db,
    deps.ledger,
    { ...refOf(live), step, actor: askedBy(live, { run_id: live.run_id }) },
    { code, message },
    async (tx) => {
      await finishAgentRun(tx, refOf(live), { status: 'error', endedBy: code });
      await deps.events.publishLedger(tx, eventsOf(live));
      await deps.events.publish(tx, eventsOf(live), {
        key: 'end',
        type: 'run.error',
        payload: { code, message },
      });
    },
  );
  if (ended) await traceRun(deps, live, code);
};
