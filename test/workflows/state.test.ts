import { afterAll, describe, expect, it } from 'vitest';
import { stateQuery } from '../../src/workflows/vertical-run.ts';
import { verticals } from '../../src/governance/verticals/index.ts';
import { createGate } from '../helpers/gate.ts';
import { useService } from '../helpers/use-service.ts';

const service = await useService();
const gate = await createGate(service.database.adminUrl);
afterAll(gate.close);

const done = (steps: readonly { readonly status: string }[]): number =>
  steps.filter(({ status }) => status !== 'pending').length;

describe('The workflow state and the stored run', () => {
  it('the workflow state and the stored run agree in the middle of a run', async () => {
    await gate.shut(5);
    const { id } = await service.startRun('kyc');
    await gate.reached();
    const [told, read] = await Promise.all([
      service.engine.workflow.getHandle(id).query(stateQuery),
      service.run(id),
    ]);
    await gate.open();
    expect(read).toMatchObject({ status: 'running', decision: null });
    expect(told).toEqual({ status: 'running', steps_done: 4, decision: null });
    expect(done(read.steps)).toBe(4);
    await service.finished(id);
  });

  it.for(Object.values(verticals))(
    'the workflow state and the stored run agree at the end of a $id run',
    async ({ id: vertical, steps }) => {
      const { id } = await service.startRun(vertical);
      const read = await service.finished(id);
      const handle = service.engine.workflow.getHandle(id);
      await handle.result();
      expect(await handle.query(stateQuery)).toEqual({
        status: read.status,
        steps_done: done(read.steps),
        decision: read.decision,
      });
      expect(read.steps.map(({ n, action }) => ({ n, action }))).toEqual(
        steps.map(({ n, action }) => ({ n, action })),
      );
      expect(read.decision).toBe(verticals[vertical].decisions[0]);
    },
  );

  it('the workflow state and the stored run agree after a cancellation', async () => {
    await gate.shut(2);
    const { id } = await service.startRun('support');
    await gate.reached();
    await service.request('POST', `/v1/workforce/runs/${id}/cancel`);
    await gate.open();
    const read = await service.finished(id);
    const handle = service.engine.workflow.getHandle(id);
    await handle.result().catch(() => undefined);
    expect(await handle.query(stateQuery)).toMatchObject({ status: read.status, decision: read.decision });
  });

  it('the workflow state and the stored run agree on a cancellation whose row names the key that requested it', async () => {
    await gate.shut(2);
    const { id } = await service.startRun('support');
    await gate.reached();
    await service.request('POST', `/v1/workforce/runs/${id}/cancel`);
    await gate.open();
    await service.finished(id);
    const { entries } = await service.ledgerOf(id);
    expect(entries.at(-1)).toMatchObject({
      action: 'run.error',
      detail: { code: 'cancelled', key_id: service.keyId },
    });
  });
});
