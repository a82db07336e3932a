import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { RefusalMemory } from '../../../src/model/capabilities/memory.ts';
import type { TurnRequest } from '../../../src/model/client.ts';
import type { Message } from '../../../src/model/messages.ts';
import { createModelClient } from '../../../src/model/providers/model-client.ts';
import { modelSettings, modelShape } from '../../../src/model/settings.ts';
import { anthropic } from '../../model-provider/anthropic.ts';
import { openai } from '../../model-provider/openai.ts';
import { answer, type Reply, whole, type Wire } from '../../model-provider/replies.ts';
import { responses } from '../../model-provider/responses.ts';
import { startFakeProvider } from '../../model-provider/server.ts';

type Body = Readonly<Record<string, unknown>>;

const wires = { openai, anthropic, 'openai-responses': responses } as const;
const tool = { name: 'run_python', description: 'Runs Python.', input: z.strictObject({ code: z.string() }) };
const PNG = new Uint8Array([137, 80, 78, 71]);

/** A conversation with every part that a server may refuse. */
const conversation: readonly Message[] = [
  { role: 'system', text: 'Be useful.' },
  { role: 'user', parts: [{ type: 'text', text: 'Look.' }] },
  { role: 'user', parts: [{ type: 'image', ref: 'p', media_type: 'image/png' }] },
  { role: 'assistant', text: '', calls: [{ id: 'c1', tool: 'run_python', arguments: { code: '1' } }] },
  { role: 'tool', call_id: 'c1', tool: 'run_python', parts: [{ type: 'text', text: '1' }], is_error: false },
];
const request: TurnRequest = { messages: conversation, tools: [tool], images: new Map([['p', PNG]]) };

/** Starts a provider whose script sees each body, and returns a client for it, with what it learned. */
const clientOf = async (
  script: (body: Body) => Reply | Promise<Reply>,
  env: Readonly<Record<string, string>> = {},
  name: keyof typeof wires = 'openai',
) => {
  const wire: Wire = wires[name];
  const provider = await startFakeProvider(wire, ({ raw }) => script(JSON.parse(raw) as Body));
  onTestFinished(provider.close);
  const config = z.object(modelShape).parse({
    MODEL_PROVIDER: name,
    MODEL_PROVIDER_API_KEY: 'sk-made-up',
    MODEL_PROVIDER_BASE_URL: provider.baseUrl,
    MODEL_NAME: 'fake-model',
    ...env,
  });
  const settings = modelSettings(config)!;
  const learned: string[] = [];
  const memory = new RefusalMemory(settings, (refused) => learned.push(refused));
  const client = createModelClient(settings, memory);
  const ask = async () =>
    client.ask(request, { signal: new AbortController().signal, onText: () => undefined });
  const bodies = (): readonly Body[] => provider.asked.map(({ raw }) => JSON.parse(raw) as Body);
  return { ask, learned, bodies, provider, memory };
};

const done = (wire: Wire = openai): Reply => whole(wire, { text: 'Done.' });

/** An error that names its parameter, as OpenAI writes it. */
const unsupported = (param: string, message = `Unsupported parameter: '${param}' is not supported.`): Reply =>
  answer(400, { error: { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' } });

const messagesIn = (body: Body): readonly Body[] => body['messages'] as readonly Body[];
const callIn = (body: Body): Body => messagesIn(body).find(({ role }) => role === 'assistant')!;
const hasPicture = (body: Body): boolean => JSON.stringify(body).includes('image_url');

/** A server that refuses something, the refusal in its own words, and the body that it accepts. */
const REFUSING: readonly (readonly [
  string,
  string,
  (body: Body) => boolean,
  Reply,
  Readonly<Record<string, string>>?,
])[] = [
  [
    'max_tokens, in OpenAI’s words',
    'max_tokens',
    (body) => 'max_tokens' in body,
    unsupported(
      'max_tokens',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
  ],
  [
    'max_completion_tokens, in the words of an older server',
    'max_completion_tokens',
    (body) => 'max_completion_tokens' in body,
    answer(422, {
      detail: [
        {
          type: 'extra_forbidden',
          loc: ['body', 'max_completion_tokens'],
          msg: 'Extra inputs are not permitted',
          input: 4096,
        },
      ],
    }),
    { MODEL_CAPABILITIES: '{"empty_content":"null"}', MODEL_NAME: 'gpt-5-made-up' },
  ],
  [
    'max_tokens beyond the room that is left',
    'max_tokens',
    (body) => 'max_tokens' in body,
    answer(400, {
      object: 'error',
      message:
        "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 4096 tokens.",
      type: 'BadRequestError',
      param: null,
      code: 400,
    }),
  ],
  [
    'the usage option, inside `message`',
    'stream_options',
    (body) => 'stream_options' in body,
    answer(422, {
      object: 'error',
      message: {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'stream_options', 'include_usage'],
            msg: 'unknown member',
            input: true,
          },
        ],
      },
      type: 'invalid_request_error',
    }),
  ],
  [
    'null content, in FastAPI’s words',
    'content: null',
    (body) => callIn(body)['content'] === null,
    answer(422, {
      detail: [
        {
          type: 'string_type',
          loc: ['body', 'messages', 3, 'content'],
          msg: 'Input should be a valid string',
          input: null,
        },
      ],
    }),
  ],
  [
    'null content, in OpenAI’s words',
    'content: null',
    (body) => callIn(body)['content'] === null,
    unsupported('messages.[3].content', "Invalid value for 'content': expected a string, got null."),
  ],
  [
    'the system role, in OpenAI’s words',
    'role: system',
    (body) => messagesIn(body)[0]!['role'] === 'system',
    unsupported(
      'messages[0].role',
      "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    ),
  ],
  [
    'the system role, in a chat template of llama.cpp',
    'role: system',
    (body) => messagesIn(body)[0]!['role'] === 'system',
    answer(500, {
      error: {
        code: 500,
        message: 'Value is not callable: System role not supported at row 1',
        type: 'server_error',
      },
    }),
  ],
  [
    'two messages of the user in a row',
    'consecutive messages',
    (body) => messagesIn(body)[1]!['role'] === messagesIn(body)[2]!['role'],
    answer(400, { message: 'Conversation roles must alternate user/assistant/user/assistant/...' }),
  ],
  [
    'pictures, in OpenAI’s words',
    'images',
    hasPicture,
    unsupported(
      'messages.[2].content.[0].type',
      'Invalid content type. image_url is only supported by certain models.',
    ),
  ],
  [
    'pictures, in OpenRouter’s words',
    'images',
    hasPicture,
    answer(404, { error: { message: 'No endpoints found that support image input', code: 404 } }),
  ],
  [
    'pictures, in DeepSeek’s words',
    'images',
    hasPicture,
    answer(400, {
      error: {
        message:
          'Failed to deserialize the JSON body into the target type: messages[2]: unknown variant `image_url`, expected `text`',
        type: 'invalid_request_error',
        param: null,
      },
    }),
  ],
  [
    'temperature',
    'temperature',
    (body) => 'temperature' in body,
    unsupported(
      'temperature',
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    ),
    { MODEL_TEMPERATURE: '0.2' },
  ],
  [
    'tool_choice',
    'tool_choice',
    (body) => 'tool_choice' in body,
    answer(400, {
      error: {
        message: 'Unrecognized request argument supplied: tool_choice',
        type: 'invalid_request_error',
      },
    }),
  ],
  [
    'parallel_tool_calls',
    'parallel_tool_calls',
    (body) => 'parallel_tool_calls' in body,
    unsupported('parallel_tool_calls'),
    { MODEL_CAPABILITIES: '{"parallel_calls":false}' },
  ],
  [
    'reasoning_effort',
    'reasoning_effort',
    (body) => 'reasoning_effort' in body,
    answer(400, { error: { message: 'Unrecognized request argument supplied: reasoning_effort' } }),
    { MODEL_REASONING_EFFORT: 'low' },
  ],
  [
    'a member that the administrator added',
    'safety_identifier',
    (body) => 'safety_identifier' in body,
    answer(400, {
      error: {
        message: 'Unknown name "safety_identifier": Cannot find field.',
        code: 400,
        status: 'INVALID_ARGUMENT',
      },
    }),
    { MODEL_EXTRA_BODY: '{"safety_identifier":"x"}' },
  ],
];

describe('A server that refuses a part of the request', () => {
  it.for(REFUSING)(
    'a server that refuses %s gets the request again without it, and never again with it',
    async ([, name, sends, refusal, env]) => {
      const { ask, learned, bodies } = await clientOf((body) => (sends(body) ? refusal : done()), env);
      expect((await ask()).text).toBe('Done.');
      expect(learned).toContain(name);
      const first = bodies().length;
      expect(sends(bodies()[0]!)).toBe(true);
      await ask();
      expect(bodies()).toHaveLength(first + 1);
      expect(sends(bodies().at(-1)!)).toBe(false);
    },
  );

  it('the token limit is sent under its other name if the server refuses one, and is left out if it refuses both', async () => {
    const one = await clientOf((body) => ('max_tokens' in body ? unsupported('max_tokens') : done()));
    await one.ask();
    expect(one.bodies().at(-1)).toMatchObject({ max_completion_tokens: 4096 });
    const both = await clientOf((body) => {
      const [name] = ['max_tokens', 'max_completion_tokens'].filter((known) => known in body);
      return name === undefined ? done() : unsupported(name);
    });
    await both.ask();
    expect(both.learned).toEqual(['max_tokens', 'max_completion_tokens']);
  });

  it('instructions move into the first user message if there is no role for them', async () => {
    const { ask, bodies } = await clientOf((body) =>
      messagesIn(body)[0]!['role'] === 'system'
        ? unsupported('messages[0].role', "'system' is not supported")
        : done(),
    );
    await ask();
    const [first, second] = messagesIn(bodies().at(-1)!);
    expect(first).toMatchObject({ role: 'user' });
    expect(JSON.stringify(first)).toContain('Be useful.');
    expect(JSON.stringify(first)).toContain('Look.');
    expect(second).toMatchObject({ role: 'assistant' });
  });

  it('a server that refuses every optional part gets a request that it accepts', async () => {
    const strict = ['max_tokens', 'max_completion_tokens', 'stream_options', 'tool_choice', 'temperature'];
    const { ask, learned, bodies } = await clientOf(
      (body) => {
        const name = strict.find((known) => known in body);
        if (name !== undefined) return unsupported(name);
        const { content } = callIn(body);
        if (content === null) return unsupported('messages', 'content must not be null');
        if (content === '') return unsupported('messages', 'content must not be empty');
        return hasPicture(body) ? unsupported('messages', 'This model does not support images.') : done();
      },
      { MODEL_TEMPERATURE: '1' },
    );
    expect((await ask()).text).toBe('Done.');
    expect(learned).toHaveLength(8);
    expect(callIn(bodies().at(-1)!)).not.toHaveProperty('content');
  });

  it.each([
    ['a malformed tool', unsupported('tools[0].function.parameters', 'Invalid schema: required is missing')],
    [
      'a model that it does not have',
      answer(404, { error: { message: 'The model does not exist', code: 'model_not_found' } }),
    ],
    ['a key that it does not know', answer(401, { error: { message: 'max_tokens', param: 'max_tokens' } })],
    [
      'a conversation that is too long',
      answer(400, {
        error: {
          message: "This model's maximum context length is 10 tokens.",
          param: 'messages',
          code: 'context_length_exceeded',
        },
      }),
    ],
    ['nothing in particular', answer(400, { error: { message: 'Bad request' } })],
    ['a server’s own failure', answer(500, { error: { message: 'max_tokens worker: unexpected failure' } })],
  ])('nothing is learned from %s, and the request is not sent again', async (_, refusal) => {
    const { ask, learned, bodies } = await clientOf(() => refusal);
    await expect(ask()).rejects.toThrow(/model|conversation/);
    expect([learned, bodies().length]).toEqual([[], 1]);
  });

  it('a server that keeps refusing a part that is no longer sent gets a bounded number of requests', async () => {
    const { ask, bodies } = await clientOf(() => unsupported('max_tokens'));
    await expect(ask()).rejects.toMatchObject({ code: 'model_bad_request' });
    expect(bodies()).toHaveLength(2);
  });

  it('requests that are refused at the same time are all sent again', async () => {
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const { ask, learned } = await clientOf(async (body) => {
      if (!('max_tokens' in body)) return done();
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
      return unsupported('max_tokens');
    });
    expect((await Promise.all([ask(), ask()])).map(({ text }) => text)).toEqual(['Done.', 'Done.']);
    expect(learned).toEqual(['max_tokens']);
  });

  it('a refusal does not override a setting', async () => {
    const { ask, learned, bodies } = await clientOf(
      (body) => ('max_tokens' in body ? unsupported('max_tokens') : done()),
      { MODEL_CAPABILITIES: '{"token_parameter":"max_tokens"}' },
    );
    await expect(ask()).rejects.toMatchObject({ code: 'model_bad_request' });
    expect([learned, bodies().length]).toEqual([[], 1]);
  });

  it('a refusal that another process learned is respected from the first request', async () => {
    const { ask, memory, bodies } = await clientOf(() => done());
    memory.recall(['max_tokens', 'stream_options']);
    await ask();
    expect(bodies()[0]).not.toHaveProperty('max_tokens');
    expect(bodies()[0]).not.toHaveProperty('stream_options');
  });
});

describe('The other protocols', () => {
  it('Anthropic: cache marks and the temperature are left out once they are refused', async () => {
    const { ask, learned, bodies } = await clientOf(
      (body) =>
        JSON.stringify(body).includes('cache_control')
          ? answer(400, {
              type: 'error',
              error: {
                type: 'invalid_request_error',
                message: 'system.0.cache_control: Extra inputs are not permitted',
              },
            })
          : 'temperature' in body
            ? answer(400, {
                type: 'error',
                error: {
                  type: 'invalid_request_error',
                  message: '`temperature` is deprecated for this model.',
                },
              })
            : done(anthropic),
      { MODEL_TEMPERATURE: '0.5' },
      'anthropic',
    );
    expect((await ask()).text).toBe('Done.');
    expect(learned).toEqual(['cache_control', 'temperature']);
    expect(bodies()).toHaveLength(3);
  });

  it('Responses: a member is left out once it is refused', async () => {
    const { ask, learned } = await clientOf(
      (body) => ('store' in body ? unsupported('store') : done(responses)),
      {},
      'openai-responses',
    );
    expect((await ask()).text).toBe('Done.');
    expect(learned).toEqual(['store']);
  });
});
