import type { Actor } from '../../contract/actor.ts';
import type { AgentRunKind, StoredResult } from '../../runs/agent/stored-result.ts';
import type { AgentRunRecord } from '../../runs/agent/agent-run-records.ts';
import type { ChosenModel } from '../../runs/agent/agent-runs.ts';
import type { Budgets } from '../../governance/agent/budgets.ts';
import { replayedHeader } from '../runs/answer-once.ts';
import type { accepted } from '../runs/idempotent.ts';
import type { Reply } from '../services/route.ts';
import type { Services } from '../services/services.ts';
import { ProblemError } from '../http/problem.ts';
import { startWorkflow } from '../runs/start-workflow.ts';
import { resultOf } from './show.ts';
import { prefersAsync, runNow, untilEnded } from './wait.ts';

/** The ways in which one kind of agent run differs from the others. */
interface AnsweredKind<Body> {
  readonly kind: AgentRunKind;
  readonly model: ChosenModel & { readonly budgets: Budgets };
  readonly locationOf: (ledgerRef: string) => string;
  readonly show: (services: Services, run: AgentRunRecord) => Promise<Body>;
  /** @throws ProblemError if the result is not an answer */
  readonly expect: (result: StoredResult | undefined) => void;
}

/**
 * Starts a stored run's workflow. Responds with the run's result, or with its address if the caller does not wait for the run to
 * end.
 */
export const answerAgentRun = async <Body extends object>(
  services: Services,
  call: {
    readonly caller: { readonly teamId: string };
    readonly header: (name: string) => string;
    readonly forgetBody: () => void;
  },
  { answer, replayed }: Awaited<ReturnType<typeof accepted>>,
  { kind, model, locationOf, show, expect }: AnsweredKind<Body>,
): Promise<Reply> => {
  // The body has been stored, and the caller may wait for minutes.
  call.forgetBody();
  const stored = answer.body as { readonly ref: string; readonly asked_by?: Actor };
  const ref = { teamId: call.caller.teamId, ledgerRef: stored.ref };
  const { ask } = await runNow(services, ref, kind);
  const started = await startWorkflow(services, ref.ledgerRef, async () =>
    services.workflows.startAgentRun({
      ...ref,
      kind,
      budgets: model.budgets,
      model: model.name,
      modelChosen: model.chosen === true,
      askedBy: stored.asked_by ?? null,
      ask,
    }),
  );
  const wait = started && !prefersAsync(call.header('Prefer'));
  const run = wait ? await untilEnded(services, ref, kind) : await runNow(services, ref, kind);
  const headers = replayedHeader(replayed);
  if (!wait || run.status === 'running') {
    const location = { Location: locationOf(ref.ledgerRef) };
    return { status: 202, body: await show(services, run), headers: { ...location, ...headers } };
  }
  try {
    expect(await resultOf(services, run));
  } catch (error) {
    throw error instanceof ProblemError ? error.ofRun(ref.ledgerRef, locationOf(ref.ledgerRef)) : error;
  }
  return { status: 200, body: await show(services, run), headers };
};
