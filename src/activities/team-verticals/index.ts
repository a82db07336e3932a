import type { StepKind } from '../../contract/team-vertical.ts';
import { leftOut } from '../../governance/team-verticals/done.ts';
import { isRepeatedLookUp } from '../common/stored-step.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { read } from './read-step.ts';
import { openStepReview, settleStepReview, type SettledReview } from './review.ts';
import { openStepRun, type TeamStepInput } from './step-run.ts';
import { storedDone, storeStep, type TeamStepDone } from './store-step.ts';
import { answersForWrite } from './give-access.ts';
import { undoneInTrial } from './undo-trial.ts';
import { answersForCode, verifyCode } from './verify-code.ts';
import { write } from './write.ts';

export type { TeamStepInput } from './step-run.ts';
export type { TeamStepDone } from './store-step.ts';

/**
 * Kinds of steps that one activity of a `steps` worker performs. A review takes two, because it waits for a person, and code runs where
 * the sandboxes are.
 */
const KINDS = [
  'check_members',
  'scan',
  'look_up',
  'verify_code',
  'compute',
  'rules',
  'model',
  'commands',
  'call_outside',
  'decide',
  'write',
] as const satisfies readonly StepKind[];

type Kind = (typeof KINDS)[number];

export type TeamStepActivity = (input: TeamStepInput) => Promise<TeamStepDone>;

export type TeamVerticalActivities = Readonly<Record<`step.${Kind}`, TeamStepActivity>> & {
  readonly openStepReview: (input: TeamStepInput) => Promise<SettledReview>;
  readonly settleStepReview: (
    input: TeamStepInput & { readonly gives_up: boolean },
  ) => Promise<SettledReview>;
};

/** Creates one activity for each kind of step, so that a history in the Web UI reads like the document. */
export const createTeamVerticalActivities = (deps: ActivityDependencies): TeamVerticalActivities => {
  return {
    ...(Object.fromEntries(KINDS.map((kind) => [`step.${kind}`, performing(deps, kind)])) as Readonly<
      Record<`step.${Kind}`, TeamStepActivity>
    >),
    openStepReview: async (input) => openStepReview(deps, input),
    settleStepReview: async (input) => settleStepReview(deps, input),
  };
};

const ASKING: ReadonlySet<Kind> = new Set(['look_up', 'verify_code', 'write']);

/**
 * A look-up, and a write that looks up an account, may ask another system, which must not be asked again
 * after its answer is stored.
 */
const performing =
  (deps: ActivityDependencies, kind: Kind): TeamStepActivity =>
  async (input) =>
    (ASKING.has(kind) && isRepeatedLookUp(input) ? await storedDone(deps, input, kind) : undefined) ??
    performStep(deps, input);

const performStep = async (deps: ActivityDependencies, input: TeamStepInput): Promise<TeamStepDone> => {
  const run = await openStepRun(deps, input);
  const left = leftOut(run.compiled, run.found);
  if (left !== undefined) return storeStep(deps, run, async () => left);
  const { step } = run.compiled;
  if (step.do === 'write') {
    const answers = await answersForWrite(deps, run, step);
    return storeStep(deps, run, async (tx) => write(tx, deps, run, step, answers));
  }
  if (step.do === 'verify_code') {
    const answers = await answersForCode(deps, run);
    return storeStep(deps, run, async (tx) =>
      undoneInTrial(tx, run, async () => verifyCode(tx, deps, run, step, answers)),
    );
  }
  // Everything else reads before its transaction begins, so that no transaction waits for another system.
  const done = await read(deps, run);
  return storeStep(deps, run, async () => done);
};
