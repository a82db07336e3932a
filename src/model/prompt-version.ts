import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import type { AgentDefinition, ToolDefinition } from './agents.ts';
import type { Message } from './messages.ts';

/** Identifies the exact texts that a model was given. */
export interface PromptVersion {
  /** Name of the agent. */
  readonly id: string;
  /** SHA-256 of the canonical JSON of the prompts and of each tool's name, description and schema. */
  readonly sha256: string;
}

/** Replaces the run's own id, which differs in every run. */
const RUN = '{run}';

/**
 * Returns the version of an agent's prompts and tools. Two runs have the same version only if their models
 * got the same texts.
 * @param prompts the system prompt and the task, as they are stored with the run
 */
export const promptVersionOf = (
  { name, tools }: AgentDefinition,
  prompts: readonly string[],
  runId: string = RUN,
): PromptVersion => {
  const texts = {
    prompts: prompts.map((text) => text.replaceAll(runId, RUN)),
    tools: tools.map(toolTexts),
  };
  return { id: name, sha256: hash('sha256', canonicalize(texts)!, 'hex') };
};

/**
 * Returns the version of the prompts with which a conversation began; undefined for agents whose prompts
 * contain a caller's text, because its hash must not stay in the ledger when the text is erased.
 */
export const promptVersionIn = (
  agent: AgentDefinition,
  messages: readonly Message[],
  runId: string,
): PromptVersion | undefined =>
  agent.hasOwnPrompts === true ? promptVersionOf(agent, messages.slice(0, 2).map(textOf), runId) : undefined;

const textOf = (message: Message): string =>
  'text' in message
    ? message.text
    : message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

const toolTexts = ({ name, description, input }: ToolDefinition) => ({
  name,
  description,
  input: z.toJSONSchema(input, { target: 'draft-7' }),
});
