import { randomUUID } from 'node:crypto';
import type { Payload } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate, type Gate } from '../helpers/gate.ts';
import { connectIntruder, copyOf, type Intruder } from '../helpers/intruder.ts';
import { type ServiceProcess, startWorkerProcess } from '../helpers/process.ts';
import { startService, type TestService } from '../helpers/service.ts';

let service: TestService;
let worker: ServiceProcess;
let intruder: Intruder;
let gate: Gate;

beforeAll(async () => {
  service = await startService({ worker: false, env: { WORKER_ROLES: 'steps' } });
  worker = await startWorkerProcess(service.env);
  intruder = await connectIntruder();
  gate = await createGate(service.database.adminUrl);
});
afterAll(async () => {
  await gate.close();
  await intruder.leave();
  await worker.kill('SIGTERM');
  await service.close();
});

const historyOf = async (workflowId: string) =>
  (await service.engine.workflow.getHandle(workflowId).fetchHistory()).events ?? [];

const inputOf = async (workflowId: string): Promise<Payload> =>
  (await historyOf(workflowId))[0]!.workflowExecutionStartedEventAttributes!.input!.payloads![0]!;

/** Starts a workflow as somebody who reaches the engine. @returns why it failed */
const startForeign = async (workflowType: string, input: unknown, workflowId = `foreign-${randomUUID()}`) => {
  const handle = await intruder.client.workflow.start(workflowType, {
    workflowId,
    taskQueue: service.env['TEMPORAL_TASK_QUEUE']!,
    args: [input],
  });
  await expect(handle.result()).rejects.toThrow();
  const events = await historyOf(workflowId);
  return {
    type: events.at(-1)?.workflowExecutionFailedEventAttributes?.failure?.applicationFailureInfo?.type,
    activities: events.filter((event) => event.activityTaskScheduledEventAttributes).length,
    broken: events.filter((event) => event.workflowTaskFailedEventAttributes).length,
  };
};

const REFUSED = { type: 'Unsealed', activities: 0, broken: 0 };

describe('A workflow that somebody else starts does nothing', () => {
  const forged = { run_id: 'run_1', team_id: 'team_1', vertical: 'kyc', ledger_ref: 'wf-1', created_at: '' };

  it.each(['verticalRun', 'liveRun', 'operatorRun', 'agentTask', 'analysis', 'teamCheckpoint'])(
    'with an input of %s in the clear',
    async (workflowType) => {
      expect(await startForeign(workflowType, forged)).toEqual(REFUSED);
    },
  );

  it('with the sealed input of another run', async () => {
    const { id } = await service.startRun('kyc');
    await service.finished(id);
    const before = (await service.ledgerOf(id)).entries.length;
    const copied = copyOf(await inputOf(id));
    expect(await startForeign('verticalRun', copied)).toEqual(REFUSED);
    // An id that looks as if a schedule of the copied run had started it.
    expect(await startForeign('verticalRun', copied, `${id}-2026-11-28T17:00:00Z`)).toEqual(REFUSED);
    expect((await service.ledgerOf(id)).entries).toHaveLength(before);
  });
});

describe('A run that somebody else talks to', () => {
  it('goes on, and answers no query in the clear', async () => {
    await gate.shut(5);
    const { id } = await service.startRun('kyc');
    await gate.reached();
    const handle = intruder.client.workflow.getHandle(id);
    await expect(handle.query('state', { anything: true })).rejects.toThrow();
    await handle.signal('approval', { id: 'q', approve: true });
    await expect(handle.executeUpdate('approval', { args: [{}] })).rejects.toThrow();
    await gate.open();
    expect(await service.finished(id)).toMatchObject({ status: 'succeeded' });
    const failed = (await historyOf(id)).filter((event) => event.workflowTaskFailedEventAttributes);
    expect(failed).toEqual([]);
  });

  it('ends with an error when the result of a step comes in the clear, and its worker says so', async () => {
    await gate.shut(5);
    const { id } = await service.startRun('kyc');
    await gate.reached();
    const { pendingActivities } = (await intruder.client.workflow.getHandle(id).describe()).raw;
    await intruder.client.workflowService.respondActivityTaskCompletedById({
      namespace: 'default',
      workflowId: id,
      activityId: pendingActivities![0]!.activityId!,
      result: {
        payloads: [
          { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('{"decision":"approve"}') },
        ],
      },
    });
    await gate.open();
    expect(await service.finished(id)).toMatchObject({ status: 'error', decision: null });
    await expect
      .poll(() => worker.output())
      .toContain(`a result of an activity of ${id} was refused: unsealed`);
  });
});
