import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import { openai } from '../../model-provider/openai.ts';
import type { Said } from '../../model-provider/replies.ts';
import { byTurn } from '../../model-provider/scripts.ts';
import { type FakeProvider, startFakeProvider } from '../../model-provider/server.ts';
import { startLive } from '../../helpers/live.ts';
import type { TestService } from '../../helpers/service.ts';
import { bootService } from '../../helpers/use-service.ts';

const LIMIT = { timeout: 300_000 };

/** Returns a real small model's replies from `npm run test:model`, turn by turn. Their code runs again in a real sandbox. */
const recorded = async (name: string): Promise<readonly Said[]> =>
  JSON.parse(
    await readFile(new URL(`../../fixtures/real-model/${name}.json`, import.meta.url), 'utf8'),
  ) as readonly Said[];

const serviceFor = async (
  turns: readonly Said[],
  onTestFinished: TestContext['onTestFinished'],
): Promise<{ readonly service: TestService; readonly provider: FakeProvider }> => {
  const provider = await startFakeProvider(openai, byTurn(openai, ...turns));
  onTestFinished(provider.close);
  const service = await bootService(onTestFinished, { sandboxes: true, provider });
  return { service, provider };
};

const SALES = 'region,amount\nnorth,120\nsouth,75.5\nnorth,80\neast,10\nsouth,24.5\n';

interface Task {
  readonly status: string;
  readonly result: string;
  readonly answer: string;
  readonly steps: readonly { readonly stdout: string }[];
  readonly ledger_ref: string;
}

/** Starts a task or an analysis and polls it until it is done, because a busy machine may take a while. */
const done = async (service: TestService, path: string, body: object): Promise<Task> => {
  let task = (await (await service.request('POST', path, body)).json()) as Task;
  while (task.status === 'running') {
    await sleep(100);
    task = (await (await service.request('GET', `${path}/${task.ledger_ref}`)).json()) as Task;
  }
  return task;
};

describe('A real model’s recorded replies', () => {
  it('an agent task with the recorded replies gives the same answer', LIMIT, async ({ onTestFinished }) => {
    const turns = await recorded('agent-task');
    const { service, provider } = await serviceFor(turns, onTestFinished);
    const body = await done(service, '/v1/agents/tasks', {
      task: 'Read /tmp/sales.csv with pandas and print the total amount for region south.',
      data: SALES,
      filename: 'sales.csv',
    });
    expect(body.result).toBe('Total amount for region south: $100.00');
    expect(body.steps.map(({ stdout }) => stdout)).toEqual(['Total amount for region south: $100.00\n']);
    expect(provider.unexpected()).toBe(0);
  });

  it('an analysis with the recorded replies gives the same answer', LIMIT, async ({ onTestFinished }) => {
    const turns = await recorded('analysis');
    const { service, provider } = await serviceFor(turns, onTestFinished);
    const body = await done(service, '/v1/analyze', {
      question: 'What is the total amount for region north?',
      data: SALES,
    });
    expect(body.answer).toContain('The total amount for region north is 200.0.');
    expect(body.steps.map(({ stdout }) => stdout)).toEqual(['200.0\n']);
    expect(provider.unexpected()).toBe(0);
  });

  it('a live kyc run with the recorded replies reaches its decision', LIMIT, async ({ onTestFinished }) => {
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
