import { describe, expect, it } from 'vitest';
import { requestAgentRunCancel } from '../../../../src/runs/agent/cancel.ts';
import { createAgentTask } from '../../../../src/runs/agent/task/create.ts';
import { loadConfig } from '../../../../src/config.ts';
import type { AgentTaskBody } from '../../../../src/contract/agent-task.ts';
import { KeyRing } from '../../../../src/store/crypto/key-ring.ts';
import { createPool } from '../../../../src/store/db/client.ts';
import { createLedger } from '../../../../src/ledger/index.ts';
import { modelSettings } from '../../../../src/model/settings.ts';
import { eraseCase } from '../../../../src/runs/erase.ts';
import { bySomeKey, someKey } from '../../../helpers/actors.ts';
import { codeRows } from '../../../helpers/sandboxes.ts';
import { useService } from '../../../helpers/use-service.ts';
import { useScriptedModel } from '../../../helpers/scripted-model.ts';
import { stream } from '../../../model-provider/replies.ts';

const LIMIT = { timeout: 120_000 };

const model = await useScriptedModel();
const service = await useService({
  provider: model.provider,
  env: { RECONCILE_EVERY_MS: '200', RECONCILE_GRACE_MS: '0', MODEL_IDLE_TIMEOUT_MS: '60000' },
});

/** Stores a task as the API does, without starting its workflow. */
const store = async (task: string, { cancelled = false } = {}): Promise<string> => {
  const config = loadConfig(service.env);
  const ring = new KeyRing(config.ENCRYPTION_KEYS, 'case-vault');
  const wanted = { teamId: service.teamId, task, askedBy: someKey, files: [], model: modelSettings(config)! };
  return service.database.db.transaction().execute(async (tx) => {
    const ledgerRef = await createAgentTask(tx, ring, wanted);
    if (cancelled) await requestAgentRunCancel(tx, { teamId: service.teamId, ledgerRef }, 'task', someKey);
    return ledgerRef;
  });
};

const read = async (ref: string): Promise<AgentTaskBody> =>
  (await (await service.request('GET', `/v1/agents/tasks/${ref}`)).json()) as AgentTaskBody;

describe('The agent task reconciler', () => {
  it('a task whose workflow was never started is started once', LIMIT, async () => {
    model.play('forgotten', [{ text: 'Done.' }]);
    const ref = await store('[forgotten] x');
    await expect.poll(async () => (await read(ref)).status, { timeout: 60_000 }).toBe('succeeded');
    expect(await read(ref)).toMatchObject({ result: 'Done.', ended_by: 'answer' });
    expect(model.askedOf('forgotten')).toHaveLength(1);
  });

  it('a task ends with an error that gives the reason when its workflow is terminated', LIMIT, async () => {
    model.play('ended', [() => stream([{ hang: true }])]);
    const ref = await store('[ended] x');
    await expect.poll(() => model.askedOf('ended').length, { timeout: 60_000 }).toBe(1);
    await service.engine.workflow.getHandle(ref).terminate();
    await expect.poll(async () => (await read(ref)).status, { timeout: 60_000 }).toBe('error');
    expect(await read(ref)).toMatchObject({
      ended_by: 'terminated',
      error: { code: 'terminated', message: 'The run was terminated in Temporal.' },
      result: null,
    });
    const rows = await codeRows(service, ref);
    expect(rows.map(({ action }) => action)).toEqual(['agent.stopped']);
  });

  it(
    'cancelling a task while the model thinks ends it at once, however often it is cancelled',
    LIMIT,
    async () => {
      model.play('thinking', [() => stream([{ hang: true }])]);
      const ref = await store('[thinking] x');
      await expect.poll(() => model.askedOf('thinking').length, { timeout: 60_000 }).toBe(1);
      const cancel = async () => service.request('POST', `/v1/agents/tasks/${ref}/cancel`);
      expect((await cancel()).status).toBe(202);
      await expect.poll(async () => (await read(ref)).status).toBe('error');
      expect(await (await cancel()).json()).toMatchObject({
        ended_by: 'cancelled',
        error: { code: 'cancelled' },
        ledger_ref: ref,
      });
      const rows = await codeRows(service, ref);
      expect(rows.map(({ action }) => action)).toEqual(['agent.stopped']);
      expect(rows[0]!.detail).toMatchObject({ ended_by: 'cancelled', key_id: service.keyId });
    },
  );

  it('erasing a task while the model thinks ends it and deletes its messages', LIMIT, async () => {
    const pool = createPool(service.env['DATABASE_URL']!);
    let ref = '';
    model.play('erased', [
      async () => {
        const { teamId } = service;
        const erasure = { teamId, ref, reason: 'asked for', actor: bySomeKey };
        await eraseCase(service.database.db, createLedger({ pool }), erasure);
        return { text: 'Done.' };
      },
    ]);
    ref = await store('[erased] x');
    await expect.poll(async () => (await read(ref)).status, { timeout: 60_000 }).toBe('error');
    expect(await read(ref)).toMatchObject({ ended_by: 'internal', steps: [] });
    const rows = await codeRows(service, ref);
    expect(rows.map(({ action }) => action)).toEqual(['agent.turn', 'agent.stopped']);
    await pool.end();
    const kept = service.database.db
      .selectFrom('agent_messages')
      .select('turn')
      .where('ledger_ref', '=', ref);
    expect(await kept.where('wrapped_key', 'is not', null).execute()).toEqual([]);
  });

  it('a task that is cancelled before its workflow starts never asks a model', LIMIT, async () => {
    model.play('unheard', [{ text: 'Done.' }]);
    // The task is stored and cancelled in one transaction, so that the reconciler cannot see it in between.
    const ref = await store('[unheard] x', { cancelled: true });
    await expect.poll(async () => (await read(ref)).status, { timeout: 60_000 }).toBe('error');
    expect(await read(ref)).toMatchObject({ error: { code: 'cancelled' } });
    expect(model.askedOf('unheard')).toHaveLength(0);
    expect((await codeRows(service, ref)).at(-1)?.detail).toEqual({
      ended_by: 'cancelled',
      key_id: someKey.id,
    });
  });
});
