import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalysisBody } from '../../src/contract/analysis.ts';
import { modelEnv } from '../helpers/live.ts';
import { codeRows, sandboxEnv, untilSandboxesReady } from '../helpers/sandboxes.ts';
import { python, type ScriptedModel, startScriptedModel } from '../helpers/scripted-model.ts';
import { startService, type TestService } from '../helpers/service.ts';

const LIMIT = { timeout: 180_000 };

let service: TestService;
let model: ScriptedModel;
beforeAll(async () => {
  model = await startScriptedModel();
  service = await startService({ env: sandboxEnv(modelEnv(model.provider.baseUrl)) });
  await untilSandboxesReady(service);
}, 600_000);
afterAll(async () => {
  expect(await service.verify()).toMatchObject({ ok: true });
  await service.close();
  await model.provider.close();
});

describe('POST /v1/analyze', () => {
  it('reads the dataset, runs code on it and answers', LIMIT, async () => {
    model.play('sum', [python("print(f'{df.amount.sum():,.2f}')"), { text: 'The total is 3,000.50.' }]);
    const response = await service.request('POST', '/v1/analyze', {
      question: '[sum] What is the total?',
      data: 'city,amount\nPune,"1,000.25"\nSurat,"2,000.25"\n',
    });
    const body = (await response.json()) as AnalysisBody;
    expect(body).toMatchObject({ status: 'succeeded', answer: 'The total is 3,000.50.' });
    const rows = await codeRows(service, body.ledger_ref);
  });
});
