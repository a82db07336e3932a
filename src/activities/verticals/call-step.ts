import { activityInfo } from '@temporalio/activity';
import type { Answers } from '../../connectors/look-up.ts';
import type { KnownValues } from '../../governance/known.ts';
import { maskText, maskJson } from '../../governance/mask.ts';
import type { VerticalStep } from '../../governance/verticals/definition.ts';
import { askedBy, type JsonObject } from '../../ledger/index.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { lookUpForRun } from '../common/look-up-for-run.ts';
import { type OpenedCase, openCase } from './common/documents.ts';
import type { StepContext, StepResult } from './common/step.ts';
import { verticalWork } from './index.ts';
import type { StepFacts } from './steps.ts';
import type { VerticalRunInput } from '../../runs/vertical/workflow.ts';

export interface Prepared {
  readonly opened: OpenedCase;
  readonly answers: Answers;
}

/**
 * Opens the case and looks up the records that the step reads from the institution's own systems.
 * @throws RecordsAwayError if one is unavailable; the run then shows what it waits for
 */
export const prepare = async (
  deps: ActivityDependencies,
  { run, facts, waited = false }: StepInput,
  step: VerticalStep,
): Promise<Prepared> => {
  const opened = await openCase(deps.openValue, run);
  const wanted = verticalWork[run.vertical].lookUps?.[step.n]?.({ case: opened.case, facts }) ?? [];
  const answers = await lookUpForRun(deps, { ...runOf(run), waited }, wanted);
  return { opened, answers };
};

/** Calls the function of a step with the opened case and the facts of earlier steps. */
export const callStep = async (
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

/** Builds the ledger row of a step, masked. */
export const rowOf = ({ run }: StepInput, step: VerticalStep, result: StepResult, known: KnownValues) => {
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

export interface StepInput {
  readonly run: VerticalRunInput;
  readonly n: number;
  /** Facts of the earlier steps, by step number. */
  readonly facts: Readonly<Record<string, StepFacts>>;
  /** Whether an earlier attempt ended because a record was unavailable. */
  readonly waited?: boolean;
}

const runOf = (run: VerticalRunInput) => ({ teamId: run.team_id, runId: run.run_id });

/** Names a step's run and its ledger. */
export const refOf = ({ run }: StepInput) => ({ ...runOf(run), ledgerRef: run.ledger_ref });
