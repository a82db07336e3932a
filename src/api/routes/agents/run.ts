import { createAgentTask } from '../../../runs/agent/task/create.ts';
import type { AgentTaskBody } from '../../../contract/agent-task.ts';
import { DEFAULT_FILE_NAME } from '../../../contract/agent-task.ts';
import { runAgentTask } from '../../../contract/operations/agents.ts';
import type { AgentRunRecord } from '../../../runs/agent/stored-result.ts';
import { expectSandboxes } from '../../runs/sandboxes.ts';
import { answerAgentRun } from '../../agent-runs/answer.ts';
import { givenFiles } from '../../agent-runs/given-files.ts';
import { publishStart } from '../../agent-runs/publish-start.ts';
import { expectAnswer, shownRun } from '../../agent-runs/show.ts';
import { accepted } from '../../runs/idempotent.ts';
import { ProblemError } from '../../http/problem.ts';
import { type Call, type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

/** Stores the task and starts its workflow. Responds with the result, or immediately with its address. */
export const runAgentTaskRoute = route(runAgentTask, async (call, services): Promise<Reply> => {
  const { model } = services.settings;
  if (model === null) throw new ProblemError('no-model-provider');
  await expectSandboxes(services);
  return answerAgentRun(services, call, await acceptedTask(call, services, model), {
    kind: 'task',
    budgets: model.budgets,
    locationOf: (ledgerRef) => `/v1/agents/tasks/${ledgerRef}`,
    show: showTask,
    expect: expectAnswer,
  });
});

const acceptedTask = async (
  call: Call<typeof runAgentTask>,
  services: Services,
  model: NonNullable<Services['settings']['model']>,
): ReturnType<typeof accepted> => {
  const { teamId } = call.caller;
  const { task, data, filename: name = DEFAULT_FILE_NAME, files = [] } = call.body;
  const given = data === undefined ? files : [{ name, content: data }];
  return accepted(runAgentTask, call, services, async (tx) => {
    const wanted = { teamId, task, model, files: await givenFiles(tx, call.caller, given, '/files') };
    const ref = await createAgentTask(tx, services.rings.vault, wanted);
    await publishStart(tx, { teamId, ledgerRef: ref, kind: 'task' });
    return { status: 200, body: { ref } };
  });
};

/** Returns a task's current state. */
export const showTask = async (services: Services, run: AgentRunRecord): Promise<AgentTaskBody> => {
  const { answer, shown } = await shownRun(services, run, () => ({}));
  return { result: answer, ...shown };
};
