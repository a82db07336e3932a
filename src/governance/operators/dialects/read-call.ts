import { clip } from '../../text/clip.ts';
import { fromAnthropic, isAnthropicAction } from './anthropic.ts';
import { fromElements, isElementTool } from './elements.ts';
import { fromOpenAi } from './openai.ts';

/** A model's call translated to the common set of actions, but not checked yet. */
export interface ReadCall {
  readonly actions: readonly unknown[];
  /** The provider's safety checks, which a person must acknowledge before the actions are performed. */
  readonly safetyChecks: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Members that show that a call is our action and not Anthropic's action with the same name. */
const OUR_MEMBERS: readonly string[] = ['at', 'dx', 'dy', 'keys', 'ms', 'path', 'count', 'modifiers'];

/**
 * Reads a call in any of the dialects: plain function calling (one action, under our own names), Anthropic's computer tools,
 * OpenAI's computer tool, and functions on elements. The shape of the call determines its dialect, so a model that mixes dialects
 * is understood too.
 * @param tool the tool's name; in Anthropic's tool set it may be the name of an action
 */
export const readActions = (tool: string, given: Fields): ReadCall => {
  if (isElementTool(tool)) return { actions: fromElements(tool, given), safetyChecks: [] };
  if (Array.isArray(given['actions'])) return { actions: given['actions'].map(fromOpenAi), ...checks(given) };
  if (isObject(given['action'])) return { actions: [fromOpenAi(given['action'])], ...checks(given) };
  const name = isAnthropicAction(tool) && given['action'] === undefined ? tool : given['action'];
  const ours = tool === name ? false : OUR_MEMBERS.some((member) => Object.hasOwn(given, member));
  return {
    actions: [isAnthropicAction(name) && !ours ? fromAnthropic(name, given) : given],
    safetyChecks: [],
  };
};

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const checks = (given: Fields): Pick<ReadCall, 'safetyChecks'> => {
  const pending = given['pending_safety_checks'];
  if (!Array.isArray(pending)) return { safetyChecks: [] };
  return { safetyChecks: pending.map(codeOf) };
};

const codeOf = (check: unknown): string => {
  const code = isObject(check) ? check['code'] : undefined;
  return typeof code === 'string' ? clip(code, 60) : 'unnamed';
};
