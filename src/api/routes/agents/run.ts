import type { Transaction } from 'kysely';
import type { Database } from '../../../store/db/schema.ts';
import { createAgentTask } from '../../../runs/agent/task/create.ts';
import type { AgentTaskBody } from '../../../contract/agent-task.ts';
import { DEFAULT_FILE_NAME } from '../../../contract/agent-task.ts';
import { runAgentTask } from '../../../contract/operations/agents.ts';
import type { AgentRunRecord } from '../../../runs/agent/stored-result.ts';
import { expectSandboxes } from '../../runs/sandboxes.ts';
import { answerAgentRun } from '../../agent-runs/answer.ts';
import { failedOutside } from '../../agent-runs/failures.ts';
import { expectAnswer, resultOf, safeAnswer, stateOf } from '../../agent-runs/show.ts';
import { type AcceptedModel, chooseModel } from '../../runs/choose-model.ts';
import { accepted } from '../../runs/idempotent.ts';
import { type Call, type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

/** Stores the task and starts its workflow. Responds with the result, or immediately with its address. */
export const runAgentTaskRoute = route(runAgentTask, async (call, services): Promise<Reply> => {
  const model = await chooseModel(services, call.caller.teamId, call.body.model);
  await expectSandboxes(services);
  return answerAgentRun(services, call, await acceptedTask(call, services, model), {
    kind: 'task',
    model,
    locationOf: (ledgerRef) => `/v1/agents/tasks/${ledgerRef}`,
    show: showTask,
    expect: expectAnswer,
  });
});

const acceptedTask = async (
  call: Call<typeof runAgentTask>,
  services: Services,
  model: AcceptedModel,
): ReturnType<typeof accepted> => {
  const { teamId } = call.caller;
  const { task, data, filename = DEFAULT_FILE_NAME } = call.body;
  const file = data === undefined ? undefined : { name: filename, content: data };
  const accept = async (tx: Transaction<Database>) => ({
    status: 200,
    body: { ref: await createAgentTask(tx, services.rings.vault, { teamId, task, file, model }) },
  });
  return accepted(runAgentTask, call, services, accept, failedOutside(teamId));
};

/** Returns a task's current state. */
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
