import { ELEMENT_TOOLS } from '../operators/dialects/elements.ts';
import { liveTools } from '../verticals/live-policy.ts';
import type { VerticalId } from '../verticals/definition.ts';

/** Maximum time in milliseconds that a run waits for a suspension to end. After that it ends with the reason `suspended`. */
export const SUSPENDED_AT_MOST_MS = 7 * 86_400_000;

/** Tools that operators use, whatever the model is. */
const OPERATOR_TOOLS = ['computer', 'desktop', ...ELEMENT_TOOLS];

/** Every tool that a switch can suspend. A misspelled name would suspend nothing. */
const TOOLS: ReadonlySet<string> = new Set([...liveTools, 'run_python', ...OPERATOR_TOOLS]);

/** Returns whether a scope names something that exists. */
export const isKnownScope = (scope: string): boolean =>
  !scope.startsWith('tool:') || TOOLS.has(scope.slice('tool:'.length));

/**
 * The scopes of each kind of work. Work is suspended if one of its scopes is, or everything. Work without a scope of its own, such
 * as an extraction, is only covered by `all`.
 */
export const scopesOf = {
  simulatedRun: (vertical: VerticalId): readonly string[] => [`vertical:${vertical}`],
  liveRun: (vertical: VerticalId): readonly string[] => [`vertical:${vertical}`, 'model'],
  codeRun: ['code'],
  codeAgent: ['model', 'code'],
  operator: ['operators', 'model'],
  extraction: [],
  tool: (name: string): string => `tool:${name}`,
} as const;
