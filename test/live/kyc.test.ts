import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openai } from '../model-provider/openai.ts';
import { byTurn, kycTurns } from '../model-provider/scripts.ts';
import { type FakeProvider, startFakeProvider } from '../model-provider/server.ts';
import { messagesOf, modelEnv, startLive } from '../helpers/live.ts';
import { containersOf, sandboxEnv, untilSandboxesReady } from '../helpers/sandboxes.ts';
import { startService, type TestService } from '../helpers/service.ts';

const LIMIT = { timeout: 60_000 };

let provider: FakeProvider;
let service: TestService;

beforeAll(async () => {
  provider = await startFakeProvider(openai, byTurn(openai, ...kycTurns()));
  service = await startService({ env: sandboxEnv(modelEnv(provider.baseUrl)) });
  await untilSandboxesReady(service);
}, 300_000);

afterAll(async () => {
  await service.close();
  await provider.close();
});

describe('A live kyc run', () => {
  it('works the case with real tools, and its steps are its ledger rows', LIMIT, async () => {
    const run = await startLive(service, 'kyc');
    const ended = await service.finished(run.id);
    expect(ended).toMatchObject({
      mode: 'live',
      status: 'succeeded',
      decision: 'approve',
      reasons: [],
      error: null,
      model: { name: 'fake-model', turns: 8, tool_calls: 8, ended_by: 'tool', input_tokens: 800 },
    });
    const { entries } = await service.ledgerOf(run.id);
    expect(entries.map(({ action }) => action).filter((action) => action !== 'agent.turn')).toEqual([
      'fs.read',
      'pii.scan',
      'kyc.verify',
      'db.query',
      'sandbox.open',
      'sandbox.run',
      'risk.score',
      'egress.block',
      'agent.decision',
      'sandbox.close',
      'db.write',
    ]);
    expect(ended.steps.map(({ action }) => action)).toEqual(entries.map(({ action }) => action));
    expect(entries.map(({ step }) => step)).toEqual(entries.map((_, index) => index + 1));
    expect(await containersOf(service)).toSatisfy((held: readonly { Labels: object }[]) =>
      held.every(({ Labels }) => !JSON.stringify(Labels).includes(run.ledgerRef)),
    );
    expect(await service.verify()).toMatchObject({ ok: true });
    expect(provider.unexpected()).toBe(0);
  });

  it('shows the model identifiers masked, in every request', LIMIT, async () => {
    const run = await startLive(service, 'kyc');
    await service.finished(run.id);
    const sent = provider.asked.map(({ raw }) => raw).join('\n');
    expect(sent).toContain('Meera Sample');
    expect(sent).not.toMatch(/2345 ?6789 ?1238|ABCPK1234L/);
    expect(JSON.stringify(await messagesOf(service, run))).not.toMatch(/2345 ?6789 ?1238|ABCPK1234L/);
  });
});
