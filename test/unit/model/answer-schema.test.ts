import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { answerSchemaOf } from '../../../src/model/answer-schema.ts';
import { RefusalMemory } from '../../../src/model/capabilities/memory.ts';
import { createModelClient } from '../../../src/model/providers/model-client.ts';
import { modelSettings, modelShape } from '../../../src/model/settings.ts';
import { answerSchemaFor } from '../../../src/runs/agent/request.ts';
import { makePan } from '../../helpers/identifiers.ts';
import { anthropic } from '../../model-provider/anthropic.ts';
import { openai } from '../../model-provider/openai.ts';
import { answer, type Reply, whole, type Wire } from '../../model-provider/replies.ts';
import { responses } from '../../model-provider/responses.ts';
import { startFakeProvider } from '../../model-provider/server.ts';

const total = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const closed = { ...total, additionalProperties: false };

describe('The schema that a provider enforces', () => {
  it('closes objects, resolves references and leaves out what providers refuse', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Report',
      type: 'object',
      properties: {
        month: { type: 'string', pattern: '^\\d{4}-\\d\\d$', description: 'As 2026-01' },
        rows: { type: 'array', minItems: 1, items: { $ref: '#/$defs/row' } },
        state: { enum: ['open', 'closed', null] },
        note: { anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] },
      },
      required: ['month', 'rows', 'state', 'note'],
      $defs: { row: total },
    };
    expect(answerSchemaOf(schema)).toEqual({
      strict: true,
      schema: {
        type: 'object',
        properties: {
          month: { type: 'string', description: 'As 2026-01' },
          rows: { type: 'array', items: closed },
          state: { enum: ['open', 'closed', null] },
          note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        },
        required: ['month', 'rows', 'state', 'note'],
        additionalProperties: false,
      },
    });
  });

  it('is a hint only if a member is optional, because a model would have to make that member up', () => {
    const schema = { ...total, properties: { ...total.properties, note: { type: 'string' } } };
    expect(answerSchemaOf(schema)).toMatchObject({ strict: false, schema: { required: ['total'] } });
  });

  it.for([
    ['a list', { type: 'array', items: total }],
    ['a choice at the root', { anyOf: [total] }],
    ['any members', { type: 'object', additionalProperties: { type: 'number' } }],
    ['a condition', { ...total, if: total }],
    ['a member of any type', { ...total, properties: { total: {} } }],
    ['a member that is never allowed', { ...total, properties: { total: false } }],
    ['a required member that is not described', { ...total, required: ['sum'] }],
    [
      'itself',
      {
        ...total,
        properties: { total: { $ref: '#/$defs/node' } },
        $defs: { node: { $ref: '#/$defs/node' } },
      },
    ],
    ['a list without items', { ...total, properties: { total: { type: 'array' } } }],
  ] as const)('does not exist for a schema of %s', ([, schema]) => {
    expect(answerSchemaOf(schema)).toBeUndefined();
  });

  it('does not exist if references make a schema too large', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => {
        const $ref = `#/$defs/d${at + 1}`;
        return [`d${at}`, { anyOf: [{ $ref }, { $ref }] }];
      }),
    );
    expect(
      answerSchemaOf({ ...total, properties: { total: { $ref: '#/$defs/d0' } }, $defs }),
    ).toBeUndefined();
  });

  it('does not exist for a schema with identifiers, which the provider must not see', () => {
    const schema = { ...total, properties: { total: { enum: [makePan(7, 'P')] } } };
    expect(answerSchemaFor(schema)).toBeUndefined();
    expect(answerSchemaFor(total)).toEqual({ strict: true, schema: closed });
  });
});

type Body = Readonly<Record<string, unknown>>;

const tool = { name: 'look', description: 'Looks.', input: z.strictObject({}) };
const json_schema = { name: 'answer', strict: true, schema: closed };
const ENFORCED = '{"schema_with_tools":true}';

/** Servers of the table that let a model call tools beside a schema. */
const SERVERS: Readonly<Record<string, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  'openai-responses': 'https://made-up.openai.azure.com/openai/v1',
};

const WIRES: readonly (readonly [string, Wire, string, object])[] = [
  ['openai', openai, 'response_format', { response_format: { type: 'json_schema', json_schema } }],
  [
    'anthropic',
    anthropic,
    'output_config',
    { output_config: { format: { type: 'json_schema', schema: closed } } },
  ],
  ['openai-responses', responses, 'text', { text: { format: { type: 'json_schema', ...json_schema } } }],
];

/**
 * Asks a provider once with a schema and a tool. Returns the bodies that arrived, and what was learned.
 * @param takenFor the server for which the provider is taken
 */
const sentBy = async (
  [name, wire]: readonly [string, Wire, ...unknown[]],
  env: Readonly<Record<string, string>>,
  script: (body: Body) => Reply | undefined = () => undefined,
  takenFor?: string,
) => {
  const provider = await startFakeProvider(
    wire,
    ({ raw }) => script(JSON.parse(raw) as Body) ?? whole(wire, { text: '{"total":7}' }),
  );
  onTestFinished(provider.close);
  const config = z.object(modelShape).parse({
    MODEL_PROVIDER: name,
    MODEL_PROVIDER_API_KEY: 'sk-made-up',
    MODEL_PROVIDER_BASE_URL: provider.baseUrl,
    MODEL_NAME: 'fake-model',
    ...env,
  });
  const settings = modelSettings(config)!;
  const memory = new RefusalMemory(takenFor === undefined ? settings : { ...settings, baseUrl: takenFor });
  const asked = {
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Sum up.' }] }] as const,
    tools: [tool],
    images: new Map(),
    answerSchema: answerSchemaOf(total)!,
  };
  const options = { signal: new AbortController().signal, onText: () => undefined };
  await createModelClient(settings, memory).ask(asked, options);
  return { bodies: provider.asked.map(({ raw }) => JSON.parse(raw) as Body), memory };
};

describe.each(WIRES)('A request for an answer in a schema on the %s wire', (name, wire, member, format) => {
  const of = [name, wire] as const;

  it('a request has the schema if the model can call tools beside it', async () => {
    const { bodies } = await sentBy(of, { MODEL_CAPABILITIES: ENFORCED });
    expect(bodies).toMatchObject([format]);
  });

  it('a request has no schema if that is not known, because many models then call no tool', async () => {
    const { bodies } = await sentBy(of, {});
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).not.toHaveProperty(member);
  });

  it('a model that refuses schemas beside tools is asked without one from then on', async () => {
    const message = `${member}: structured outputs cannot be used with tools`;
    const { bodies, memory } = await sentBy(
      of,
      {},
      (body) =>
        member in body ? answer(400, { error: { message, type: 'invalid_request_error' } }) : undefined,
      SERVERS[name],
    );
    expect(bodies.map((body) => member in body)).toEqual([true, false]);
    expect(memory.refused).toEqual(['schema with tools']);
  });

  it('a schema that a server cannot use is left out once, and nothing is learned', async () => {
    const message = `Invalid schema for ${member} 'answer': keyword is not supported.`;
    const { bodies, memory } = await sentBy(of, { MODEL_CAPABILITIES: ENFORCED }, (body) =>
      member in body
        ? answer(400, { error: { message, type: 'invalid_request_error', param: member } })
        : undefined,
    );
    expect(bodies.map((body) => member in body)).toEqual([true, false]);
    expect(memory.refused).toEqual([]);
  });
});

it('the schema and the effort share a member on the anthropic wire', async () => {
  const { bodies } = await sentBy(['anthropic', anthropic], {
    MODEL_CAPABILITIES: ENFORCED,
    MODEL_REASONING_EFFORT: 'low',
  });
  expect(bodies).toMatchObject([
    { output_config: { effort: 'low', format: { type: 'json_schema', schema: closed } } },
  ]);
});

it('a server without schemas is asked for a JSON object', async () => {
  const { bodies } = await sentBy(['openai', openai], {
    MODEL_CAPABILITIES: '{"schema_with_tools":true,"json_schema":"object"}',
  });
  expect(bodies).toMatchObject([{ response_format: { type: 'json_object' } }]);
});
