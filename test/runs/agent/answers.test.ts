import { afterAll, describe, expect, it } from 'vitest';
import type { AgentTaskBody } from '../../../src/contract/agent-task.ts';
import type { AnalysisBody } from '../../../src/contract/analysis.ts';
import { makePan } from '../../helpers/identifiers.ts';
import { python, useScriptedModel } from '../../helpers/scripted-model.ts';
import { useService } from '../../helpers/use-service.ts';

const LIMIT = { timeout: 240_000 };
const SCHEMA = {
  type: 'object',
  properties: { total: { type: 'number' }, source: { type: 'string' } },
  required: ['total'],
  additionalProperties: false,
};

const model = await useScriptedModel();
const service = await useService({
  sandboxes: true,
  provider: model.provider,
  env: { MODEL_CAPABILITIES: '{"schema_with_tools":true}' },
});
afterAll(() => expect(model.provider.unexpected()).toBe(0));

const task = async (body: object): Promise<AgentTaskBody> => {
  const response = await service.request('POST', '/v1/agents/tasks', body);
  expect(response.status).toBe(200);
  return (await response.json()) as AgentTaskBody;
};
const systemOf = (name: string): string =>
  JSON.stringify(model.askedOf(name)[0]!.body.messages.find(({ role }) => role === 'system'));
const lastUserOf = (name: string): string =>
  JSON.stringify(
    model
      .askedOf(name)
      .at(-1)!
      .body.messages.findLast(({ role }) => role === 'user'),
  );

describe('An answer with an output schema', () => {
  it('an analysis returns the answer as JSON that fits the schema, masked', LIMIT, async () => {
    const pan = makePan(7);
    const said = { text: `\`\`\`json\n{"total": 30, "source": "${pan}"}\n\`\`\`` };
    model.play('fits', [python('print(df.amount.sum())'), said]);
    const response = await service.request('POST', '/v1/analyze', {
      question: '[fits] The total?',
      data: 'city,amount\nPune,10\nSurat,20\n',
      output_schema: SCHEMA,
      instructions: `Use ${pan} carefully.`,
    });
    const body = (await response.json()) as AnalysisBody;
    expect(body).toMatchObject({ status: 'succeeded', ended_by: 'answer', output: { total: 30 } });
    expect(JSON.stringify(body)).not.toContain(pan);
    expect(systemOf('fits')).toContain('additionalProperties');
    expect(systemOf('fits')).toContain('carefully');
    expect(systemOf('fits')).not.toContain(pan);
    const format = { type: 'json_schema', json_schema: { name: 'answer', strict: false, schema: SCHEMA } };
    expect(model.askedOf('fits').map(({ body }) => body)).toMatchObject([
      { response_format: format },
      { response_format: format },
    ]);
  });

  it('an answer that does not fit is corrected once', LIMIT, async () => {
    model.play('mended', [{ text: 'It is 7.' }, { text: '{"total": 7}' }]);
    const body = await task({ task: '[mended] 3 + 4 = 7?', output_schema: SCHEMA });
    expect(body).toMatchObject({ status: 'succeeded', output: { total: 7 }, result: '{"total": 7}' });
    expect(lastUserOf('mended')).toContain('does not fit the JSON Schema');
  });

  it('a second answer that does not fit fails the task and names the fault', LIMIT, async () => {
    model.play('unfit', [{ text: '{"sum": 7}' }, { text: '{"total": "7"}' }]);
    const body = await task({ task: '[unfit] 7?', output_schema: SCHEMA });
    expect(body).toMatchObject({ status: 'error', ended_by: 'output_invalid', output: null });
    expect(body.error).toEqual({
      code: 'output_invalid',
      message: 'The answer does not fit the output schema: /total must be number.',
    });
  });

  it('an answer gets one correction for its numbers and one for the schema', LIMIT, async () => {
    model.play('both', [{ text: '{"total": 4711}' }, { text: 'Sorry.' }, { text: '{"total": 7}' }]);
    const body = await task({ task: '[both] 7?', output_schema: SCHEMA });
    expect(body).toMatchObject({ status: 'succeeded', output: { total: 7 } });
  });
});

describe('The bounds of a request', () => {
  it('a task ends at its own step limit', LIMIT, async () => {
    model.play('steps', [python('print(1)'), python('print(2)')]);
    const body = await task({ task: '[steps] Count.', max_steps: 2 });
    expect(body).toMatchObject({ status: 'error', ended_by: 'max_turns', model: { turns: 2 } });
    expect(body.steps).toHaveLength(2);
  });

  it('a task ends at its own token limit', LIMIT, async () => {
    model.play('tokens', [python('print(1)')]);
    const body = await task({ task: '[tokens] Count.', max_tokens: 10 });
    expect(body).toMatchObject({ status: 'error', ended_by: 'max_tokens', model: { turns: 1 } });
  });
});

const link = (host: string): string => `https://${host}/x?d=1`;

describe('Links to hosts outside the policy', () => {
  it(
    'links in the answer, in the JSON and in the steps of a task are disabled and listed',
    LIMIT,
    async () => {
      model.play('links', [
        python(`print('![a](${link('printed.example')})')`),
        { text: JSON.stringify({ total: 1, source: `![b](${link('answered.example')})` }) },
      ]);
      const body = await task({ task: '[links] 1?', output_schema: SCHEMA });
      expect(body.disabled_links).toEqual(expect.arrayContaining(['printed.example', 'answered.example']));
      expect(body.result).toContain('answered.example');
      expect(JSON.stringify([body.result, body.output, body.steps])).not.toContain('https://');
    },
  );
});
