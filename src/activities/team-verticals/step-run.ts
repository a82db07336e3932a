import { activityInfo } from '@temporalio/activity';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import { dayInIndia } from '../../governance/dates.ts';
import type { KnownValues } from '../../governance/known.ts';
import type { TeamCaseDocuments } from '../../governance/team-verticals/documents.ts';
import { maskJson, maskText } from '../../governance/mask.ts';
import { CATALOGUE } from '../../governance/team-verticals/catalogue.ts';
import type { CompiledStep, CompiledVertical } from '../../governance/team-verticals/compile.ts';
import {
  before,
  type Before,
  type RunOfVertical,
  type StepDone,
} from '../../governance/team-verticals/done.ts';
import { afterStep, statedRow } from '../../governance/team-verticals/row.ts';
import { knownInSteps } from '../../governance/team-verticals/known.ts';
import { type Members, readValue, storedValue } from '../../governance/team-verticals/values.ts';
import type { Reason } from '../../governance/rules/reason.ts';
import { askedBy, type JsonObject, type NewEntry } from '../../ledger/index.ts';
import type { TeamVerticalRunInput } from '../../runs/team-verticals/workflow.ts';
import { pinnedVertical } from '../../store/rule-sets/verticals.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { openTeamCase } from './open-case.ts';

export interface TeamStepInput {
  readonly run: TeamVerticalRunInput;
  /** Number of the step, from 1. */
  readonly n: number;
  /** Whether an earlier attempt ended because a record was unavailable. */
  readonly waited?: boolean;
  /** The call of a live run's model for which the step is performed. */
  readonly live?: {
    readonly agent: string;
    /** Number of the step's row. */
    readonly at: number;
    readonly turn: number;
    readonly index: number;
  };
}

export type Done = Pick<StepDone, 'value' | 'reasons' | 'pin'>;

/** A step that is about to be performed. */
export interface StepRun {
  readonly input: TeamStepInput;
  readonly vertical: CompiledVertical;
  readonly compiled: CompiledStep;
  readonly given: RunOfVertical;
  /** The readings of the case's documents. */
  readonly documents: TeamCaseDocuments;
  /** The results of the earlier steps. */
  readonly done: readonly Done[];
  readonly found: Before;
  /** Identifiers of the case and of the findings, which are masked in every row. */
  readonly known: KnownValues;
}

/** Returns the ref under which a step's result is sealed. It is erased with the run's case. */
export const resultRef = ({ run: { ledger_ref: ref } }: TeamStepInput, n: number): string =>
  `${ref}/step/${n}`;

export type StepDependencies = Pick<ActivityDependencies, 'db' | 'openValue'>;

/** Opens the case, the pinned version and the results of the earlier steps. */
export const openStepRun = async (deps: StepDependencies, input: TeamStepInput): Promise<StepRun> => {
  const { run, n, live } = input;
  const { team_id: teamId } = run;
  const vertical = await pinnedVertical(deps.db, teamId, run.version);
  const opened = await openTeamCase(deps, run, vertical.document);
  const results = await Promise.all(
    Array.from({ length: n - 1 }, async (_, at) => deps.openValue({ teamId, ref: resultRef(input, at + 1) })),
  );
  const done = results.map((result): Done => ({
    value: readValue(result['value']) as Members,
    reasons: result['reasons'] as readonly Reason[],
    ...(result['pin'] !== undefined && { pin: result['pin'] as PinnedRuleSet }),
  }));
  const compiled = vertical.steps[n - 1];
  if (compiled === undefined) throw new Error(`the vertical ${run.version.id} has no step ${n}`);
  const ofRun = {
    case: opened.case,
    day: dayInIndia(new Date(run.created_at)),
    mode: live === undefined ? 'simulated' : 'live',
  } as const;
  return {
    input,
    vertical,
    compiled,
    given: ofRun,
    documents: opened.documents,
    done,
    found: before(vertical, ofRun, done),
    known: knownInSteps(opened.known, ...done.map(({ value }) => value)),
  };
};

/** Returns a step's result in its sealed form. */
export const sealedResult = ({ value, reasons, pin }: Done): Readonly<Record<string, unknown>> => ({
  value: storedValue(value),
  reasons,
  ...(pin !== undefined && { pin }),
});

export const actorOfStep = ({ run, live }: TeamStepInput) =>
  askedBy(run, {
    run_id: run.run_id,
    workflow_id: run.run_id,
    activity_id: activityInfo().activityId,
    ...(live !== undefined && { turn: live.turn, call: live.index }),
  });

/** Builds the ledger row of a step, masked. It names the version that the run performs. */
export const rowOfStep = (
  { input, compiled, known, found, done: before }: StepRun,
  done: StepDone,
  more: JsonObject = {},
): NewEntry => {
  const { run, n, live } = input;
  const { step, words } = compiled;
  const { action = CATALOGUE[step.do].action, governance = CATALOGUE[step.do].governance } = step.row ?? {};
  const all = knownInSteps(known, done.value);
  const { id, version, sha256, trial } = run.version;
  const reasons = [...found.reasons, ...done.reasons];
  const stated = statedRow(words, done, {
    scope: afterStep(found.scope, step.id, { value: done.value, reasons }),
    reasons,
    pin: done.pin ?? before.map(({ pin }) => pin).findLast((pin) => pin !== undefined),
  });
  const { summary, detail } = stated ?? done;
  return {
    teamId: run.team_id,
    ledgerRef: run.ledger_ref,
    step: live?.at ?? n,
    // In a live run the model determines the numbers of rows, but a step is performed once.
    ...(live !== undefined && { idemKey: `${run.ledger_ref}/governed/${n}` }),
    action,
    governance,
    summary: maskText(summary, all),
    detail: {
      step: compiled.step.id,
      vertical: { id, version, sha256, ...(trial === true && { trial }) },
      ...(maskJson({ ...detail, ...more }, all) as JsonObject),
    },
    actor: actorOfStep(input),
  };
};
