import { activityInfo } from '@temporalio/activity';
import {
  type AgentRunRef,
  readResult,
  type StoredResult,
  storeResult,
} from '../../../runs/agent/stored-result.ts';
import { withUnsupported } from '../../../governance/answers/name-unsupported.ts';
import { knownIn } from '../../../governance/known.ts';
import { maskJson, maskText } from '../../../governance/mask.ts';
import { scopesOfAgent } from '../../../governance/suspension/scopes.ts';
import { recordable } from '../../../governance/recordable.ts';
import { askedBy, type JsonObject, type NewEntry } from '../../../ledger/index.ts';
import { finishAgentRun } from '../../../runs/agent/agent-runs.ts';
import { closeCallReviews } from '../../../runs/reviews/calls.ts';
import type { SealedValue } from '../../../store/vault/vault.ts';
import { actorOfEnd, type Canceller, cancelledBy } from '../../../runs/cancellation.ts';
import type { AgentDependencies } from '../dependencies.ts';
import type { AgentRun } from '../types.ts';
import { eventsOf } from '../tool-call.ts';
import { answerOf, checkedOutput, unsupportedIn } from './check.ts';
import { stepOf, textsOf } from '../../../runs/agent/code-runs.ts';
import { type CodeRun, codeRunsOf } from './outcomes.ts';

/** How a run's loop ended, as reported by its workflow. */
export type AgentEnd =
  | { readonly how: 'done'; readonly turn: number }
  | {
      readonly how: 'stopped';
      readonly code: string;
      readonly message: string;
      /** Index of the dataset that could not be read, if there are several. */
      readonly dataset?: number;
    };

export interface FinishInput {
  readonly run: AgentRun;
  /** The ledger row's step number. */
  readonly step: number;
  readonly end: AgentEnd;
}

/** Additions that one kind of run makes to the result that all kinds share. */
export interface Extra {
  /** Additional fields of the result. */
  readonly more: SealedValue;
  /** Text appended to the answer. */
  readonly remarks: string;
  /** Counts for the ledger row. */
  readonly counts: JsonObject;
}

/**
 * Ends a run: stores its result, the end of its loop and its last row in one transaction. A second attempt finds all three.
 * @param extraOf returns the additions for this kind of run
 */
export const finishRun = async (
  deps: AgentDependencies,
  { run, step, end }: FinishInput,
  extraOf: (codeRuns: readonly CodeRun[]) => Promise<Extra>,
): Promise<void> => {
  const ref: AgentRunRef = { teamId: run.team_id, ledgerRef: run.ledger_ref };
  if ((await readResult(deps.db, deps.vaultRing, ref)) !== undefined) return;
  const codeRuns = await codeRunsOf(deps, run);
  const extra = await extraOf(codeRuns);
  const result = await resultOf(deps, run, end, codeRuns, extra);
  const endedBy = result.error === null ? 'answer' : result.error.code;
  await deps.db.transaction().execute(async (tx) => {
    if (!(await storeResult(tx, deps.vaultRing, ref, result))) return;
    const canceller = await finishAgentRun(tx, ref, {
      status: result.error === null ? 'succeeded' : 'error',
      endedBy,
    });
    await closeCallReviews(
      tx,
      deps.ledger,
      { ...ref, runId: run.run_id },
      askedBy(run, { workflow_id: run.run_id, ...writerOf() }),
    );
    await deps.ledger.appendIn(
      tx,
      rowOf({ run, step, endedBy, canceller }, result, {
        ...extra.counts,
        ...cancelledBy(endedBy, canceller),
      }),
    );
    await deps.events.publishLedger(tx, eventsOf(run));
  });
};

const resultOf = async (
  deps: AgentDependencies,
  run: AgentRun,
  end: AgentEnd,
  codeRuns: readonly CodeRun[],
  { more, remarks }: Extra,
): Promise<StoredResult> => {
  const answer = end.how === 'done' ? await answerOf(deps, run, end.turn) : '';
  const known = knownIn(answer, remarks, codeRuns.map(textsOf));
  const steps = codeRuns.map((codeRun) => stepOf(codeRun, known));
  if (end.how === 'stopped') {
    const { how: _, ...error } = end;
    return { answer: null, error, unverified_numbers: [], steps, more };
  }
  const checked = await checkedOutput(deps, run, answer);
  if (checked !== undefined && 'faults' in checked) {
    const message = `The answer does not fit the output schema: ${maskText(checked.faults.join('; '), known)}.`;
    return { answer: null, error: { code: 'output_invalid', message }, unverified_numbers: [], steps, more };
  }
  const unsupported = await unsupportedIn(deps, run, answer, codeRuns);
  const said = [withUnsupported(answer, unsupported), remarks].filter((text) => text !== '').join('\n\n');
  return {
    answer: maskText(said, known),
    ...(checked !== undefined && { output: maskJson(checked.output, known) }),
    error: null,
    unverified_numbers: unsupported.map((number) => maskText(number, known)),
    steps,
    more,
  };
};

interface EndedLoop {
  readonly run: AgentRun;
  readonly step: number;
  /** The reason. */
  readonly endedBy: string;
  readonly canceller: Canceller | undefined;
}

const rowOf = (
  { run, step, endedBy, canceller }: EndedLoop,
  { answer, error, steps, unverified_numbers }: StoredResult,
  more: JsonObject,
): NewEntry => ({
  teamId: run.team_id,
  ledgerRef: run.ledger_ref,
  step,
  idemKey: `${run.ledger_ref}/end`,
  // An answer is an effect; an end without one must be recorded even while everything is suspended.
  ...(error === null && { suspendable: scopesOfAgent(run.agent) }),
  action: error === null ? 'agent.answer' : 'agent.stopped',
  // Without an answer there are no numbers to check.
  governance: error === null ? 'numbers checked against the output of code' : 'recorded',
  summary:
    error === null
      ? `Answered after ${steps.length} code runs; ${unverified_numbers.length} numbers of the answer do not occur in any output.`
      : `Ended without an answer: ${endedBy.replaceAll('_', ' ')}.`,
  detail: {
    ended_by: endedBy,
    answer: answer === null ? null : recordable(answer, 300),
    code_runs: steps.length,
    unverified_numbers: unverified_numbers.length,
    ...more,
  },
  actor: actorOfEnd(endedBy, canceller, askedBy(run, writerOf()), writerOf()),
});

const writerOf = () => ({ activity_id: activityInfo().activityId });
