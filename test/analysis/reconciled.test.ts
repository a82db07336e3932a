import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentTask } from '../../src/agent-tasks/create.ts';
import { loadConfig } from '../../src/config.ts';
import type { AgentTaskBody } from '../../src/contract/agent-task.ts';
import { KeyRing } from '../../src/crypto/key-ring.ts';
import { modelSettings } from '../../src/model/settings.ts';
import { modelEnv } from '../helpers/live.ts';
import { codeRows } from '../helpers/sandboxes.ts';
import { type ScriptedModel, startScriptedModel } from '../helpers/scripted-model.ts';
import { startService, type TestService } from '../helpers/service.ts';
import { stream } from '../model-provider/replies.ts';

const LIMIT = { timeout: 120_000 };

let service: TestService;
let model: ScriptedModel;
beforeAll(async () => {
  model = await startScriptedModel();
  const often = { RECONCILE_EVERY_MS: '200', RECONCILE_GRACE_MS: '0', MODEL_IDLE_TIMEOUT_MS: '60000' };
  service = await startService({ env: modelEnv(model.provider.baseUrl, often) });
}, 300_000);
afterAll(async () => {
  expect(await service.verify()).toMatchObject({ ok: true });
  await service.close();
  await model.provider.close();
});

/** Stores a task as the API does, and tells the engine nothing. */
const store = async (task: string): Promise<string> => {
  const config = loadConfig(service.env);
  const ring = new KeyRing(config.ENCRYPTION_KEYS, 'case-vault');
  const wanted = { teamId: service.teamId, task, file: undefined, model: modelSettings(config)! };
  return service.database.db.transaction().execute(async (tx) => createAgentTask(tx, ring, wanted));
};

const read = async (ref: string): Promise<AgentTaskBody> =>
  (await (await service.request('GET', `/v1/agents/tasks/${ref}`)).json()) as AgentTaskBody;

describe('An agent task', () => {
  it('that the engine was never told of is started all the same, once', LIMIT, async () => {
    model.play('forgotten', [{ text: 'Done.' }]);
    const ref = await store('[forgotten] x');
    await expect.poll(async () => (await read(ref)).status, { timeout: 60_000 }).toBe('succeeded');
    expect(await read(ref)).toMatchObject({ result: 'Done.', ended_by: 'answer' });
    expect(model.askedOf('forgotten')).toHaveLength(1);
  });

  it('whose workflow is terminated ends with an error that says so', LIMIT, async () => {
    model.play('ended', [() => stream([{ hang: true }])]);
    const ref = await store('[ended] x');
    await expect.poll(() => model.askedOf('ended').length, { timeout: 60_000 }).toBe(1);
    await service.engine.workflow.getHandle(ref).terminate();
    await expect.poll(async () => (await read(ref)).status, { timeout: 60_000 }).toBe('error');
    expect(await read(ref)).toMatchObject({
      ended_by: 'terminated',
      error: { code: 'terminated' },
      result: 'The run was terminated in the engine.',
    });
    const rows = await codeRows(service, ref);
    expect(rows.map(({ action }) => action)).toEqual(['agent.stopped']);
  });
});
