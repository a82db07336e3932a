import { ELEMENT_TOOLS } from '../operators/dialects/elements.ts';
import { liveTools } from '../../contract/live-tools.ts';
import { isVerticalId } from '../verticals/index.ts';

/** Maximum time in milliseconds that a run waits for a suspension to end. After that it ends with the reason `suspended`. */
export const SUSPENDED_AT_MOST_MS = 7 * 86_400_000;

/** Tools of live runs, agent tasks and analyses. */
export const LIVE_RUN_TOOLS: readonly string[] = [...liveTools, 'run_python'];

/** Tools that operators use, whatever the model is. */
export const OPERATOR_TOOLS = ['computer', 'desktop', ...ELEMENT_TOOLS];

/** Prefix of the names of live runs' agents (governance/live/agent-name.ts). */
const LIVE = 'live.';

/** Every tool that a switch can suspend. A misspelled name would suspend nothing. */
const TOOLS: ReadonlySet<string> = new Set([...LIVE_RUN_TOOLS, ...OPERATOR_TOOLS]);

/** Returns whether a scope names something that exists. @param own ids of the team's own verticals */
export const isKnownScope = (scope: string, own: readonly string[] = []): boolean => {
  const name = scope.slice(scope.indexOf(':') + 1);
  if (scope.startsWith('vertical:')) return isVerticalId(name) || own.includes(name);
  return !scope.startsWith('tool:') || TOOLS.has(name);
};

/**
 * The scopes of each kind of work. Work is suspended if one of its scopes, or everything, is suspended. Work without a scope of
 * its own, such as an extraction, is only covered by `all`.
 */
export const scopesOf = {
  simulatedRun: (vertical: string): readonly string[] => [`vertical:${vertical}`],
  liveRun: (vertical: string): readonly string[] => [`vertical:${vertical}`, 'model'],
  codeRun: ['code'],
  codeAgent: ['model', 'code'],
  operator: ['operators', 'model'],
  extraction: [],
} as const;

/** Returns the scopes of code that a step of a team's vertical runs. */
export const scopesOfCodeStep = (vertical: string): readonly string[] => ['code', `vertical:${vertical}`];

/** Returns the scopes of an agent's turns and calls. @param agent name of the agent's definition */
export const scopesOfAgent = (agent: string): readonly string[] => {
  if (agent === 'operator') return scopesOf.operator;
  return agent.startsWith(LIVE) ? [`vertical:${agent.slice(LIVE.length)}`, 'model'] : ['model'];
};

/** Returns the scopes of a tool's call. */
export const scopesOfTool = (agent: string, tool: string): readonly string[] => [
  ...scopesOfAgent(agent),
  `tool:${tool}`,
];

/** Returns the scopes of code that a model runs. @param vertical the vertical of a live run */
export const scopesOfPython = (vertical?: string): readonly string[] => [
  'code',
  'model',
  'tool:run_python',
  ...(vertical === undefined ? [] : [`vertical:${vertical}`]),
];
