import {
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  isCancellation,
  patched,
  proxyActivities,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { Activities, StepFacts } from '../activities/index.ts';
import { RECORDS_WAIT_MS } from '../governance/records-wait.ts';
import { verticals } from '../governance/verticals/index.ts';
import type { VerticalRunInput, VerticalRunState } from '../runs/vertical/workflow.ts';
import { outcomeAttribute } from '../temporal/search-attributes.ts';
import { STEPWISE, UNTIL_WRITTEN } from './activity-options.ts';
import { readCaseDocuments } from './case-documents.ts';
import { endReason } from './end-reason.ts';
import { NO_RECORDS, waitingForRecords } from './records-wait.ts';
import { decidedInShadow } from './shadow.ts';
import { createSuspension } from './suspension.ts';

/** Query that returns the workflow's own view of the state that clients read from Postgres. */
export const stateQuery = defineQuery<VerticalRunState>('state');

const steps = proxyActivities<Activities['steps']>(STEPWISE);

const { failRun } = proxyActivities<Pick<Activities, 'failRun'>>(UNTIL_WRITTEN);

/** Performs a vertical's governed steps in order. The last step writes the run's end together with its ledger row. */
export const verticalRun = async (run: VerticalRunInput): Promise<VerticalRunState> => {
  const vertical = verticals[run.vertical];
  const suspension = createSuspension();
  const facts: Record<string, StepFacts> = {};
  let state: VerticalRunState = { status: 'running', steps_done: 0, decision: null };
  let isShadowed = false;
  setHandler(stateQuery, () => state);

  try {
    await readCaseDocuments(run, suspension);
    for (const { n, action } of vertical.steps) {
      const done = await waitingForRecords(
        async (waited) =>
          suspension.heed(async () => steps[action]!({ run, n, facts, ...(waited && { waited }) })),
        RECORDS_WAIT_MS,
      );
      facts[n] = done.facts;
      isShadowed = done.shadowed === true;
      state = { ...state, steps_done: n, decision: done.decision };
    }
    state = { ...state, status: 'succeeded' };
    recordOutcome(state.decision ?? 'none');
    if (isShadowed) await decidedInShadow(run);
    return state;
  } catch (error) {
    state = { status: 'error', steps_done: state.steps_done, decision: null };
    const reason = reasonOfRun(error);
    recordOutcome(reason.code);
    await CancellationScope.nonCancellable(() => failRun({ run, ...reason }));
    if (isCancellation(error)) throw error;
    throw ApplicationFailure.nonRetryable(reason.message, reason.code);
  }
};

/** Lets an administrator search for runs by outcome. Histories of runs that began before 0.2.0 do not contain this command. */
const recordOutcome = (outcome: string): void => {
  if (patched('outcome-attribute')) upsertSearchAttributes([{ key: outcomeAttribute, value: outcome }]);
};

/** Returns why a run of a vertical ended early, in words for the clients that poll it. */
export const reasonOfRun = (error: unknown) =>
  error instanceof ApplicationFailure && error.type === NO_RECORDS
    ? { code: NO_RECORDS, message: error.message }
    : endReason(error, { activity: 'Step', refused: 'refused' });
