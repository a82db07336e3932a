import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openai } from '../model-provider/openai.ts';
import { type Said, whole } from '../model-provider/replies.ts';
import { inOrder, startFakeProvider } from '../model-provider/server.ts';
import { modelEnv } from '../helpers/live.ts';
import { sandboxEnv, untilSandboxesReady } from '../helpers/sandboxes.ts';
import { startService } from '../helpers/service.ts';

const LIMIT = { timeout: 300_000 };

/** What a real small model said in `npm run test:model`, turn by turn. Its code runs in a real sandbox again. */
const recorded = async (name: string): Promise<readonly Said[]> =>
  JSON.parse(
    await readFile(new URL(`../fixtures/real-model/${name}.json`, import.meta.url), 'utf8'),
  ) as readonly Said[];

it('What a real model said once leads to the same answer again', LIMIT, async ({ onTestFinished }) => {
  const turns = await recorded('agent-task');
  const provider = await startFakeProvider(openai, inOrder(...turns.map((said) => whole(openai, said))));
  onTestFinished(provider.close);
  const service = await startService({ env: sandboxEnv(modelEnv(provider.baseUrl)) });
  onTestFinished(service.close);
  await untilSandboxesReady(service);
  const answer = await service.request('POST', '/v1/agents/tasks', {
    task: 'Read /tmp/sales.csv with pandas and print the total amount for region south.',
    data: 'region,amount\nnorth,120\nsouth,75.5\nnorth,80\neast,10\nsouth,24.5\n',
    filename: 'sales.csv',
  });
  expect(answer.status).toBe(200);
  const body = (await answer.json()) as { result: string; steps: { stdout: string }[] };
  expect(body.result).toBe('Total amount for region south: $100.00');
  expect(body.steps.map(({ stdout }) => stdout)).toEqual(['Total amount for region south: $100.00\n']);
  expect(provider.asked).toHaveLength(turns.length);
  expect(provider.unexpected()).toBe(0);
});
