import { activityInfo } from '@temporalio/activity';
import type { Transaction } from 'kysely';
import type { Answers } from '../../connectors/look-up.ts';
import type { Database } from '../../store/db/schema.ts';
import type { VerticalStep } from '../../governance/verticals/definition.ts';
import type { KnownValues } from '../../governance/known.ts';
import { maskJson, maskText } from '../../governance/mask.ts';
import { scopesOf } from '../../governance/suspension/scopes.ts';
import { verticals } from '../../governance/verticals/index.ts';
import { askedBy, type JsonObject } from '../../ledger/index.ts';
import { emitBlocked } from '../../runs/blocked.ts';
import { succeedRun } from '../../runs/vertical/finish.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { RefusedError } from '../common/failures.ts';
import { lookUpForRun } from '../common/look-up-for-run.ts';
import { againIfPayoutsSuspended, payoutScopes } from './common/payouts.ts';
import { verticalWork } from './index.ts';
import { type OpenedCase, openCase } from './common/documents.ts';
import type { StepContext, StepResult } from './common/step.ts';
import type { VerticalRunInput } from '../../runs/vertical/workflow.ts';

/** Masked facts that a step found, which are the `detail` of its ledger row. Later steps base their decisions only on these. */
export type StepFacts = JsonObject;

export interface StepInput {
  readonly run: VerticalRunInput;
  readonly n: number;
  /** Facts of the earlier steps, by step number. */
  readonly facts: Readonly<Record<string, StepFacts>>;
  /** Whether an earlier attempt ended because a record could not be had. */
  readonly waited?: boolean;
}

export interface StepDone {
  readonly facts: StepFacts;
  readonly decision: string | null;
}

export type StepActivity = (input: StepInput) => Promise<StepDone>;

/**
 * Creates one activity per action, with the action's name, so that a history in the Web UI reads like the specification's table.
 * Each activity performs its step and appends its row. A second attempt returns the first row and does not repeat any effect.
 */
export const createStepActivities = (deps: ActivityDependencies): Readonly<Record<string, StepActivity>> => {
  const actions = new Set(Object.values(verticals).flatMap(({ steps }) => steps.map(({ action }) => action)));
  const perform: StepActivity = async (input) => {
    const { steps } = verticals[input.run.vertical];
    const step = steps.find(({ n }) => n === input.n);
    if (step === undefined)
      throw new RefusedError(`The ${input.run.vertical} vertical has no step ${input.n}.`);
    const isLast = step === steps.at(-1);
    const prepared = await prepare(deps, input, step);
    // A blocked call is reported to webhooks, in one transaction with its row.
    return step.class === 'records' || step.action === 'egress.block' || isLast
      ? unlessRepeated(async () =>
          againIfPayoutsSuspended(async () =>
            deps.db.transaction().execute((tx) => performIn(tx, deps, input, step, isLast, prepared)),
          ),
        )
      : performAlone(deps, input, step, prepared);
  };
  return Object.fromEntries([...actions].map((action) => [action, perform]));
};

/** Performs a step without an effect. Its row is appended in one of the ledger's shared batches. */
const performAlone = async (
  deps: ActivityDependencies,
  input: StepInput,
  step: VerticalStep,
  prepared: Prepared,
): Promise<StepDone> => {
  const { known, result } = await callStep(deps, input, step, deps.db, prepared);
  const row = rowOf(input, step, result, known);
  const suspendable = scopesOf.simulatedRun(input.run.vertical);
  const { entry } = await deps.ledger.append({ ...row, suspendable });
  return { facts: entry.detail, decision: result.decision?.decision ?? null };
};

/** Rolls back a retried step, whose effect the first attempt has committed. By now a person may have decided about it. */
class RepeatedError extends Error {
  readonly done: StepDone;

  constructor(done: StepDone) {
    super('The step was performed before.');
    this.done = done;
  }
}

const unlessRepeated = async (perform: () => Promise<StepDone>): Promise<StepDone> => {
  try {
    return await perform();
  } catch (error) {
    if (error instanceof RepeatedError) return error.done;
    throw error;
  }
};

/**
 * Performs a step with an effect in the database. The effect, the row and, for the last step, the run's end are one transaction.
 */
const performIn = async (
  tx: Transaction<Database>,
  deps: ActivityDependencies,
  input: StepInput,
  step: VerticalStep,
  isLast: boolean,
  prepared: Prepared,
): Promise<StepDone> => {
  const { known, result } = await callStep(deps, input, step, tx, prepared);
  const row = rowOf(input, step, result, known);
  const suspendable = [...scopesOf.simulatedRun(input.run.vertical), ...payoutScopes(result)];
  const { entry, duplicate } = await deps.ledger.appendIn(tx, { ...row, suspendable });
  const done = { facts: entry.detail, decision: result.decision?.decision ?? null };
  if (duplicate) throw new RepeatedError(done);
  await emitBlocked(tx, row);
  if (isLast) {
    if (result.decision === undefined)
      throw new Error(`the last step of ${input.run.vertical} returned no decision`);
    const ended = await succeedRun(tx, deps.ledger, { ...refOf(input), actor: row.actor }, result.decision);
    // Throwing also rolls back the row, because a run that was ended from outside must not get further rows.
    if (!ended) throw new RefusedError('The run had already ended.');
  }
  return done;
};

const runOf = (run: VerticalRunInput) => ({ teamId: run.team_id, runId: run.run_id });
const refOf = ({ run }: StepInput) => ({ ...runOf(run), ledgerRef: run.ledger_ref });

interface Prepared {
  readonly opened: OpenedCase;
  readonly answers: Answers;
}

/**
 * Opens the case and looks up the records that the step reads from the institution's own systems.
 * @throws RecordsAwayError if one cannot be had; the run then shows what it waits for
 */
const prepare = async (
  deps: ActivityDependencies,
  { run, facts, waited = false }: StepInput,
  step: VerticalStep,
): Promise<Prepared> => {
  const opened = await openCase(deps.openValue, run);
  const wanted = verticalWork[run.vertical].lookUps?.[step.n]?.({ case: opened.case, facts }) ?? [];
  const answers = await lookUpForRun(deps, { ...runOf(run), waited }, wanted);
  return { opened, answers };
};

const callStep = async (
  deps: ActivityDependencies,
  input: StepInput,
  step: VerticalStep,
  db: StepContext['db'],
  { opened, answers }: Prepared,
): Promise<{ readonly known: KnownValues; readonly result: StepResult }> => {
  const { run, facts } = input;
  const { known } = opened;
  const result = await verticalWork[run.vertical].steps[step.n]!({
    ...refOf(input),
    mode: 'simulated',
    ...opened,
    now: new Date(run.created_at),
    facts,
    db,
    answers,
    vaultRing: deps.vaultRing,
    digestRing: deps.digestRing,
    egressAllow: deps.egressAllow,
  });
  return { known, result };
};

const rowOf = ({ run }: StepInput, step: VerticalStep, result: StepResult, known: KnownValues) => {
  const { activityId } = activityInfo();
  return {
    teamId: run.team_id,
    ledgerRef: run.ledger_ref,
    step: step.n,
    action: step.action,
    governance: step.governance,
    // Steps mask their own reports. They are masked again here, in case a step forgets to.
    summary: maskText(result.summary, known),
    detail: maskJson(result.detail, known) as JsonObject,
    actor: askedBy(run, { run_id: run.run_id, workflow_id: run.run_id, activity_id: activityId }),
  };
};
