import { proxyActivities } from '@temporalio/workflow';
import type { AgentActivities } from '../activities/agent/index.ts';
import type { AgentTaskActivities } from '../activities/agent/task/index.ts';
import { agentLoop } from './agent-loop.ts';
import { asking, createAsks } from './ask.ts';
import { STEPWISE, UNTIL_WRITTEN } from './activity-options.ts';
import { CODE_MS, codeAgentRun, runOf, sessionOf, WRITE_WITHIN } from './code-agent.ts';
import { createSuspension } from './suspension.ts';
import { createPythonTool } from './python-tool.ts';
import type { CodeAgentInput } from '../runs/agent/workflow.ts';

const { preparePython, answerPython, checkAnswer } = proxyActivities<AgentTaskActivities & AgentActivities>(
  STEPWISE,
);
const { finishAgentTask } = proxyActivities<AgentTaskActivities>({
  ...UNTIL_WRITTEN,
  startToCloseTimeout: WRITE_WITHIN,
});

/** Lets a model do a task by running code in a sandbox, which is opened when it is first needed. */
export const agentTask = async (input: CodeAgentInput): Promise<void> => {
  const run = runOf(input, 'agent-task');
  const suspension = createSuspension();
  const python = createPythonTool({
    suspension,
    session: sessionOf(input, 'data'),
    timeoutMs: CODE_MS,
    keepsFiles: true,
    prepare: async (call) => preparePython({ ...call, timeout_ms: CODE_MS }),
    answer: async (call) => answerPython(call),
  });
  const asks = createAsks(input.ask, suspension, { release: python.release });
  await codeAgentRun({
    python,
    suspension,
    work: async (steps) =>
      agentLoop({
        run,
        budgets: input.budgets,
        tools: { run_python: asking(asks, 'run_python', python) },
        steps,
        suspension: asks.suspension,
        onAnswer: async (answer) => checkAnswer({ run, ...answer }),
      }),
    finish: async (end, step) => finishAgentTask({ run, step, end }),
  });
};
