import { z } from 'zod';
import { agentRunState } from './agent-run.ts';
import { fileNameProblem } from './file-name.ts';

const MAX_TASK_BYTES = 65_536;

export const DEFAULT_FILE_NAME = 'data.txt';

const plainName = z
  .string()
  .superRefine((name, context) => {
    const problem = name.includes('/') ? 'is not a plain name' : fileNameProblem(name);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: `the name ${problem}` });
  })
  .meta({
    description: 'A plain name: no `/`, no `.` or `..`, no control characters',
    minLength: 1,
    maxLength: 255,
    examples: ['sales.csv'],
  });

export const agentTaskBody = z
  .strictObject({
    task: z
      .string()
      .refine((task) => task.trim() !== '', 'expected text that is not blank')
      .refine((task) => Buffer.byteLength(task) <= MAX_TASK_BYTES, `expected at most ${MAX_TASK_BYTES} bytes`)
      .meta({ minLength: 1, maxLength: MAX_TASK_BYTES, examples: ['How many lines are there?'] }),
    data: z.string().optional().meta({ description: 'Written to `/tmp/{filename}` for the agent' }),
    filename: plainName
      .optional()
      .meta({ description: `Name of \`data\`; \`${DEFAULT_FILE_NAME}\` without it` }),
  })
  .refine(({ data, filename }) => data !== undefined || filename === undefined, {
    path: ['filename'],
    message: 'expected `data` as well',
  })
  .meta({ id: 'AgentTaskRequest' });

export const agentTaskSchema = z
  .object({
    result: z.string().nullable().meta({ description: 'The answer; null while the task is running' }),
    ...agentRunState,
  })
  .meta({ id: 'AgentTask' });

export type AgentTaskBody = z.output<typeof agentTaskSchema>;
