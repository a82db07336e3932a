import { afterAll, expect, it } from 'vitest';
import type { AgentTaskBody } from '../../../src/contract/agent-task.ts';
import type { ProblemBody } from '../../../src/contract/problem.ts';
import { python, type Turn, useScriptedModel } from '../../helpers/scripted-model.ts';
import { useService } from '../../helpers/use-service.ts';
import { answer } from '../../model-provider/replies.ts';

const LIMIT = { timeout: 120_000 };

const model = await useScriptedModel();
const service = await useService({
  sandboxes: true,
  provider: model.provider,
  env: { MODEL_RETRY_ATTEMPTS: '2', MODEL_PRICE_INPUT: '1.2', MODEL_PRICE_OUTPUT: '4.8' },
});
afterAll(() => expect(model.provider.unexpected()).toBe(0));

const post = async (task: string, key?: string) => {
  const response = await fetch(`${service.url}/v1/agents/tasks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify({ task }),
  });
  const json: unknown = await response.json();
  return { response, body: json as AgentTaskBody, problem: json as ProblemBody };
};

const read = async (location: string): Promise<AgentTaskBody> => {
  const response = await fetch(new URL(location, service.url), {
    headers: { authorization: `Bearer ${service.key}` },
  });
  return (await response.json()) as AgentTaskBody;
};

/** Returns a turn that fails `times` requests before it answers. */
const failing = (times: number, reply: ReturnType<typeof answer>, then: string): Turn => {
  let failed = 0;
  return () => {
    failed += 1;
    return failed <= times ? reply : { text: then, usage: { input: 100, output: 20 } };
  };
};

it.each<[string, Readonly<Record<string, string>>]>([
  ['asks for no wait', { 'retry-after': '0' }],
  ['names a time that has passed', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }],
])('a provider that %s is asked again', LIMIT, async (_, headers) => {
  const name = headers['retry-after'] === '0' ? 'zero' : 'past';
  model.play(name, [failing(1, answer(429, { error: { message: 'slow' } }, headers), 'Done.')]);
  const { response, body } = await post(`[${name}] Say that you are done.`);
  expect(response.status).toBe(200);
  expect(body.result).toBe('Done.');
  const events = await service.database.db
    .selectFrom('run_events')
    .select(['type', 'payload'])
    .where('run_id', '=', body.ledger_ref)
    .where('type', '=', 'model.retry')
    .execute();
  expect(events).toMatchObject([{ payload: { turn: 1, attempt: 1, code: 'model_rate_limited' } }]);
});

it('a failed task names its run, and its key starts a new run', LIMIT, async () => {
  model.play('away', [python('print(2+3)'), failing(2, answer(503, 'away'), 'The sum is 5.')]);
  const first = await post('[away] Add 2 and 3.', 'task-away');
  expect(first.response.status).toBe(503);
  expect(first.response.headers.get('retry-after')).not.toBeNull();
  const location = first.response.headers.get('location')!;
  const failed = await read(location);
  expect(failed).toMatchObject({
    ledger_ref: first.problem.ledger_ref,
    status: 'error',
    result: null,
    error: { code: 'model_unavailable' },
    steps: [{ stdout: '5\n' }],
  });
  const second = await post('[away] Add 2 and 3.', 'task-away');
  expect(second.response.status).toBe(200);
  expect(second.response.headers.get('idempotency-replayed')).toBeNull();
  expect(second.body.result).toBe('The sum is 5.');
  expect(second.body.ledger_ref).not.toBe(failed.ledger_ref);
  const third = await post('[away] Add 2 and 3.', 'task-away');
  expect(third.response.headers.get('idempotency-replayed')).toBe('true');
  expect(third.body.ledger_ref).toBe(second.body.ledger_ref);
});

it('a request that the provider’s filter refuses ends the task with that reason', LIMIT, async () => {
  const refusal = answer(400, { error: { code: 'content_filter', message: 'filtered' } });
  model.play('filter', [failing(1, refusal, '')]);
  const { response, body } = await post('[filter] x');
  expect(response.status).toBe(200);
  expect(body).toMatchObject({ status: 'error', ended_by: 'content_filtered', result: null });
});

it('a cost has no rounding error from binary fractions', LIMIT, async () => {
  model.play('cost', [failing(0, answer(503, ''), 'Done.')]);
  const { body } = await post('[cost] x');
  expect(body.model.cost).toBe(0.000216);
});
