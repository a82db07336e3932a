import { createAgentTask } from '../../../runs/agent/task/create.ts';
import type { AgentTaskBody } from '../../../contract/agent-task.ts';
import { DEFAULT_FILE_NAME } from '../../../contract/agent-task.ts';
import { runAgentTask } from '../../../contract/operations/agents.ts';
import type { AgentRunRecord } from '../../../runs/agent/stored-result.ts';
import { expectSandboxes } from '../../sandboxes.ts';
import { expectAnswer, resultOf, safeAnswer, stateOf } from '../../agent-runs/show.ts';
import { prefersAsync, runNow, untilEnded } from '../../agent-runs/wait.ts';
import { accepted } from '../../idempotent.ts';
import { ProblemError } from '../../problem.ts';
import { type Call, type Reply, route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { startWorkflow } from '../../start-workflow.ts';

/** Stores the task, starts its workflow, and answers with the result, or at once with where to read it. */
export const runAgentTaskRoute = route(runAgentTask, async (call, services): Promise<Reply> => {
  const { model } = services.settings;
  if (model === null) throw new ProblemError('no-model-provider');
  await expectSandboxes(services);
  const { teamId } = call.caller;
  const { answer, replayed } = await acceptedTask(call, services, model);
  // The data is stored by now, so a caller that waits for the answer need not hold it in memory.
  call.forgetBody();
  const ref = { teamId, ledgerRef: (answer.body as { ref: string }).ref };
  const started = await startWorkflow(services, ref.ledgerRef, async () =>
    services.workflows.startAgentRun({ ...ref, kind: 'task', budgets: model.budgets }),
  );
  const wait = started && !prefersAsync(call.header('Prefer'));
  const run = wait ? await untilEnded(services, ref, 'task') : await runNow(services, ref, 'task');
  const headers = replayed ? { 'Idempotency-Replayed': 'true' } : undefined;
  if (!wait || run.status === 'running') {
    const location = { Location: `/v1/agents/tasks/${ref.ledgerRef}` };
    return { status: 202, body: await showTask(services, run), headers: { ...location, ...headers } };
  }
  expectAnswer(await resultOf(services, run));
  return { status: 200, body: await showTask(services, run), ...(headers && { headers }) };
});

const acceptedTask = async (
  call: Call<typeof runAgentTask>,
  services: Services,
  model: NonNullable<Services['settings']['model']>,
): ReturnType<typeof accepted> => {
  const { teamId } = call.caller;
  const { task, data, filename = DEFAULT_FILE_NAME } = call.body;
  const file = data === undefined ? undefined : { name: filename, content: data };
  return accepted(runAgentTask, call, services, async (tx) => ({
    status: 200,
    body: { ref: await createAgentTask(tx, services.rings.vault, { teamId, task, file, model }) },
  }));
};

/** Returns a task as it stands. */
export const showTask = async (services: Services, run: AgentRunRecord): Promise<AgentTaskBody> => {
  const result = await resultOf(services, run);
  const { answer, disabled_links } = await safeAnswer(services, run, result);
  const { steps, unverified_numbers, ...state } = stateOf(run, result);
  return {
    result: answer,
    disabled_links,
    ...state,
    steps: [...steps],
    unverified_numbers: [...unverified_numbers],
  };
};
