import type { Transaction } from 'kysely';
import { leftOut, type StepDone } from '../../../governance/team-verticals/done.ts';
import { givenToModel, modelDone } from '../../../governance/team-verticals/model.ts';
import { finishAgentRun } from '../../../runs/agent/agent-runs.ts';
import { answerIn } from '../../../runs/team-verticals/live-agent.ts';
import type { Database } from '../../../store/db/schema.ts';
import { answerOf } from '../../agent/end/check.ts';
import { answerCall, eventsOf, findToolOutcome, readCall } from '../../agent/tool-call.ts';
import type { CallInput, ToolOutcome } from '../../agent/types.ts';
import type { LiveDependencies } from '../../live/context.ts';
import { traceRun } from '../../live/end.ts';
import { read } from '../read-step.ts';
import { openStepRun, type StepRun, type TeamStepInput } from '../step-run.ts';
import { scopesOfStep, storeStep, type WithStep } from '../store-step.ts';
import { answersForWrite } from '../give-access.ts';
import { write } from '../write.ts';
import { decideTeamCase } from './decide.ts';
import { shownStep } from './shown.ts';

export interface PerformInput {
  readonly input: TeamStepInput;
  readonly call: CallInput;
  /** For a step that asks the model: the turn with its answer; null if it gave none, absent if it was not asked. */
  readonly answer?: number | null;
}

type Tx = Transaction<Database>;

/**
 * Performs a step for a call of the model. The effect, the row, the sealed result, the result for the model and, for the last step, the
 * run's end are one transaction.
 */
export const performTeamStep = async (deps: LiveDependencies, asked: PerformInput): Promise<ToolOutcome> => {
  const { input, call } = asked;
  const before = await findToolOutcome(deps.db, call);
  if (before !== undefined) return before;
  const run = await openStepRun(deps, input);
  const made = await readCall(deps, call);
  const isLast = input.n === run.vertical.steps.length;
  let outcome: ToolOutcome = { next_step: input.live!.at + 1 };
  const work = await workOf(deps, run, asked, made.arguments);
  let result: StepDone | undefined;
  const also: WithStep = {
    before: async (tx, { detail, summary }) => {
      const { decision, confidence } = detail;
      outcome = {
        ...outcome,
        ...(isLast && { ends: true }),
        facts: {
          ...(typeof decision === 'string' && { decision }),
          ...(typeof confidence === 'number' && { confidence }),
        },
      };
      const shown = shownStep(run, result!, { summary });
      const answer = { parts: [{ type: 'text', text: JSON.stringify(shown) } as const], is_error: false };
      await answerCall(tx, deps, { call, made, answer, outcome });
    },
    after: async (tx, end) => {
      await deps.events.publishLedger(tx, eventsOf(call.run));
      if (end !== undefined) await endStream(tx, deps, call, end.decision);
    },
  };
  const perform = async (tx: Tx): Promise<StepDone> => {
    result = await work(tx);
    return result;
  };
  await storeStep(deps, run, perform, scopesOfStep(run), also);
  if (isLast) await traceRun(deps, { ...call.run, created_at: input.run.created_at });
  // Another attempt may have stored the step meanwhile.
  return (await findToolOutcome(deps.db, call)) ?? outcome;
};

/** Returns the work of a step. Only a write needs the transaction; everything else is done before it begins. */
const workOf = async (
  deps: LiveDependencies,
  run: StepRun,
  { call, answer }: PerformInput,
  made: Readonly<Record<string, unknown>>,
): Promise<(tx: Tx) => Promise<StepDone>> => {
  const left = leftOut(run.compiled, run.found);
  if (left !== undefined) return async () => left;
  const { step } = run.compiled;
  if (step.do === 'write') {
    const answers = await answersForWrite(deps, run, step);
    return async (tx) => write(tx, deps, run, step, answers);
  }
  const done =
    step.do === 'decide'
      ? decideTeamCase(run, step, made)
      : step.do === 'model'
        ? await modelAnswered(deps, run, call, answer)
        : await read(deps, run);
  return async () => done;
};

const modelAnswered = async (
  deps: LiveDependencies,
  { compiled, found }: StepRun,
  { run }: CallInput,
  turn: number | null | undefined,
): Promise<StepDone> => {
  const { step } = compiled;
  if (step.do !== 'model') throw new Error(`a step of kind ${step.do} asks no model`);
  const given = givenToModel(compiled, found);
  if (!('given' in given)) return given;
  if (turn === undefined) throw new Error(`the model was not asked about ${step.id}`);
  if (turn === null) return modelDone(step, undefined);
  const read = answerIn(step, await answerOf(deps, run, turn));
  return modelDone(step, 'answer' in read ? read.answer : undefined);
};

const endStream = async (
  tx: Tx,
  { events }: LiveDependencies,
  { run }: CallInput,
  decision: string,
): Promise<void> => {
  const { team_id: teamId, ledger_ref: ledgerRef } = run;
  await finishAgentRun(tx, { teamId, ledgerRef }, { status: 'succeeded', endedBy: 'tool' });
  await events.publish(tx, eventsOf(run), {
    key: 'end',
    type: 'run.finished',
    payload: { decision, ledger_ref: ledgerRef },
  });
};
