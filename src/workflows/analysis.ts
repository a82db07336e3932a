import { proxyActivities } from '@temporalio/workflow';
import type { AgentActivities } from '../activities/agent/index.ts';
import type { AgentTaskActivities } from '../activities/agent/task/index.ts';
import type { AnalysisActivities } from '../activities/agent/analysis/index.ts';
import { STEPWISE, UNTIL_WRITTEN } from './activity-options.ts';
import { agentLoop } from './agent-loop.ts';
import { asking, createAsks } from './ask.ts';
import { CODE_MS, type CodeAgentEnd, codeAgentRun, runOf, sessionOf, WRITE_WITHIN } from './code-agent.ts';
import { createSuspension } from './suspension.ts';
import { createPythonTool, type PythonTool } from './python-tool.ts';
import type { CodeAgentInput } from '../runs/agent/workflow.ts';

/** These activities may take longer than others, because they read and store megabytes. */
const { prepareAnalysis, answerDataset, answerPython, checkAnswer } = proxyActivities<
  AnalysisActivities & AgentTaskActivities & AgentActivities
>({ ...STEPWISE, startToCloseTimeout: '2m' });
const { finishAnalysis } = proxyActivities<AnalysisActivities>({
  ...UNTIL_WRITTEN,
  startToCloseTimeout: WRITE_WITHIN,
});

const READING_MS = 110_000;
/** Maximum number of attempts to read the dataset. Reading has no side effects, so it is repeated if its sandbox is lost. */
const MAX_READINGS = 3;

/** Reads the dataset in a sandbox, then lets a model answer the question by running code in that sandbox. */
export const analysis = async (input: CodeAgentInput): Promise<void> => {
  const run = runOf(input, 'analysis');
  const suspension = createSuspension();
  const python = createPythonTool({
    suspension,
    session: sessionOf(input, 'data'),
    timeoutMs: READING_MS,
    keepsFiles: true,
    prepare: async (call) => prepareAnalysis({ ...call, timeout_ms: call.turn === 0 ? READING_MS : CODE_MS }),
    answer: async (call) => (call.turn === 0 ? answerDataset(call) : answerPython(call)),
  });
  const asks = createAsks(input.ask, suspension, { release: python.release });
  await codeAgentRun({
    python,
    suspension,
    work: async (steps) =>
      (await readDataset(run, python, steps)) ??
      agentLoop({
        run,
        budgets: input.budgets,
        tools: { run_python: asking(asks, 'run_python', python) },
        steps,
        suspension: asks.suspension,
        onAnswer: async (answer) => checkAnswer({ run, ...answer }),
      }),
    finish: async (end, step) => finishAnalysis({ run, step, end }),
  });
};

/** Reads the dataset. @returns why the analysis must end; undefined if the dataset was read */
const readDataset = async (
  run: ReturnType<typeof runOf>,
  python: PythonTool,
  steps: { next: number },
): Promise<CodeAgentEnd | undefined> => {
  for (let index = 1; ; index += 1) {
    const { next_step, facts } = await python.run(
      { run, turn: 0, index, step: steps.next },
      { leftMs: READING_MS },
    );
    steps.next = next_step;
    const { problem } = (facts ?? {}) as {
      problem?: { readonly code: string; readonly message: string; readonly dataset?: number };
    };
    if (problem === undefined) return undefined;
    if (problem.code !== 'sandbox_lost' || index === MAX_READINGS) return { how: 'stopped', ...problem };
  }
};
