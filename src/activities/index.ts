import type { RunError } from '../store/db/schema.ts';
import { failRun } from '../runs/vertical/finish.ts';
import type { ActivityDependencies } from './common/dependencies.ts';
import { createStepActivities } from './verticals/steps.ts';
import type { VerticalRunInput } from '../runs/vertical/workflow.ts';

export type { StepFacts } from './verticals/steps.ts';

/** Creates the activities that workflows call, by group. A worker registers each under its own name. */
export const createActivities = (deps: ActivityDependencies) => ({
  steps: createStepActivities(deps),

  /** Records that a run ended early, and why. */
  failRun: async ({ run, ...error }: RunError & { readonly run: VerticalRunInput }): Promise<void> => {
    const ref = { teamId: run.team_id, runId: run.run_id, ledgerRef: run.ledger_ref };
    await failRun(deps.db, deps.ledger, ref, error);
  },
});

export type Activities = ReturnType<typeof createActivities>;
