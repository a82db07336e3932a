import { randomBytes, randomUUID } from 'node:crypto';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { ensureAuditSchedules } from '../../src/temporal/audit-schedules.ts';
import { SealingCodec } from '../../src/temporal/codec.ts';
import { queuesOf } from '../../src/temporal/queues.ts';
import { workflowStatus } from '../../src/temporal/workflow-status.ts';
import { createGate } from '../helpers/gate.ts';
import { connectIntruder, copyOf } from '../helpers/intruder.ts';
import { startWorkerProcess } from '../helpers/process.ts';
import { useService } from '../helpers/use-service.ts';

const service = await useService({ worker: false, env: { WORKER_ROLES: 'steps' } });
let worker = await startWorkerProcess(service.env);
afterAll(async () => worker.kill('SIGTERM'));
const intruder = await connectIntruder();
afterAll(intruder.leave);
const gate = await createGate(service.database.adminUrl);
afterAll(gate.close);

const historyOf = async (workflowId: string) =>
  (await service.engine.workflow.getHandle(workflowId).fetchHistory()).events ?? [];

const inputOf = async (workflowId: string): Promise<Payload> =>
  (await historyOf(workflowId))[0]!.workflowExecutionStartedEventAttributes!.input!.payloads![0]!;

/** Starts a workflow as an intruder who reaches Temporal without a key. @returns why it failed */
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

describe('A workflow started by an intruder', () => {
  const forged = { run_id: 'run_1', team_id: 'team_1', vertical: 'kyc', ledger_ref: 'wf-1', created_at: '' };

  it.each([
    'verticalRun',
    'liveRun',
    'operatorRun',
    'agentTask',
    'analysis',
    'teamCheckpoint',
    'webhookDelivery',
    'reviewClock',
  ])('a workflow does nothing with an unsealed input of %s', async (workflowType) => {
    expect(await startForeign(workflowType, forged)).toEqual(REFUSED);
  });

  it('a workflow does nothing with the sealed input of another run', async () => {
    const { id } = await service.startRun('kyc');
    await service.finished(id);
    const before = (await service.ledgerOf(id)).entries.length;
    const copied = copyOf(await inputOf(id));
    expect(await startForeign('verticalRun', copied)).toEqual(REFUSED);
    // Uses an id that looks as if one of the copied run's schedules had started it.
    expect(await startForeign('verticalRun', copied, `${id}-2026-11-28T17:00:00Z`)).toEqual(REFUSED);
    expect((await service.ledgerOf(id)).entries).toHaveLength(before);
  });
});

describe('A run that an intruder interferes with', () => {
  it('the run continues and answers no unsealed query', async () => {
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

  it('the run ends with an error when a step result arrives unsealed, and its worker logs it', async () => {
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

/** Returns a payload sealed for a workflow as the service seals it, but with an unknown key. */
const sealedElsewhere = async (workflowId: string): Promise<Payload> => {
  const ring = new KeyRing([{ id: 'k9', key: randomBytes(32) }], 'temporal-payload');
  const context = { type: 'workflow', namespace: 'default', workflowId } as const;
  const codec = new SealingCodec(ring);
  return (await codec.encode([defaultPayloadConverter.toPayload({ id: 'q' })], context))[0]!;
};

const damaged = async (workflowId: string): Promise<Payload> => {
  const { metadata } = await sealedElsewhere(workflowId);
  return { metadata: { ...metadata, 'key-id': Buffer.from('k1') }, data: randomBytes(64) };
};

const foreignId = () => `foreign-${randomUUID()}`;

const schedulesOf = async (everySeconds: number) => {
  const taskQueue = queuesOf(loadConfig(service.env).TEMPORAL_TASK_QUEUE).steps;
  await ensureAuditSchedules(service.engine, { taskQueue, everySeconds });
  return taskQueue;
};

describe('Data that an intruder attaches to workflows', () => {
  const ASK_MS = 10_000;

  it.each([
    ['that is unsealed', async () => 'a note'],
    ['under an unknown key', async (id: string) => copyOf(await sealedElsewhere(id))],
    ['with damaged bytes', async (id: string) => copyOf(await damaged(id))],
  ])('a memo %s does not hide the workflow’s status', async (_name, memoFor) => {
    const workflowId = foreignId();
    const handle = await intruder.client.workflow.start('nobody', {
      workflowId,
      taskQueue: 'nobody',
      memo: { note: await memoFor(workflowId) },
    });
    await expect(service.engine.workflow.getHandle(workflowId).describe()).rejects.toThrow('refused');
    expect(await workflowStatus(service.engine, workflowId, ASK_MS)).toBe('RUNNING');
    await handle.terminate();
    expect(await workflowStatus(service.engine, workflowId, ASK_MS)).toBe('TERMINATED');
    expect(await workflowStatus(service.engine, foreignId(), ASK_MS)).toBeUndefined();
  });

  it('the service replaces a schedule that uses one of its ids', async () => {
    const taskQueue = await schedulesOf(0);
    const scheduleId = `retention-${taskQueue}`;
    await intruder.client.schedule.create({
      scheduleId,
      spec: { intervals: [{ every: '1h' }] },
      action: { type: 'startWorkflow', workflowType: 'nobody', taskQueue: 'nobody', args: ['plain'] },
      memo: { note: 'a note' },
    });
    await schedulesOf(3_600);
    const { action } = await service.engine.schedule.getHandle(scheduleId).describe();
    expect(action).toMatchObject({ workflowType: 'retention', taskQueue, args: [{}] });
    await schedulesOf(0);
  });

  it('signals do not hold up an audit or an erasure', async () => {
    // Stops the worker, so that the audit does not run until the signals have arrived.
    await worker.kill('SIGTERM');
    const taskQueue = await schedulesOf(3_600);
    const started: string[] = [];
    for (const workflowType of ['ledgerAudit', 'retention']) {
      await service.engine.schedule.getHandle(`${workflowType}-${taskQueue}`).trigger();
      const query = `WorkflowType = '${workflowType}' AND TaskQueue = '${taskQueue}'`;
      const list = async () => {
        const { executions } = await service.engine.workflowService.listWorkflowExecutions({
          namespace: 'default',
          query,
        });
        return executions ?? [];
      };
      await expect.poll(async () => (await list()).length, { timeout: 60_000 }).toBe(1);
      const workflowId = (await list())[0]!.execution!.workflowId!;
      const handle = intruder.client.workflow.getHandle(workflowId);
      await handle.signal('approval', copyOf(await sealedElsewhere(workflowId)));
      await handle.signal('approval', copyOf(await damaged(workflowId)));
      started.push(workflowId);
    }
    worker = await startWorkerProcess(service.env);
    for (const workflowId of started) await service.engine.workflow.getHandle(workflowId).result();
    const failed = (await Promise.all(started.map(historyOf)))
      .flat()
      .filter((event) => event.workflowTaskFailedEventAttributes);
    expect(failed).toEqual([]);
    await schedulesOf(0);
  });
});
