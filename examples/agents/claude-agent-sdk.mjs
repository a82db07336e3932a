// An agent of the Claude Agent SDK: a hook asks the service before each tool, and another one reports after it.
//   npm install @anthropic-ai/claude-agent-sdk && npm pack ./clients/typescript
//   ANTHROPIC_API_KEY=… node examples/agents/claude-agent-sdk.mjs 'Refund 500 rupees of order 12.'
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
import { createClient } from '../../clients/typescript/src/index.ts';

const { PRAMAAN_URL: url = '', PRAMAAN_KEY: key = '' } = process.env;
const client = createClient({ url, key });
const agent = 'refund-bot';

/** The SDK calls a tool `mcp__bank__issue_refund`; policies name it `issue_refund`. */
const actionOf = (name) => name.replace(/^mcp__\w+?__/, '');

const before = async ({ session_id: session, tool_name: name, tool_input: input }) => {
  const decided = await client.acts.untilDecided({
    agent,
    session,
    action: actionOf(name),
    resource: 'payments',
    input,
  });
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decided.decision === 'allow' ? 'allow' : 'deny',
      permissionDecisionReason: decided.detail,
    },
  };
};

const after = async ({ session_id: session, tool_name: name, tool_response: result }) => {
  const action = actionOf(name);
  await client.acts.record({ agent, session, action, summary: `${action} is done.`, detail: { result } });
  return {};
};

const answer = (text) => ({ content: [{ type: 'text', text }] });
const bank = createSdkMcpServer({
  name: 'bank',
  tools: [
    tool('read_account', 'read the account of an order', { order: z.number() }, async ({ order }) =>
      answer(`Order ${order} is paid.`),
    ),
    tool('issue_refund', 'refund an order', { order: z.number(), rupees: z.number() }, async ({ rupees }) =>
      answer(`Paid ${rupees}.`),
    ),
  ],
});

const run = query({
  prompt: process.argv[2] ?? '',
  options: {
    tools: [],
    settingSources: [],
    mcpServers: { bank },
    // A person may take longer than the SDK waits by default.
    hooks: {
      PreToolUse: [{ hooks: [before], timeout: 600 }],
      PostToolUse: [{ hooks: [after] }],
    },
    maxTurns: 8,
  },
});
for await (const message of run)
  if (message.type === 'result') process.stdout.write(`${message.result ?? message.subtype}\n`);
