import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AgentDefinition } from './agents.ts';
import type { Turn } from './client.ts';
import type { ToolCall } from './messages.ts';
import { insideFence } from './reading/arguments.ts';
import { isLeftoverCall } from './leftovers.ts';
import { isMostlyCode } from './fenced-code.ts';

/** The verdict on a complete turn under an agent's rules. */
export interface Judged {
  readonly kind: 'calls' | 'answer' | 'corrected' | 'stopped';
  /** Every call of the turn. A call with a fault is not made; the fault is returned as its result. */
  readonly calls: readonly ToolCall[];
  readonly correction:
    | 'empty_answer'
    | 'bad_call'
    | 'cut_call'
    | 'cut_answer'
    | 'code_in_text'
    | 'no_tool_called'
    | 'unfit_answer'
    | null;
  /** Correction for the model if there is no call whose result could contain it; '' if no correction is needed. */
  readonly words: string;
  readonly stop: 'refused' | 'content_filtered' | null;
}

const nothing = { calls: [], correction: null, words: '', stop: null } as const;

/**
 * Decides how to treat a turn. Unless the turn was refused or filtered, this depends on whether it has calls, not on the reason
 * that the provider gives.
 */
export const judgeTurn = (turn: Turn, agent: AgentDefinition): Judged => {
  if (turn.finish === 'refusal') return { ...nothing, kind: 'stopped', stop: 'refused' };
  if (turn.finish === 'content_filter') return { ...nothing, kind: 'stopped', stop: 'content_filtered' };
  if (turn.calls.length > 0) return judgeCalls(turn, agent);
  const corrected = (correction: NonNullable<Judged['correction']>, words: string): Judged => ({
    ...nothing,
    kind: 'corrected',
    correction,
    words,
  });
  if (turn.text.trim() === '') {
    return corrected('empty_answer', 'Your reply was empty. Call a tool or give your answer.');
  }
  if (agent.answer === undefined && isLeftoverCall(turn.text, agent)) {
    return corrected(
      'code_in_text',
      'Your reply holds a tool call written as text, which was not made. Call the tool itself, or answer in plain words.',
    );
  }
  if (agent.codeTool !== undefined && isMostlyCode(turn.text)) {
    return corrected(
      'code_in_text',
      `Your reply contains code, but code in text is not run. To run it, call the tool ${agent.codeTool}.`,
    );
  }
  if (turn.finish === 'length') {
    return corrected('cut_answer', 'Your reply was cut off at the output limit. Write a shorter one.');
  }
  if (agent.endsBy !== 'answer') {
    return corrected(
      'no_tool_called',
      `A reply with only text has no effect here. Call a tool; when everything is done, call ${agent.endsBy.tool}.`,
    );
  }
  const faults = agent.answer?.faultsOf(turn.text) ?? [];
  if (faults.length > 0)
    return corrected(
      'unfit_answer',
      `Your answer does not fit the JSON Schema. Answer with JSON alone that fits it. Faults: ${faults.join('; ')}`,
    );
  return { ...nothing, kind: 'answer' };
};

const judgeCalls = (turn: Turn, agent: AgentDefinition): Judged => {
  const calls = turn.calls.map((call) => checked(call, agent));
  if (calls.some(({ fault }) => fault === undefined)) return { ...nothing, kind: 'calls', calls };
  const correction = turn.finish === 'length' ? 'cut_call' : 'bad_call';
  return { ...nothing, kind: 'corrected', calls, correction };
};

const checked = (given: ToolCall, agent: AgentDefinition): ToolCall => {
  if (given.fault !== undefined) return { ...given, arguments: {} };
  const tool = toolOf(given.tool, agent);
  const call = tool === undefined ? given : withoutFence({ ...given, tool: tool.name }, agent);
  if (tool === undefined) {
    const names = agent.tools.map(({ name }) => name).join(', ');
    return { ...call, arguments: {}, fault: `There is no such tool. The tools are: ${names}.` };
  }
  const parsed = tool.input.safeParse(call.arguments);
  if (parsed.success) return { ...call, arguments: parsed.data };
  const faults = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`,
  );
  return { ...call, fault: `The call was not made, because its arguments do not fit. ${faults.join('; ')}` };
};

/** Text that models and servers add to a tool's name, such as `functions.` or the remains of a channel's mark. */
const AROUND_NAME = /^(?:functions|default_api|tools?)[.:]|<\|[\s\S]*$|\(\)$/g;

/** Returns the tool that a call names. */
const toolOf = (name: string, { tools }: AgentDefinition): AgentDefinition['tools'][number] | undefined => {
  const plain = name.trim().replaceAll(AROUND_NAME, '').trim();
  return tools.find((tool) => tool.name === name) ?? tools.find((tool) => tool.name === plain);
};

/** Removes a fence around a call's code, which the interpreter cannot read. */
const withoutFence = (call: ToolCall, { codeTool }: AgentDefinition): ToolCall => {
  const { code } = call.arguments;
  const inside = call.tool === codeTool && typeof code === 'string' ? insideFence(code) : undefined;
  return inside === undefined ? call : { ...call, arguments: { ...call.arguments, code: inside } };
};

/** Returns a digest that identifies a call without revealing it: the same tool with the same arguments gives the same digest. */
export const digestOf = ({ tool, arguments: given }: ToolCall): string =>
  createHash('sha256')
    .update(`${tool} ${canonicalize(given) ?? ''}`)
    .digest('hex')
    .slice(0, 32);
