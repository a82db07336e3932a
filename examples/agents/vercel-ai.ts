// An agent of the Vercel AI SDK whose tools ask the service before they act, and report after it.
//   OPENAI_BASE_URL=… OPENAI_API_KEY=… node examples/agents/vercel-ai.ts 'Refund 500 rupees of order 12.'
import { randomUUID } from 'node:crypto';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs, tool } from 'ai';
import { z } from 'zod';
import { createClient } from '../../clients/typescript/src/index.ts';

const { PRAMAAN_URL: url = '', PRAMAAN_KEY: key = '', OPENAI_MODEL = 'gpt-5-mini' } = process.env;
const { OPENAI_BASE_URL: baseURL = 'https://api.openai.com/v1', OPENAI_API_KEY: apiKey = '' } = process.env;
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

const { text } = await generateText({
  model: createOpenAICompatible({ name: 'openai', baseURL, apiKey })(OPENAI_MODEL),
  prompt: process.argv[2] ?? '',
  stopWhen: stepCountIs(8),
  tools: {
    read_account: tool({
      description: 'read the account of an order',
      inputSchema: z.object({ order: z.int() }),
      execute: governed('read_account', async ({ order }: { order: number }) => `Order ${order} is paid.`),
    }),
    issue_refund: tool({
      description: 'refund an order',
      inputSchema: z.object({ order: z.int(), rupees: z.int() }),
      execute: governed('issue_refund', async ({ rupees }: { rupees: number }) => `Paid ${rupees}.`),
    }),
  },
});
process.stdout.write(`${text}\n`);
