import { readFile } from 'node:fs/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import { openai } from '../model-provider/openai.ts';
import { type Said, whole } from '../model-provider/replies.ts';
import { type FakeProvider, inOrder, startFakeProvider } from '../model-provider/server.ts';
import { modelEnv, startLive } from '../helpers/live.ts';
import { sandboxEnv, untilSandboxesReady } from '../helpers/sandboxes.ts';
import { startService, type TestService } from '../helpers/service.ts';

const LIMIT = { timeout: 300_000 };

/** What a real small model said in `npm run test:model`, turn by turn. Its code runs in a real sandbox again. */
const recorded = async (name: string): Promise<readonly Said[]> =>
  JSON.parse(
    await readFile(new URL(`../fixtures/real-model/${name}.json`, import.meta.url), 'utf8'),
  ) as readonly Said[];

const serviceFor = async (
  turns: readonly Said[],
  onTestFinished: TestContext['onTestFinished'],
): Promise<{ readonly service: TestService; readonly provider: FakeProvider }> => {
  const provider = await startFakeProvider(openai, inOrder(...turns.map((said) => whole(openai, said))));
  onTestFinished(provider.close);
  const service = await startService({ env: sandboxEnv(modelEnv(provider.baseUrl)) });
  onTestFinished(service.close);
  await untilSandboxesReady(service);
  return { service, provider };
};

describe('What a real model said once', () => {
  it('leads an agent task to the same answer again', LIMIT, async ({ onTestFinished }) => {
    const turns = await recorded('agent-task');
    const { service, provider } = await serviceFor(turns, onTestFinished);
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

  it('leads a live kyc run to its decision again', LIMIT, async ({ onTestFinished }) => {
    const turns = await recorded('live-kyc');
    const { service, provider } = await serviceFor(turns, onTestFinished);
    const run = await startLive(service, 'kyc');
    expect(await service.finished(run.id)).toMatchObject({
      status: 'succeeded',
      decision: 'approve',
      model: { turns: turns.length, input_tokens: turns.reduce((sum, { usage }) => sum + usage!.input, 0) },
    });
    const { entries } = await service.ledgerOf(run.id);
    expect(entries.map(({ action }) => action).filter((action) => action !== 'agent.turn')).toEqual([
      'fs.read',
      'pii.scan',
      'kyc.verify',
      'db.query',
      'risk.score',
      'agent.decision',
      'db.write',
    ]);
    expect(provider.unexpected()).toBe(0);
  });
});
