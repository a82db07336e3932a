import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startTestApi } from '../helpers/api.ts';
import { activatePolicy, REFUNDS } from '../helpers/agent-policies.ts';
import { startScriptedChat } from '../helpers/scripted-chat.ts';

const api = await startTestApi();
const team = await api.newTeam(['govern', 'ledger:read']);
await activatePolicy(api.database.db, team.teamId, REFUNDS);

/** A model that reads the account, makes a refund, and then reports the refund's result. */
const model = await startScriptedChat([
  { tool: 'read_account', input: { order: 12 } },
  { tool: 'issue_refund', input: { order: 12, rupees: 500 } },
]);

/** Without the account, the policy permits no refund. */
const hasty = await startScriptedChat([{ tool: 'issue_refund', input: { order: 12, rupees: 500 } }]);

const run = async (file: string, baseUrl: string): Promise<string> => {
  const env = {
    ...process.env,
    PRAMAAN_URL: api.url,
    PRAMAAN_KEY: team.key,
    OPENAI_BASE_URL: `${baseUrl}/v1`,
    OPENAI_API_KEY: 'none',
    OPENAI_AGENTS_DISABLE_TRACING: '1',
    LANGCHAIN_TRACING_V2: 'false',
    ANTHROPIC_BASE_URL: baseUrl,
    ANTHROPIC_API_KEY: 'none',
  };
  const args = [`examples/agents/${file}`, 'Refund 500 rupees of order 12.'];
  return (await promisify(execFile)(process.execPath, args, { env, timeout: 60_000 })).stdout;
};

const newRows = async (): Promise<readonly string[]> => {
  const rows = await api.database.db
    .selectFrom('agent_actions')
    .select(['seq', 'action'])
    .where('team_id', '=', team.teamId)
    .where('action', 'like', 'agent.%')
    .where('seq', '>', seen)
    .orderBy('seq')
    .execute();
  seen = rows.at(-1)?.seq ?? seen;
  return rows.map(({ action }) => action);
};
let seen = 0;

const FILES = ['openai-agents.ts', 'langgraph.ts', 'vercel-ai.ts'];

it.each(FILES)('%s acts as the policy allows, and reports it', async (file) => {
  expect(await run(file, model)).toContain('Paid 500.');
  expect(await newRows()).toEqual(['agent.allowed', 'agent.reported', 'agent.allowed', 'agent.reported']);
});

it.each(FILES)('%s does not act where the policy denies, and tells the model', async (file) => {
  expect(await run(file, hasty)).toContain('Not done: No rule permits it.');
  expect(await newRows()).toEqual(['agent.denied']);
});

const hasClaude = (): boolean => {
  try {
    createRequire(import.meta.url).resolve('@anthropic-ai/claude-agent-sdk');
    return true;
  } catch {
    return false;
  }
};

// The SDK brings a program of 384 MB, so it is not a dependency. Install it beside this repository to run
// this test.
it.skipIf(!hasClaude())('claude-agent-sdk.mjs acts as the policy allows, and reports it', async () => {
  expect(await run('claude-agent-sdk.mjs', model)).toContain('Paid 500.');
  expect(await newRows()).toEqual(['agent.allowed', 'agent.reported', 'agent.allowed', 'agent.reported']);
});
