// A LangGraph agent whose tools ask the service before they act, and report after it.
//   OPENAI_BASE_URL=… OPENAI_API_KEY=… node examples/agents/langgraph.ts 'Refund 500 rupees of order 12.'
import { randomUUID } from 'node:crypto';
import { tool } from '@langchain/core/tools';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { createClient } from '../../clients/typescript/src/index.ts';

const {
  PRAMAAN_URL: url = '',
  PRAMAAN_KEY: key = '',
  OPENAI_MODEL = 'gpt-5-mini',
  OPENAI_BASE_URL,
} = process.env;
const client = createClient({ url, key });
const act = { agent: 'refund-bot', session: randomUUID(), resource: 'payments' };

/** Makes a tool that acts only if the team's policy, or a person, allows it. */
const governed = <Input extends z.ZodObject>(
  action: string,
  schema: Input,
  execute: (input: z.output<Input>) => Promise<string>,
) =>
  tool(
    async (given) => {
      const input = given as z.output<Input>;
      const decided = await client.acts.untilDecided({ ...act, action, input });
      if (decided.decision !== 'allow') return `Not done: ${decided.detail}`;
      const result = await execute(input);
      const { agent, session } = act;
      await client.acts.record({ agent, session, action, summary: `${action} is done.`, detail: { result } });
      return result;
    },
    { name: action, description: action.replaceAll('_', ' '), schema },
  );

const tools = [
  governed('read_account', z.object({ order: z.int() }), async ({ order }) => `Order ${order} is paid.`),
  governed(
    'issue_refund',
    z.object({ order: z.int(), rupees: z.int() }),
    async ({ rupees }) => `Paid ${rupees}.`,
  ),
];

const configuration = OPENAI_BASE_URL === undefined ? {} : { baseURL: OPENAI_BASE_URL };
const model = new ChatOpenAI({ model: OPENAI_MODEL, configuration }).bindTools(tools);

const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addNode('tools', new ToolNode(tools))
  .addEdge(START, 'model')
  .addConditionalEdges('model', ({ messages }) => {
    const last = messages.at(-1);
    return last !== undefined && 'tool_calls' in last && (last.tool_calls as unknown[]).length > 0
      ? 'tools'
      : END;
  })
  .addEdge('tools', 'model')
  .compile();

const { messages } = await graph.invoke({ messages: [{ role: 'user', content: process.argv[2] ?? '' }] });
process.stdout.write(`${messages.at(-1)?.text ?? ''}\n`);
