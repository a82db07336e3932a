import type { Transaction } from 'kysely';
import type { StepKind } from '../../contract/team-vertical.ts';
import { maskJson } from '../../governance/mask.ts';
import type { Reason } from '../../governance/rules/reason.ts';
import { scopesOf, scopesOfAgent, scopesOfTool } from '../../governance/suspension/scopes.ts';
import { rowActionsOf } from '../../governance/team-verticals/catalogue.ts';
import { commonToolOf } from '../../governance/team-verticals/live/tools.ts';
import { knownInSteps } from '../../governance/team-verticals/known.ts';
import { finalDecision } from '../../governance/team-verticals/perform.ts';
import type { StepDone } from '../../governance/team-verticals/done.ts';
import type { JsonObject, NewEntry } from '../../ledger/index.ts';
import { emitBlocked } from '../../runs/blocked.ts';
import { succeedRun } from '../../runs/vertical/finish.ts';
import type { Database } from '../../store/db/schema.ts';
import { sealValue } from '../../store/vault/vault.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { RefusedError } from '../common/failures.ts';
import { storedStep } from '../common/stored-step.ts';
import {
  actorOfStep,
  type Done,
  resultRef,
  rowOfStep,
  sealedResult,
  type StepRun,
  type TeamStepInput,
} from './step-run.ts';

type Tx = Transaction<Database>;

/** The dependencies of storing a step. */
type StoringDependencies = Pick<ActivityDependencies, 'db' | 'ledger' | 'vaultRing'>;

/** A step's outcome as reported to the workflow. */
export interface TeamStepDone {
  readonly decision: string | null;
}

/** Further parts of the transaction that stores a step. */
export interface WithStep {
  /** Runs before the row is appended, because appending locks the team's chain. */
  readonly before: (tx: Tx, row: NewEntry) => Promise<void>;
  /**
   * Runs after the row is appended.
   * @param end how the run ends, if this is its last step
   */
  readonly after: (tx: Tx, end: { readonly decision: string } | undefined) => Promise<void>;
}

/** Why a run gets no more rows. */
export const ENDED = 'The run had already ended.';

/** Rolls back a retried step, whose effect the first attempt has committed. */
class RepeatedStepError extends Error {
  readonly done: TeamStepDone;

  constructor(done: TeamStepDone) {
    super('The step was performed before.');
    this.done = done;
  }
}

/** Returns the result that an earlier attempt of a step has stored; undefined if there is none. */
export const storedDone = async (
  deps: StoringDependencies,
  { run, n, waited, live }: TeamStepInput,
  kind: StepKind,
): Promise<TeamStepDone | undefined> => {
  const { team_id: teamId, run_id: runId, ledger_ref: ledgerRef } = run;
  const actions = rowActionsOf(kind);
  const row = await storedStep(deps, { teamId, runId, ledgerRef, n: live?.at ?? n, actions, waited });
  return row && { decision: decisionIn(row.detail) };
};

/**
 * Stores a step: its effect, its sealed result, its row and, for the last step, the run's end are one
 * transaction. A second attempt returns what the first one stored. The run is locked first, so that it cannot
 * be ended from outside meanwhile.
 * @param work performs the step's effect and returns its result; undefined if the step is not done yet
 * @param scopes a suspension of any of them stops the work
 */
export const storeStep = async <Result extends StepDone | undefined>(
  deps: StoringDependencies,
  run: StepRun,
  work: (tx: Tx) => Promise<Result>,
  scopes: readonly string[] = scopesOfStep(run),
  also?: WithStep,
): Promise<TeamStepDone | Extract<Result, undefined>> => {
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const runs = await lockRun(tx, run.input);
      const result = await work(tx);
      return result === undefined
        ? (result as Extract<Result, undefined>)
        : await storeIn(tx, deps, { ...run, runs, scopes }, result, also);
    });
  } catch (error) {
    if (error instanceof RepeatedStepError) return error.done;
    throw error;
  }
};

const storeIn = async (
  tx: Tx,
  deps: StoringDependencies,
  run: StepRun & { readonly runs: boolean; readonly scopes: readonly string[] },
  result: StepDone,
  also: WithStep | undefined,
): Promise<TeamStepDone> => {
  const { input, vertical, done, runs, scopes } = run;
  const { team_id: teamId, run_id: runId, ledger_ref: ledgerRef } = input.run;
  const isLast = input.n === vertical.steps.length;
  const end = isLast ? finalDecision(vertical, [...done, result]) : undefined;
  const ref = resultRef(input, input.n);
  await sealValue(tx, deps.vaultRing, { teamId, ref, value: sealedResult(result) });
  const more = end && { decision: end.decision };
  const row = { ...rowOfStep(run, result, more), suspendable: scopes };
  await also?.before(tx, row);
  const { entry, duplicate } = await deps.ledger.appendIn(tx, row);
  const stored = { decision: decisionIn(entry.detail) };
  if (duplicate) throw new RepeatedStepError(stored);
  // Throwing also rolls back the row and the effect, because a run that was ended from outside must not get further ones.
  if (!runs) throw new RefusedError(ENDED);
  await emitBlocked(tx, row);
  if (end !== undefined) {
    const ended = await succeedRun(
      tx,
      deps.ledger,
      { teamId, runId, ledgerRef, actor: actorOfStep(input) },
      { ...end, reasons: maskedReasons(run, result, end.reasons), risk: null, decidedUnder: pinIn(done) },
    );
    if (!ended) throw new RefusedError(ENDED);
  }
  await also?.after(tx, end);
  return stored;
};

/** Returns the scopes of a step: those of its vertical, and in a live run those of the model and of the call. */
export const scopesOfStep = ({ input, compiled }: StepRun): readonly string[] => {
  const { live, run } = input;
  if (live === undefined) return scopesOf.simulatedRun(run.version.id);
  const tool = commonToolOf(compiled.step.do);
  return tool === undefined ? scopesOfAgent(live.agent) : scopesOfTool(live.agent, tool);
};

/**
 * Locks a step's run until the transaction ends.
 * @returns whether the run is still running
 */
export const lockRun = async (tx: Tx, { run }: TeamStepInput): Promise<boolean> => {
  const { status } = await tx
    .selectFrom('runs')
    .select('status')
    .where('team_id', '=', run.team_id)
    .where('id', '=', run.run_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return status === 'running';
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
