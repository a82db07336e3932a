// An agent of the OpenAI Agents SDK whose tools ask the service before they act, and report after it.
//   OPENAI_BASE_URL=… OPENAI_API_KEY=… node examples/agents/openai-agents.ts 'Refund 500 rupees of order 12.'
import { randomUUID } from 'node:crypto';
import { Agent, Runner, tool } from '@openai/agents-core';
import { OpenAIProvider } from '@openai/agents-openai';
import { z } from 'zod';
import { createClient } from '../../clients/typescript/src/index.ts';

const { PRAMAAN_URL: url = '', PRAMAAN_KEY: key = '', OPENAI_MODEL: model = 'gpt-5-mini' } = process.env;
const client = createClient({ url, key });
const act = { agent: 'refund-bot', session: randomUUID(), resource: 'payments' };

/** Makes the function of a tool that acts only if the team's policy, or a person, allows it. */
const governed =
  <Input extends Record<string, unknown>>(action: string, execute: (input: Input) => Promise<string>) =>
  async (input: Input): Promise<string> => {
    const decided = await client.acts.untilDecided({ ...act, action, input });
    if (decided.decision !== 'allow') return `Not done: ${decided.detail}`;
    const result = await execute(input);
    const { agent, session } = act;
    await client.acts.record({ agent, session, action, summary: `${action} is done.`, detail: { result } });
    return result;
  };

const agent = new Agent({
  name: act.agent,
  model,
  instructions: 'Read the account before you refund.',
  tools: [
    tool({
      name: 'read_account',
      description: 'read the account of an order',
      parameters: z.object({ order: z.int() }),
      execute: governed('read_account', async ({ order }: { order: number }) => `Order ${order} is paid.`),
    }),
    tool({
      name: 'issue_refund',
      description: 'refund an order',
      parameters: z.object({ order: z.int(), rupees: z.int() }),
      execute: governed('issue_refund', async ({ rupees }: { rupees: number }) => `Paid ${rupees}.`),
    }),
  ],
});

const runner = new Runner({
  modelProvider: new OpenAIProvider({ useResponses: false }),
  tracingDisabled: true,
});
const { finalOutput } = await runner.run(agent, process.argv[2] ?? '');
process.stdout.write(`${finalOutput ?? ''}\n`);
