import type { Transaction } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import type { VerticalStep } from '../../governance/verticals/definition.ts';
import { scopesOf } from '../../governance/suspension/scopes.ts';
import { verticals } from '../../governance/verticals/index.ts';
import type { JsonObject } from '../../ledger/index.ts';
import { emitBlocked } from '../../runs/blocked.ts';
import { succeedRun } from '../../runs/vertical/finish.ts';
import { isShadowed } from '../../store/rule-sets/shadows.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { RefusedError } from '../common/failures.ts';
import { isRepeatedLookUp, storedStep } from '../common/stored-step.ts';
import { againIfPayoutsSuspended, payoutScopes } from './common/payouts.ts';
import { prepare, type Prepared, callStep, rowOf, type StepInput, refOf } from './call-step.ts';
import { verticalWork } from './index.ts';
import { unlessRepeated, RepeatedError } from './repeated-step.ts';

/** Masked facts that a step found, which are the `detail` of its ledger row. Later steps base their decisions only on these. */
export type StepFacts = JsonObject;

export interface StepDone {
  readonly facts: StepFacts;
  readonly decision: string | null;
  /**
   * Set by the last step if the team runs a version of the rules in shadow, which then also decides the run.
   */
  readonly shadowed?: true;
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
    const stored = await storedLookUp(deps, input, step);
    if (stored !== undefined) return stored;
    const prepared = await prepare(deps, input, step);
    // A blocked call is reported to webhooks, in one transaction with its row.
    if (step.class !== 'records' && step.action !== 'egress.block' && !isLast)
      return performAlone(deps, input, step, prepared);
    const done = await unlessRepeated(async () =>
      againIfPayoutsSuspended(async () =>
        deps.db.transaction().execute((tx) => performIn(tx, deps, input, step, isLast, prepared)),
      ),
    );
    return isLast && (await hasShadow(deps, input)) ? { ...done, shadowed: true } : done;
  };
  return Object.fromEntries([...actions].map((action) => [action, perform]));
};

/**
 * Returns the stored result of an earlier attempt, for a step that asks other systems. Such a step is never
 * the last one.
 */
const storedLookUp = async (
  deps: ActivityDependencies,
  input: StepInput,
  { n, action }: VerticalStep,
): Promise<StepDone | undefined> => {
  const { run, waited } = input;
  if (!isRepeatedLookUp(input) || verticalWork[run.vertical].lookUps?.[n] === undefined) return undefined;
  const row = await storedStep(deps, { ...refOf(input), n, actions: [action], waited });
  return row && { facts: row.detail, decision: null };
};

/**
 * Returns whether a version decides the run in shadow. If that cannot be read, the run has still ended well.
 */
const hasShadow = async ({ db }: Pick<ActivityDependencies, 'db'>, { run }: StepInput): Promise<boolean> => {
  try {
    return await isShadowed(db, { teamId: run.team_id, vertical: run.vertical });
  } catch {
    return false;
  }
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
