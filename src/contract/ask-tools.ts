import { liveTools } from './live-tools.ts';

/** Tools whose calls can wait for a person. Workflows need this list, so it stands apart from the schemas and their library. */
export const askTools = [...liveTools, 'run_python'] as const;

export type AskTool = (typeof askTools)[number];

/** The only tool of agent tasks and analyses. */
export const AGENT_TOOL = 'run_python' satisfies AskTool;
