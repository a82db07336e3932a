import type { Transaction } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import { REFUSALS, type Refusal } from '../../governance/operators/check-action.ts';
import { maskText } from '../../governance/mask.ts';
import type { NewEntry } from '../../ledger/index.ts';
import type { ToolCall } from '../../model/messages.ts';
import { screenRef } from '../../runs/operator/runs.ts';
import { endStep, keepOutput, keepResult, keepScreen, type StepStatus } from '../../runs/operator/steps.ts';
import { answerCall } from '../agent/tool-call.ts';
import type { ToolOutcome } from '../agent/types.ts';
import { persistently } from '../common/persist.ts';

import type { DesktopDependencies } from './dependencies.ts';
import { type Observation, partsOf } from './observe.ts';
import { stepRow } from './step-row.ts';
import type { Approval, CallDesktopInput, CallFacts } from './types.ts';

/** An action's position within a call. */
export interface CallRecord {
  readonly input: CallDesktopInput;
  readonly made: ToolCall;
  /** The step's number. */
  readonly n: number;
  /** Step number of the step's ledger row. */
  readonly step: number;
  /** A person's answer, if a person was asked. */
  readonly approval?: Approval;
}

/** How one action ended. */
export interface StepEnd {
  readonly action: string;
  /** Description for the record, without the typed text. */
  readonly detail: string;
  readonly status: Exclude<StepStatus, 'begun'>;
  /** Message for the model. */
  readonly words: string;
  readonly seen: Observation | undefined;
  readonly ms?: Readonly<Record<'act' | 'settle' | 'all', number>>;
  /** Present for an action that ends the run. */
  readonly finished?: { readonly success: boolean; readonly result: string };
  /** The validated output of a run that ends, or the output that failed validation twice. */
  readonly output?: { readonly value: unknown } | 'invalid';
  /** The element that was clicked. */
  readonly box?: readonly number[] | undefined;
}

/** Describes a refused action for the record. */
export const refusedAs = (refusal: Refusal): string =>
  `refused: ${REFUSALS[refusal].replace(/^Error: /, '')}`;

/**
 * Writes one step: its picture, its end, its row and, for the last step of a call, the answer to the model. It uses one
 * transaction, so that a second attempt finds all of it or nothing.
 */
export const recordStep = async (
  deps: Pick<DesktopDependencies, 'db' | 'ledger' | 'vaultRing' | 'events'>,
  record: CallRecord,
  end: StepEnd,
  { answer }: { readonly answer: boolean },
): Promise<ToolOutcome> => {
  const { run } = record.input;
  const step = { teamId: run.team_id, runId: run.run_id, n: record.n };
  const { action, detail, status, seen, finished } = end;
  return persistently(() =>
    deps.db.transaction().execute(async (tx) => {
      if (seen !== undefined) await keepScreen(tx, deps.vaultRing, step, seen.png);
      await endStep(tx, step, { action, detail, status, sha256: seen?.sha256 ?? null, box: end.box });
      if (finished !== undefined) await keepResult(tx, step, maskText(finished.result));
      if (typeof end.output === 'object') await keepOutput(tx, deps.vaultRing, step, end.output.value);
      const outcome = answer ? await answerModel(tx, deps, record, end) : outcomeOf(record, end);
      // The row comes last, because the team's chain is locked until the transaction ends.
      await deps.ledger.appendIn(tx, rowOf(record, end));
      return outcome;
    }),
  );
};

/** Stores the answer to a call in the caller's transaction. */
export const answerModel = async (
  tx: Transaction<Database>,
  deps: Pick<DesktopDependencies, 'vaultRing' | 'events'>,
  record: CallRecord,
  end: StepEnd,
  outcome: ToolOutcome = outcomeOf(record, end),
): Promise<ToolOutcome> => {
  const { run, call } = record.input;
  const parts =
    end.seen === undefined
      ? [{ type: 'text', text: end.words } as const]
      : partsOf(run, end.words, { ref: screenRef(run.run_id, record.n), text: end.seen.text });
  // The page's text is left unmasked, because a model that sees pictures sees the same text in them.
  const acknowledged = record.input.approvals?.[`${record.made.id}/safety`] === 'approved';
  const answer = { parts, is_error: end.status !== 'done', raw: true, acknowledged };
  return answerCall(tx, deps, { call, made: record.made, answer, outcome });
};

const outcomeOf = (record: CallRecord, end: StepEnd): ToolOutcome => {
  const facts: CallFacts = {
    next_n: record.n + 1,
    ok: end.status === 'done',
    screen: end.seen?.sha256 ?? null,
    finished:
      end.finished === undefined
        ? null
        : { success: end.finished.success, ...(end.output === 'invalid' && { invalid: true }) },
  };
  return { next_step: record.step + 1, facts: { ...facts } };
};

const rowOf = ({ input, n, step, approval }: CallRecord, end: StepEnd): NewEntry => {
  const { action, detail, status, seen, ms } = end;
  return stepRow(input, { n, step, action, detail, status, sha256: seen?.sha256 ?? null, ms, approval });
};
