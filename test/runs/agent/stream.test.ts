import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AgentTaskBody } from '../../../src/contract/agent-task.ts';
import type { AnalysisBody } from '../../../src/contract/analysis.ts';
import { streamEventSchema } from '../../../src/contract/events.ts';
import { openStream } from '../../helpers/live-stream.ts';
import { python, useScriptedModel } from '../../helpers/scripted-model.ts';
import { answer as plainReply } from '../../model-provider/replies.ts';
import { useService } from '../../helpers/use-service.ts';

const LIMIT = { timeout: 240_000 };

const model = await useScriptedModel();
const service = await useService({
  sandboxes: true,
  provider: model.provider,
  env: { MODEL_RETRY_ATTEMPTS: '3' },
});
afterAll(() => expect(model.provider.unexpected()).toBe(0));

const startTask = async (task: string): Promise<string> => {
  const response = await fetch(`${service.url}/v1/agents/tasks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
    },
    body: JSON.stringify({ task }),
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as AgentTaskBody).ledger_ref;
};
const read = async (ref: string): Promise<AgentTaskBody> =>
  (await (await service.request('GET', `/v1/agents/tasks/${ref}`)).json()) as AgentTaskBody;

describe('The stream of an agent task', () => {
  it(
    'a client follows a task while it runs, reads its steps so far, and resumes after the end',
    LIMIT,
    async () => {
      const held = Promise.withResolvers<void>();
      model.play('stream', [
        python("print('so far')"),
        async () => {
          await held.promise;
          return { text: 'Done.' };
        },
      ]);
      const ref = await startTask('[stream] Print.');
      const url = `${service.url}/v1/agents/tasks/${ref}/events`;
      const stream = await openStream(url, { key: service.key });
      onTestFinished(stream.cut);
      expect([stream.status, stream.headers['x-run-id'], stream.headers['location']]).toEqual([
        200,
        ref,
        expect.stringContaining(`/v1/agents/tasks/${ref}/events`),
      ]);
      await stream.until(({ data }) => data.includes('TOOL_CALL_RESULT'));
      const running = await read(ref);
      expect(running).toMatchObject({
        status: 'running',
        result: null,
        steps: [{ stdout: 'so far\n', exit_code: 0 }],
      });
      held.resolve();
      const events = await stream.ended();
      const bodies = events.map(({ data }) => streamEventSchema.parse(JSON.parse(data)));
      const types = bodies.map(({ type }) => type);
      expect(types.slice(0, 2)).toEqual(['RUN_STARTED', 'STATE_SNAPSHOT']);
      expect(types.at(-1)).toBe('RUN_FINISHED');
      expect(JSON.stringify(bodies)).toContain('Done.');
      const actions = bodies.flatMap((body) =>
        body.type === 'CUSTOM' && body.name === 'ledger.entry' ? [body.value.action] : [],
      );
      const rows = await service.database.db
        .selectFrom('agent_actions')
        .select('action')
        .where('ledger_ref', '=', ref)
        .orderBy('seq')
        .execute();
      expect(actions).toEqual(rows.map(({ action }) => action));
      const rest = await openStream(url, { key: service.key, lastEventId: events[3]!.id });
      expect((await rest.ended()).map(({ data }) => data)).toEqual(events.slice(4).map(({ data }) => data));
      expect((await openStream(url, { key: service.key, lastEventId: 'end' })).status).toBe(204);
      const other = url.replace('/agents/tasks/', '/analyze/');
      expect((await openStream(other, { key: service.key })).status).toBe(404);
    },
  );

  it('an analysis has the same stream, with the rows of its ledger and its call', LIMIT, async () => {
    model.play('rows', [python('print(len(df))'), { text: 'There are 2 rows.' }]);
    const response = await service.request('POST', '/v1/analyze', {
      question: '[rows] How many rows are there?',
      data: 'city,sales\nPune,10\nSurat,20\n',
    });
    const { ledger_ref: ref } = (await response.json()) as AnalysisBody;
    const url = `${service.url}/v1/analyze/${ref}/events`;
    const events = await (await openStream(url, { key: service.key })).ended();
    const bodies = events.map(({ data }) => streamEventSchema.parse(JSON.parse(data)));
    expect(bodies.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { ledger_ref: ref } });
    const actions = bodies.flatMap((body) =>
      body.type === 'CUSTOM' && body.name === 'ledger.entry' ? [body.value.action] : [],
    );
    expect(actions).toEqual(expect.arrayContaining(['dataset.read', 'sandbox.run', 'agent.turn']));
    const types = bodies.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['TOOL_CALL_START', 'TOOL_CALL_RESULT', 'TEXT_MESSAGE_END']),
    );
    const rest = await openStream(url, { key: service.key, lastEventId: events[1]!.id });
    expect((await rest.ended()).map(({ data }) => data)).toEqual(events.slice(2).map(({ data }) => data));
    const other = url.replace('/analyze/', '/agents/tasks/');
    expect((await openStream(other, { key: service.key })).status).toBe(404);
  });

  it(
    'the stream reports each retried turn, and ends with the reason when the task fails',
    LIMIT,
    async () => {
      model.play('retried', [
        () => plainReply(503, { error: { type: 'server_error', message: 'overloaded' } }),
      ]);
      const ref = await startTask('[retried] Print.');
      const stream = await openStream(`${service.url}/v1/agents/tasks/${ref}/events`, { key: service.key });
      onTestFinished(stream.cut);
      const bodies = (await stream.ended()).map(({ data }) => streamEventSchema.parse(JSON.parse(data)));
      const retries = bodies.flatMap((body) =>
        body.type === 'CUSTOM' && body.name === 'model.retry' ? [[body.value.turn, body.value.attempt]] : [],
      );
      expect(retries).toEqual([
        [1, 1],
        [1, 2],
      ]);
      expect(bodies.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'model_unavailable' });
    },
  );
});
