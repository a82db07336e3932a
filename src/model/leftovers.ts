import type { AgentDefinition } from './agents.ts';
import { insideFence } from './reading/arguments.ts';

/** Marks from the call syntax of several models. They remain in the text if the server's parser misses a call. */
const MARKS =
  /<\/?tool_call>|<\|tool_calls?|<function[=_]|<function_calls>|<invoke name=|<\|python_tag\|>|\[TOOL_CALLS\]|\[TOOL_REQUEST\]|<｜tool▁call|<\|(channel|start|message|constrain|call)\|>|\bto=functions\.|<\w+:tool_call>/;

/** The last part of text that GPT-OSS marks as its answer. */
const FINAL = /(?:^|<\|start\|>assistant)<\|channel\|>final(?:\s*<\|constrain\|>\w+)?<\|message\|>/g;
const END = /<\|(?:end|return)\|>[\s\S]*$/;
const ANY_MARK = /<\|\w+\|>/;

/**
 * Returns the answer in text whose channels the server did not separate; undefined if the text has no channel for an answer, or
 * also contains a call.
 */
export const finalChannel = (text: string): string | undefined => {
  const last = [...text.matchAll(FINAL)].at(-1);
  if (last === undefined || /\bto=\w/.test(text.slice(0, last.index))) return undefined;
  const answer = text
    .slice(last.index + last[0].length)
    .replace(END, '')
    .trim();
  return ANY_MARK.test(answer) ? undefined : answer;
};

/**
 * Returns whether text contains a call that the server did not recognise. Such a call is never made, because it is unclear where
 * it ends.
 */
export const isLeftoverCall = (text: string, agent: AgentDefinition): boolean => {
  if (MARKS.test(text)) return true;
  const names = agent.tools.map(({ name }) => name);
  const trimmed = text.trim();
  const named = names.map((name) => name.replaceAll(/[^\w]/g, String.raw`\$&`)).join('|');
  if (
    names.length > 0 &&
    new RegExp(String.raw`\b(functions|default_api|tools?)[.:](${named})\b[^.\n]{0,40}?[({]`).test(text)
  )
    return true;
  const body = (insideFence(trimmed) ?? trimmed).trim();
  if (isCall(body, agent)) return true;
  // The remains of a channel's name may precede the arguments.
  const [, rest] =
    /^(?:assistant|commentary|analysis)\s?(?:code|json|commentary|\s)*(\{[\s\S]*\})$/.exec(body) ?? [];
  return rest !== undefined && isCall(rest, agent, true);
};

/** Returns whether text is JSON that calls one of the agent's tools. @param bare whether arguments alone count as a call */
const isCall = (text: string, agent: AgentDefinition, bare = false): boolean => {
  if (!/^[[{]/.test(text)) return false;
  const value = parsed(text);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every((one) => namesTool(one, agent) || (bare && fits(one, agent)));
};

const namesTool = (value: unknown, { tools }: AgentDefinition): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const members = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(members['tool_calls'])) return true;
  const inner = members['function'] ?? members;
  const { name, tool } = (typeof inner === 'object' ? inner : { name: inner }) as typeof members;
  const named = name ?? tool ?? members['tool_name'];
  const hasArguments = ['arguments', 'parameters', 'args', 'input'].some(
    (member) => member in members || (typeof inner === 'object' && inner !== null && member in inner),
  );
  return tools.some((one) => one.name === named) && hasArguments;
};

const fits = (value: unknown, { tools }: AgentDefinition): boolean =>
  tools.some(({ input }) => input.safeParse(value).success);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
