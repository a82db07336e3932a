import { askedBy } from '../ledger/index.ts';
import type { RunError } from '../store/db/runs-schema.ts';
import { failRun } from '../runs/vertical/finish.ts';
import type { ActivityDependencies } from './common/dependencies.ts';
import { createStepActivities } from './verticals/steps.ts';
import type { VerticalRunInput } from '../runs/vertical/workflow.ts';

/** A run of a vertical of the service or of a team. */
type EndedRun = Pick<VerticalRunInput, 'team_id' | 'run_id' | 'ledger_ref' | 'asked_by'>;

export type { StepFacts } from './verticals/steps.ts';

/** Creates the activities that workflows call, by group. A worker registers each under its own name. */
export const createActivities = (deps: ActivityDependencies) => ({
  steps: createStepActivities(deps),

  /** Records that a run ended early, and why. */
  failRun: async ({ run, ...error }: RunError & { readonly run: EndedRun }): Promise<void> => {
    const { team_id: teamId, run_id, ledger_ref: ledgerRef } = run;
    const actor = askedBy(run, { run_id });
    await failRun(deps.db, deps.ledger, { teamId, runId: run_id, ledgerRef, actor }, error);
  },
});

export type Activities = ReturnType<typeof createActivities>;
