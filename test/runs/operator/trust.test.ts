import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from '@temporalio/common';
import { afterAll, describe, expect, it } from 'vitest';
import type { ProblemBody } from '../../../src/contract/problem.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { connectIntruder, copyOf } from '../../helpers/intruder.ts';
import { codeRows } from '../../helpers/sandboxes.ts';
import { openai } from '../../model-provider/openai.ts';
import { whole } from '../../model-provider/replies.ts';
import { answerQuestion } from './approvals.ts';
import { turn, useOperatorLab } from './operators.ts';
import { onPage } from './site.ts';

const finish = turn({ action: 'finish', success: true, result: 'done' });
const login = { url: 'http://claims.test/login.html', max_steps: 12, confirm: ['submit'] };
/** Presses the button that sends the form. */
const send = turn({ action: 'click', at: onPage(200, 230) });

const lab = await useOperatorLab();
const intruder = await connectIntruder();
afterAll(intruder.leave);
/** Another of the team's keys, to show which key answered. */
const second = await issueKey(lab.service.database.db, { teamId: lab.service.teamId, name: 'second' });

const post = async (path: string, body?: unknown, key = lab.service.key) => {
  const response = await fetch(`${lab.service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as Partial<ProblemBody>;
  return { status: response.status, code: json.type?.replace('urn:pramaan:problem:', '') };
};

const questionOf = async (runId: string): Promise<string> => {
  for (;;) {
    const { pending_approval, status } = await lab.read(runId);
    if (pending_approval !== null) return pending_approval.id;
    if (status === 'done') throw new Error('the run has ended without a question');
    await sleep(50);
  }
};

const historyOf = async (runId: string) =>
  (await lab.service.engine.workflow.getHandle(runId).fetchHistory()).events ?? [];

/** Returns the sealed payload of the approval that a run received. */
const approvalIn = async (runId: string): Promise<Payload> => {
  const signals = (await historyOf(runId)).flatMap(
    ({ workflowExecutionSignaledEventAttributes: signal }) => signal?.input?.payloads ?? [],
  );
  return signals[0]!;
};

describe('An approval', { timeout: 300_000 }, () => {
  it('an approval counts only if it comes from the API, and other signals to Temporal neither change nor break anything', async () => {
    const earlier = await lab.start(login, [send, finish]);
    await answerQuestion(lab, earlier.run_id, true);
    await lab.done(earlier.run_id);
    const copied = await approvalIn(earlier.run_id);

    const { run_id } = await lab.start(login, [send, finish]);
    const id = await questionOf(run_id);
    const handle = intruder.client.workflow.getHandle(run_id);
    const [input] = (await historyOf(run_id))[0]!.workflowExecutionStartedEventAttributes!.input!.payloads!;
    const garbage = { ...copied, data: Buffer.alloc(80, 1) };
    const words = [
      [{ id, approve: true }],
      [{ kind: 'operator.approval', run_id, id, approve: true, key_id: second.record.id, at: '' }],
      [],
      [null],
      ['x'.repeat(10_000)],
      [copyOf(copied)],
      [copyOf(input!)],
      [copyOf(garbage)],
      [copyOf({ ...garbage, metadata: { ...copied.metadata, 'key-id': Buffer.from('k9') } })],
    ];
    for (const word of words) await handle.signal('approval', ...word);
    await expect(handle.executeUpdate('approval', { args: [{ id, approve: true }] })).rejects.toThrow();
    // Waits until Temporal has delivered all the signals to the workflow.
    await expect
      .poll(async () => {
        const events = await historyOf(run_id);
        const last = events.findLastIndex((event) => event.workflowExecutionSignaledEventAttributes);
        return events.slice(last).some((event) => event.workflowTaskCompletedEventAttributes);
      })
      .toBe(true);
    const events = await historyOf(run_id);
    expect(events.filter((event) => event.workflowExecutionSignaledEventAttributes)).toHaveLength(
      words.length,
    );
    expect(events.filter((event) => event.workflowTaskFailedEventAttributes)).toEqual([]);
    expect((await lab.read(run_id)).pending_approval?.id).toBe(id);

    const path = `/v1/operators/runs/${run_id}/approval`;
    expect((await post(path, { id, approve: false }, second.key)).status).toBe(202);
    const run = await lab.done(run_id);
    expect(run.steps.map(({ status }) => status)).toEqual(['refused', 'done']);
    const said = (await codeRows(lab.service, run_id)).filter(({ action }) => action === 'operator.approval');
    expect(said.map(({ detail }) => detail)).toEqual([{ id, said: 'refused', key_id: second.record.id }]);
  });

  it('an approval is accepted once, for the current question and while the run continues', async () => {
    const { run_id } = await lab.start(login, [send, send, finish]);
    const id = await questionOf(run_id);
    const path = `/v1/operators/runs/${run_id}/approval`;
    expect(await post(path, { id: 'invented', approve: true })).toEqual({ status: 404, code: 'not-found' });
    const both = await Promise.all([
      post(path, { id, approve: false }),
      post(path, { id, approve: true }, second.key),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    const first = both[0].status === 202;
    expect((await post(path, { id, approve: !first })).status).toBe(202);
    expect(await post(path, { id, approve: first })).toEqual({ status: 409, code: 'answered-otherwise' });
    while ((await lab.read(run_id)).pending_approval?.id === id) await sleep(50);
    expect((await post(path, { id, approve: !first })).status).toBe(202);
    if ((await lab.read(run_id)).status !== 'done') {
      const next = await questionOf(run_id).catch(() => undefined);
      if (next !== undefined) await post(path, { id: next, approve: false });
    }
    await lab.done(run_id);
    expect(await post(path, { id, approve: !first })).toEqual({ status: 410, code: 'run-ended' });
    const said = (await codeRows(lab.service, run_id)).find(
      ({ action, detail }) => action === 'operator.approval' && detail['id'] === id,
    );
    expect(said?.detail['said']).toBe(first ? 'refused' : 'approved');
    for (const way of ['view', 'control']) {
      expect(await post(`/v1/operators/runs/${run_id}/${way}`)).toEqual({ status: 410, code: 'run-ended' });
    }
  });

  it('an approval for an unknown run gets a 404', async () => {
    const body = { id: 'invented', approve: true };
    expect(await post('/v1/operators/runs/op_0/approval', body)).toEqual({ status: 404, code: 'not-found' });
  });
});

describe('Access to Temporal', { timeout: 300_000 }, () => {
  it('an intruder cannot answer for the model, because an unsealed result ends the run', async () => {
    const asked = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const { run_id } = await lab.start({ max_steps: 5 }, async () => {
      asked.resolve();
      await over.promise;
      return whole(openai, finish);
    });
    await asked.promise;
    const { pendingActivities } = (await intruder.client.workflow.getHandle(run_id).describe()).raw;
    const { activityId } = pendingActivities!.find(({ activityType }) => activityType?.name === 'modelTurn')!;
    await intruder.client.workflowService.respondActivityTaskCompletedById({
      namespace: 'default',
      workflowId: run_id,
      activityId: activityId!,
      result: { payloads: [{ metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('{}') }] },
    });
    const run = await lab.done(run_id);
    over.resolve();
    expect(run).toMatchObject({ success: false, ended_by: 'internal' });
    const failed = (await historyOf(run_id)).filter((event) => event.workflowTaskFailedEventAttributes);
    expect(failed).toEqual([]);
  });

  it('the last row names the key that cancelled a run', async () => {
    const asked = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const { run_id } = await lab.start({ max_steps: 5 }, async () => {
      asked.resolve();
      await over.promise;
      return undefined;
    });
    await asked.promise;
    expect((await post(`/v1/operators/runs/${run_id}/cancel`, undefined, second.key)).status).toBe(202);
    await lab.done(run_id);
    over.resolve();
    const end = (await codeRows(lab.service, run_id)).find(({ action }) => action === 'operator.end');
    expect(end?.detail).toEqual({ success: false, ended_by: 'cancelled', key_id: second.record.id });
  });
});
