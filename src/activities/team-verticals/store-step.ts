import type { Transaction } from 'kysely';
import { maskJson } from '../../governance/mask.ts';
import type { Reason } from '../../governance/rules/reason.ts';
import { knownInSteps } from '../../governance/team-verticals/known.ts';
import { finalDecision } from '../../governance/team-verticals/perform.ts';
import type { StepDone } from '../../governance/team-verticals/done.ts';
import type { JsonObject } from '../../ledger/index.ts';
import { emitBlocked } from '../../runs/blocked.ts';
import { succeedRun } from '../../runs/vertical/finish.ts';
import type { Database } from '../../store/db/schema.ts';
import { sealValue } from '../../store/vault/vault.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { RefusedError } from '../common/failures.ts';
import { actorOfStep, type Done, resultRef, rowOfStep, sealedResult, type StepRun } from './step-run.ts';

type Tx = Transaction<Database>;

/** A step's outcome as reported to the workflow. */
export interface TeamStepDone {
  readonly decision: string | null;
}

/** Rolls back a retried step, whose effect the first attempt has committed. */
class RepeatedStepError extends Error {
  readonly done: TeamStepDone;

  constructor(done: TeamStepDone) {
    super('The step was performed before.');
    this.done = done;
  }
}

/**
 * Stores what a step has done: its effect, its sealed result, its row and, for the last step, the run's end are one transaction. A
 * second attempt returns what the first one stored.
 * @param work has the step's effect, and returns what it has done; undefined if the step is not done yet
 */
export const storeStep = async <Result extends StepDone | undefined>(
  deps: ActivityDependencies,
  run: StepRun,
  work: (tx: Tx) => Promise<Result>,
): Promise<TeamStepDone | Extract<Result, undefined>> => {
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const result = await work(tx);
      return result === undefined
        ? (result as Extract<Result, undefined>)
        : await storeIn(tx, deps, run, result);
    });
  } catch (error) {
    if (error instanceof RepeatedStepError) return error.done;
    throw error;
  }
};

const storeIn = async (
  tx: Tx,
  deps: ActivityDependencies,
  run: StepRun,
  result: StepDone,
): Promise<TeamStepDone> => {
  const { input, vertical, done } = run;
  const { team_id: teamId, run_id: runId, ledger_ref: ledgerRef } = input.run;
  const isLast = input.n === vertical.steps.length;
  const end = isLast ? finalDecision(vertical, [...done, result]) : undefined;
  const ref = resultRef(input, input.n);
  await sealValue(tx, deps.vaultRing, { teamId, ref, value: sealedResult(result) });
  const row = rowOfStep(run, result, end && { decision: end.decision });
  const { entry, duplicate } = await deps.ledger.appendIn(tx, row);
  const stored = { decision: decisionIn(entry.detail) };
  if (duplicate) throw new RepeatedStepError(stored);
  await emitBlocked(tx, row);
  if (end !== undefined) {
    const ended = await succeedRun(
      tx,
      deps.ledger,
      { teamId, runId, ledgerRef, actor: actorOfStep(input) },
      { ...end, reasons: maskedReasons(run, result, end.reasons), risk: null, decidedUnder: pinIn(done) },
    );
    // Throwing also rolls back the row, because a run that was ended from outside must not get further rows.
    if (!ended) throw new RefusedError('The run had already ended.');
  }
  return stored;
};

const decisionIn = ({ decision }: JsonObject): string | null =>
  typeof decision === 'string' ? decision : null;

/** Details of reasons may quote the case or a record. */
const maskedReasons = (
  { known }: StepRun,
  { value }: StepDone,
  reasons: readonly Reason[],
): readonly Reason[] => maskJson(reasons, knownInSteps(known, value)) as readonly Reason[];

const pinIn = (done: readonly Done[]): Done['pin'] =>
  done.map(({ pin }) => pin).findLast((pin) => pin !== undefined);
