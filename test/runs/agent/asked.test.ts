import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AgentTaskBody } from '../../../src/contract/agent-task.ts';
import type { AnalysisBody } from '../../../src/contract/analysis.ts';
import type { ReviewBody } from '../../../src/contract/review.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { readActions } from '../../helpers/actions.ts';
import { openStream } from '../../helpers/live-stream.ts';
import { lastResult, python, useScriptedModel } from '../../helpers/scripted-model.ts';
import { sendAs } from '../../helpers/send-as.ts';
import { useService } from '../../helpers/use-service.ts';

const LIMIT = { timeout: 120_000 };
const WAIT = { timeout: 60_000, interval: 50 };

const model = await useScriptedModel();
const service = await useService({ sandboxes: true, provider: model.provider });
afterAll(() => expect(model.provider.unexpected()).toBe(0));
const { db } = service.database;

const newKey = async (name: string): Promise<string> => {
  const scopes = ['reviews:read', 'reviews:decide', 'agents', 'analyze', 'admin', 'runs:write'] as const;
  return (await issueKey(db, { teamId: service.teamId, name, scopes: [...scopes] })).key;
};
const desk = await newKey('desk');
const colleague = await newKey('colleague');

const send = async (method: string, path: string, body?: object, key = desk) =>
  sendAs(key, service, method, path, body);

const policy = {
  four_eyes_above: null,
  due_minutes: 600,
  remind_minutes: 10,
  expire_minutes: 60,
  ask: [{ tools: ['run_python'], runs: ['task', 'analysis'] }],
};
expect((await send('PUT', '/v1/reviews/policy', policy)).status).toBe(200);

const TASKS = '/v1/agents/tasks';
const ANALYSES = '/v1/analyze';

const read = async <Body extends AgentTaskBody | AnalysisBody>(path: string, ref: string): Promise<Body> =>
  (await send('GET', `${path}/${ref}`)).body as unknown as Body;

/** Starts a run and waits until it waits for a person. */
const startAsked = async (path: string, body: object) => {
  const { status, body: run } = await send('POST', path, body);
  const { ledger_ref: ref, waiting_for: waiting } = run as unknown as AgentTaskBody;
  expect({ status, kind: waiting?.kind }).toEqual({ status: 202, kind: 'review' });
  return { ref, reviewId: waiting!.review_id };
};

const finished = async <Body extends AgentTaskBody | AnalysisBody>(
  path: string,
  ref: string,
): Promise<Body> => {
  await vi.waitUntil(async () => (await read(path, ref)).status !== 'running', WAIT);
  return read<Body>(path, ref);
};

const review = async (id: string): Promise<ReviewBody> =>
  (await send('GET', `/v1/reviews/${id}`)).body as unknown as ReviewBody;

const actionsOf = async (ref: string): Promise<readonly string[]> => readActions(db, ref);

describe('A call of an agent task or an analysis about which the rules want a person asked', () => {
  it('a task waits for a person, whose code runs instead of the model’s', LIMIT, async () => {
    model.play('change', [python("print('of the model')"), { text: 'Done.' }]);
    const { ref, reviewId } = await startAsked(TASKS, { task: '[change] Print.' });
    expect(await review(reviewId)).toMatchObject({
      kind: 'tool_call',
      state: 'open',
      run_id: ref,
      ledger_ref: ref,
      vertical: null,
      on_expiry: 'refuse',
      evidence: {
        request: '[change] Print.',
        call: { tool: 'run_python', arguments: { code: "print('of the model')" } },
      },
    });
    const stream = await openStream(`${service.url}${TASKS}/${ref}/events`, { key: desk });
    onTestFinished(stream.cut);
    const paused = (await stream.ended()).at(-1)!;
    expect(JSON.parse(paused.data)).toMatchObject({
      type: 'RUN_FINISHED',
      outcome: { type: 'interrupt', interrupts: [{ id: reviewId, reason: 'tool_call' }] },
    });
    expect(await actionsOf(ref)).not.toContain('sandbox.run');
    const decide = `/v1/reviews/${reviewId}/decide`;
    const wanted = { option: 'approve', arguments: { code: "print('of a person')" } };
    // The person who started the task may not decide it.
    expect(await send('POST', decide, wanted)).toMatchObject({
      status: 403,
      problem: 'another-person-needed',
    });
    // Resuming in the stream of the request is only for live runs.
    const resume = [{ interruptId: reviewId, status: 'resolved', payload: { approved: true } }];
    expect((await send('POST', '/v1/workforce/run', { resume }, colleague)).status).toBe(404);
    expect((await send('POST', decide, wanted, colleague)).status).toBe(200);
    const rest = await openStream(`${service.url}${TASKS}/${ref}/events`, {
      key: desk,
      lastEventId: paused.id,
    });
    const types = (await rest.ended()).map(({ event }) => event);
    expect([types[0], types.at(-1)]).toEqual(['RUN_STARTED', 'RUN_FINISHED']);
    expect(await finished<AgentTaskBody>(TASKS, ref)).toMatchObject({
      status: 'succeeded',
      result: 'Done.',
      waiting_for: null,
      steps: [{ code: "print('of a person')", stdout: 'of a person\n' }],
    });
    expect(lastResult(model.askedOf('change').at(-1)!)).toContain('instead of yours');
    const { evidence_sha256: digest } = await review(reviewId);
    expect((await send('POST', '/v1/govern/erasures', { ledger_ref: ref })).status).toBe(200);
    expect(await review(reviewId)).toMatchObject({ evidence: { erased: true }, evidence_sha256: digest });
  });

  it('denied code of an analysis never runs, and the model reads why', LIMIT, async () => {
    model.play('deny', [python('print(df.amount.sum())'), { text: 'Nobody let me compute it.' }]);
    const body = { question: '[deny] What is the sum?', data: 'city,amount\nPune,10\nSurat,20\n' };
    const { ref, reviewId } = await startAsked(ANALYSES, body);
    expect((await review(reviewId)).evidence).toMatchObject({ request: '[deny] What is the sum?' });
    const read = (await actionsOf(ref)).filter((action) => action === 'sandbox.run').length;
    const denial = { option: 'deny', reason: 'Not on this dataset.' };
    const decide = `/v1/reviews/${reviewId}/decide`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => send('POST', decide, denial, colleague)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await finished<AnalysisBody>(ANALYSES, ref)).toMatchObject({
      status: 'succeeded',
      answer: 'Nobody let me compute it.',
      steps: [],
    });
    const result = lastResult(model.askedOf('deny').at(-1)!);
    expect(result).toContain('A person denied run_python');
    expect(result).toContain('Not on this dataset.');
    const actions = await actionsOf(ref);
    expect(actions.filter((action) => action === 'sandbox.run')).toHaveLength(read);
    expect(actions.filter((action) => action === 'review.refused_call')).toHaveLength(1);
    expect(await send('POST', decide, { option: 'approve' }, colleague)).toMatchObject({
      status: 409,
      problem: 'review-closed',
    });
  });

  it('a call without an answer is refused, and a cancelled task closes its review', LIMIT, async () => {
    model.play('late', [python('print(1)'), python('print(2)')]);
    const { ref, reviewId } = await startAsked(TASKS, { task: '[late] Print.' });
    await db
      .updateTable('reviews')
      .set({ remind_at: new Date(0), due_at: new Date(0), expires_at: new Date(0) })
      .where('id', '=', reviewId)
      .execute();
    await vi.waitUntil(async () => {
      const { waiting_for: waiting } = await read(TASKS, ref);
      return waiting !== null && waiting.review_id !== reviewId;
    }, WAIT);
    expect((await review(reviewId)).state).toBe('expired');
    expect(lastResult(model.askedOf('late').at(-1)!)).toContain('Nobody approved run_python in time');
    const { waiting_for: next } = await read(TASKS, ref);
    await send('POST', `${TASKS}/${ref}/cancel`);
    expect(await finished<AgentTaskBody>(TASKS, ref)).toMatchObject({
      status: 'error',
      ended_by: 'cancelled',
      waiting_for: null,
    });
    expect((await review(next!.review_id)).state).toBe('superseded');
    expect(await actionsOf(ref)).not.toContain('sandbox.run');
  });
});
