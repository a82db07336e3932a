import { activityInfo } from '@temporalio/activity';
import type { Answers } from '../../connectors/look-up.ts';
import type { Db } from '../../store/db/client.ts';
import type { KnownValues } from '../../governance/known.ts';
import { maskJson, maskText } from '../../governance/mask.ts';
import { scopesOfTool } from '../../governance/suspension/scopes.ts';
import type { VerticalStep } from '../../governance/verticals/definition.ts';
import { askedBy, type JsonObject, type NewEntry } from '../../ledger/index.ts';
import type { AgentDependencies } from '../agent/dependencies.ts';
import type { CallInput } from '../agent/types.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { openCase } from '../verticals/common/documents.ts';
import type { StepContext, StepResult } from '../verticals/common/step.ts';
import type { LiveRunInput } from '../../runs/vertical/workflow.ts';

export type LiveDependencies = AgentDependencies &
  Pick<ActivityDependencies, 'openValue' | 'connectors' | 'digestRing' | 'egressAllow'>;

/** Masked facts from the governed steps so far, by step number. */
export type LiveFacts = Readonly<Record<string, JsonObject>>;

/** The context that live runs of all verticals share. */
export type AnyLiveRun = Pick<
  LiveRunInput,
  'team_id' | 'run_id' | 'ledger_ref' | 'created_at' | 'asked_by' | 'agent'
>;

export interface LiveCall {
  readonly live: LiveRunInput;
  readonly call: CallInput;
  readonly facts: LiveFacts;
  /** Whether an earlier attempt ended because a record was unavailable. */
  readonly waited?: boolean;
}

export const stepContext = async (
  deps: LiveDependencies,
  { live, facts }: LiveCall,
  db: Db,
  answers: Answers,
): Promise<StepContext> => {
  const opened = await openCase(deps.openValue, live);
  return {
    teamId: live.team_id,
    runId: live.run_id,
    ledgerRef: live.ledger_ref,
    mode: 'live',
    ...opened,
    now: new Date(live.created_at),
    facts,
    db,
    answers,
    vaultRing: deps.vaultRing,
    digestRing: deps.digestRing,
    egressAllow: deps.egressAllow,
  };
};

/** Returns a governed step's row. A step is performed once per run, so its number serves as its key. */
export const stepRow = (
  { live, call }: LiveCall,
  step: VerticalStep,
  at: number,
  result: Pick<StepResult, 'summary' | 'detail'>,
  { known, suspendable }: { readonly known: KnownValues; readonly suspendable: readonly string[] },
): NewEntry => ({
  ...rowBase(live, call),
  step: at,
  idemKey: `${live.ledger_ref}/governed/${step.n}`,
  suspendable,
  action: step.action,
  governance: step.governance,
  summary: maskText(result.summary, known),
  detail: maskJson(result.detail, known) as JsonObject,
});

/** Returns the row for a call's action outside of the governed steps. */
export const callRow = (
  { live, call, tool }: Pick<LiveCall, 'call'> & { readonly live: AnyLiveRun; readonly tool: string },
  row: Pick<NewEntry, 'action' | 'governance' | 'summary' | 'detail'>,
): NewEntry => ({
  ...rowBase(live, call),
  step: call.step,
  idemKey: `${live.ledger_ref}/call/${call.turn}/${call.index}`,
  suspendable: scopesOfTool(live.agent, tool),
  ...row,
});

const rowBase = (live: AnyLiveRun, call: CallInput) => ({
  teamId: live.team_id,
  ledgerRef: live.ledger_ref,
  actor: askedBy(live, {
    run_id: live.run_id,
    workflow_id: live.run_id,
    activity_id: activityInfo().activityId,
    turn: call.turn,
    call: call.index,
  }),
});
