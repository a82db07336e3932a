import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AgentDefinition } from '../../../src/model/agents.ts';
import type { Message } from '../../../src/model/messages.ts';
import { promptVersionIn, promptVersionOf } from '../../../src/model/prompt-version.ts';
import { livePrompts } from '../../../src/runs/vertical/live-agents.ts';

const tool = { name: 'read', description: 'Read.', input: z.strictObject({ id: z.string() }) };
const agent: AgentDefinition = {
  name: 'live.kyc',
  tools: [tool],
  governance: 'none',
  endsBy: 'answer',
  hasOwnPrompts: true,
};
const messages: readonly Message[] = [
  { role: 'system', text: 'You are careful.' },
  { role: 'user', parts: [{ type: 'text', text: 'Work the case of run_1.' }] },
  { role: 'user', parts: [{ type: 'text', text: 'A correction.' }] },
];

it('two runs with the same prompts have the same version, whatever their ids and later messages', () => {
  const version = promptVersionIn(agent, messages, 'run_1');
  expect(version).toEqual(promptVersionOf(agent, ['You are careful.', 'Work the case of {run}.']));
  expect(promptVersionIn(agent, messages.slice(0, 2), 'run_1')).toEqual(version);
});

it.each<[string, AgentDefinition, string]>([
  ['a prompt', agent, 'You are hasty.'],
  ['a description', { ...agent, tools: [{ ...tool, description: 'Read it.' }] }, 'You are careful.'],
  ['a schema', { ...agent, tools: [{ ...tool, input: z.strictObject({}) }] }, 'You are careful.'],
  ['a tool', { ...agent, tools: [] }, 'You are careful.'],
])('another version names the change of %s', (_, changed, system) => {
  expect(promptVersionOf(changed, [system, 'Work.']).sha256).not.toBe(
    promptVersionOf(agent, ['You are careful.', 'Work.']).sha256,
  );
});

it('prompts with a caller’s text have no version', () => {
  expect(promptVersionIn({ ...agent, hasOwnPrompts: false }, messages, 'run_1')).toBeUndefined();
});

it('every vertical has prompts of its own', () => {
  expect(livePrompts.map(({ id }) => id)).toEqual(['live.kyc', 'live.it', 'live.support', 'live.voice']);
  expect(new Set(livePrompts.map(({ sha256 }) => sha256)).size).toBe(4);
});
