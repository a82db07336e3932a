import type { OperatorAction } from '../../contract/operator-action.ts';
import { checkAction, REFUSALS, type Refusal } from '../../governance/operators/check-action.ts';
import { describeAction } from '../../governance/operators/describe.ts';
import { readActions } from '../../governance/operators/dialects/read-call.ts';
import type { ToolCall } from '../../model/messages.ts';
import { stepsOf } from '../../runs/operator/steps.ts';
import { findToolOutcome, readCall } from '../agent/tool-call.ts';
import type { ToolOutcome } from '../agent/types.ts';
import { persistently } from '../common/persist.ts';

import { answersTo } from './person-answer.ts';
import { type CallRecord, recordStep, type StepEnd, answerModel } from './call-record.ts';
import type { DesktopDependencies } from './dependencies.ts';
import type { CallDesktopInput, CallFacts, LostFrom } from './types.ts';

export interface SkipInput {
  readonly of: CallDesktopInput;
  readonly because: Extract<Refusal, 'not-executed' | 'desktop-lost'>;
  /** Set for the call during which the desktop was lost. */
  readonly lost?: LostFrom;
}

type Deps = Pick<DesktopDependencies, 'db' | 'ledger' | 'vaultRing' | 'events'>;

/**
 * Answers a call that is not made. A call that follows a failure in its turn gets no step and no row, because nothing was begun.
 * The call during which the desktop was lost gets both, so that an approved action that was never performed is recorded.
 */
export const skipCall = async (deps: Deps, { of: input, because, lost }: SkipInput): Promise<ToolOutcome> => {
  const answered = await findToolOutcome(deps.db, input.call);
  if (answered !== undefined) return answered;
  const made = await readCall(deps, input.call);
  const record: CallRecord = { input, made, n: input.n, step: input.call.step };
  const words = `${REFUSALS[because]}${lost === undefined ? '' : await answersTo(deps, record)}`;
  const unmade = lost === undefined ? undefined : await unmadeAction(deps, record, lost);
  if (unmade !== undefined)
    return recordStep(deps, { ...record, ...unmade.said }, { ...unmade.end, words }, { answer: true });
  const end = {
    action: 'unknown',
    detail: '',
    status: 'refused',
    words,
    seen: undefined,
  } as const;
  const facts: CallFacts = { next_n: input.n, ok: false, screen: null, finished: null };
  const outcome = { next_step: input.call.step, facts: { ...facts } };
  return persistently(() =>
    deps.db.transaction().execute(async (tx) => answerModel(tx, deps, record, end, outcome)),
  );
};

/** Returns the action that was not begun because the desktop was lost; undefined if an action was begun and has its row. */
const unmadeAction = async (
  { db }: Pick<Deps, 'db'>,
  { input, made }: CallRecord,
  { from_n, done, approvals }: LostFrom,
): Promise<
  { readonly end: Omit<StepEnd, 'words'>; readonly said: Pick<CallRecord, 'approval'> } | undefined
> => {
  const ref = { teamId: input.run.team_id, runId: input.run.run_id };
  const steps = (await stepsOf(db, ref)).filter(({ n }) => n >= from_n);
  if (steps.some(({ status }) => status === 'interrupted' || status === 'begun')) return undefined;
  const index = done + steps.length;
  const approval = approvals[`${made.id}/${index}`] ?? approvals[`${made.id}/safety`];
  const { action, detail } = wordsOf(made, index);
  const words = `${detail}: not executed, because the desktop was lost`;
  return {
    end: { action, detail: words, status: 'failed', seen: undefined },
    said: approval === undefined ? {} : { approval },
  };
};

const wordsOf = (made: ToolCall, index: number): { readonly action: string; readonly detail: string } => {
  const asked = readActions(made.tool, made.arguments).actions[index];
  const checked = checkAction(asked);
  if ('refusal' in checked) {
    // An element cannot be located on a desktop that is gone.
    return { action: checked.named === '?' ? 'unknown' : checked.named, detail: 'an action on the page' };
  }
  const action: OperatorAction = checked.action;
  return { action: action.action, detail: describeAction(action) };
};
