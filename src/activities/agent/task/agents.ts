import { z } from 'zod';
import {
  type AgentDefinition,
  type Agents,
  MASKED_BEFORE_MODEL,
  PICTURES_NOT_MASKED,
  type ToolDefinition,
} from '../../../model/agents.ts';

const MAX_CODE = 65_536;

const runPython: ToolDefinition = {
  name: 'run_python',
  description:
    'Run Python in an isolated sandbox without a network. Variables and files in /tmp are kept between ' +
    'calls. The printed output and the value of the last expression are returned.',
  input: z.strictObject({
    code: z.string().min(1).max(MAX_CODE).describe('Python source; print what you want to see'),
  }),
};

const answering = (name: string): AgentDefinition => ({
  name,
  tools: [runPython],
  governance: MASKED_BEFORE_MODEL,
  governanceOfPictures: PICTURES_NOT_MASKED,
  endsBy: 'answer',
  codeTool: runPython.name,
});

/** Agents for tasks and analyses, by name. */
export const taskAgents: Agents = {
  'agent-task': answering('agent-task'),
  analysis: answering('analysis'),
};
