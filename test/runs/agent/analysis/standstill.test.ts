import { afterAll, describe, expect, it } from 'vitest';
import type { AgentTaskBody } from '../../../../src/contract/agent-task.ts';
import { startWorkerProcess } from '../../../helpers/process.ts';
import { codeRows, untilSandboxesReady } from '../../../helpers/sandboxes.ts';
import { python, useScriptedModel } from '../../../helpers/scripted-model.ts';
import { useService } from '../../../helpers/use-service.ts';

const LIMIT = { timeout: 240_000 };
const TASKS = '/v1/agents/tasks';

const model = await useScriptedModel();
const service = await useService({
  worker: false,
  sandboxes: true,
  provider: model.provider,
  env: { MODEL_IDLE_TIMEOUT_MS: '120000' },
});
const worker = await startWorkerProcess(service.env);
afterAll(async () => worker.kill('SIGKILL'));
await untilSandboxesReady(service);

const startTask = async (task: string): Promise<string> => {
  const response = await fetch(`${service.url}${TASKS}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
    },
    body: JSON.stringify({ task }),
  });
  return ((await response.json()) as AgentTaskBody).ledger_ref;
};

const read = async (ref: string): Promise<AgentTaskBody> =>
  (await (await service.request('GET', `${TASKS}/${ref}`)).json()) as AgentTaskBody;

/** Resolves when Temporal has replaced the turn's first attempt. */
const untilReplaced = async (ref: string): Promise<void> => {
  const attempt = async () => {
    const { raw } = await service.engine.workflow.getHandle(ref).describe();
    return raw.pendingActivities?.[0]?.attempt;
  };
  await expect.poll(attempt, { timeout: 60_000 }).toBe(2);
};

/** Resolves when an attempt sends a heartbeat, which a replaced attempt cannot do. */
const untilHeardOf = async (ref: string, since: number): Promise<void> => {
  const heard = async () => {
    const { raw } = await service.engine.workflow.getHandle(ref).describe();
    return Number(String(raw.pendingActivities?.[0]?.lastHeartbeatTime?.seconds ?? 0)) * 1_000;
  };
  await expect.poll(heard, { timeout: 60_000 }).toBeGreaterThan(since);
};

describe('A worker that stalls while a model writes', () => {
  it.each(['before', 'after'])(
    'the model is not asked again when its reply arrives %s the worker resumes',
    LIMIT,
    async (when) => {
      const reply = Promise.withResolvers<void>();
      model.play(when, [
        async () => {
          await reply.promise;
          return python('print(2 + 3)');
        },
        { text: 'The sum is 5.' },
      ]);
      const ref = await startTask(`[${when}] Add 2 and 3.`);
      await expect.poll(() => model.askedOf(when).length, { timeout: 60_000 }).toBe(1);
      process.kill(worker.pid, 'SIGSTOP');
      await untilReplaced(ref);
      if (when === 'before') reply.resolve();
      process.kill(worker.pid, 'SIGCONT');
      if (when === 'after') {
        await untilHeardOf(ref, Date.now());
        reply.resolve();
      }
      await expect.poll(async () => (await read(ref)).status, { timeout: 120_000 }).toBe('succeeded');
      expect(model.askedOf(when)).toHaveLength(2);
      const rows = await codeRows(service, ref);
      expect(rows.filter(({ action }) => action === 'agent.turn')).toHaveLength(2);
      expect(await service.verify()).toMatchObject({ ok: true });
    },
  );
});
