import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { ModelClient, Turn } from '../../../src/model/client.ts';
import type { ProviderName } from '../../../src/model/client.ts';
import { createModelClient } from '../../../src/model/providers/model-client.ts';
import { modelSettings, modelShape } from '../../../src/model/settings.ts';
import { anthropic } from '../../model-provider/anthropic.ts';
import { openai } from '../../model-provider/openai.ts';
import { type Action, answer, type Reply, stream } from '../../model-provider/replies.ts';
import { responses } from '../../model-provider/responses.ts';
import { startFakeProvider } from '../../model-provider/server.ts';

const WIRES = { openai, anthropic, 'openai-responses': responses } as const;

const tools = [
  { name: 'run_python', description: 'Runs Python.', input: z.strictObject({ code: z.string() }) },
];

/** Starts a provider that gives these replies in order, and a client for it. */
const clientOf = async (
  provider: ProviderName,
  replies: readonly Reply[],
  { name = 'fake-model', idleMs = '20000' } = {},
) => {
  const fake = await startFakeProvider(WIRES[provider], ({ n }) => replies[n - 1]);
  onTestFinished(fake.close);
  const config = z.object(modelShape).parse({
    MODEL_PROVIDER: provider,
    MODEL_PROVIDER_API_KEY: 'sk-made-up',
    MODEL_PROVIDER_BASE_URL: fake.baseUrl,
    MODEL_NAME: name,
    MODEL_IDLE_TIMEOUT_MS: idleMs,
  });
  const client: ModelClient = createModelClient(modelSettings(config)!);
  let heard = '';
  const ask = async (): Promise<Turn> =>
    client.ask(
      {
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'Begin.' }] }],
        tools,
        images: new Map(),
      },
      {
        signal: new AbortController().signal,
        onText: (text) => {
          heard += text;
        },
      },
    );
  return { ask, asked: fake.asked, heard: () => heard };
};

const line = (data: unknown): string => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

/** Returns a reply over the chat protocol that consists of these chunks. */
const chunks = (...data: readonly unknown[]): Reply => stream([{ write: data.map(line).join('') }]);

const delta = (members: object, finish: unknown = null) => ({
  choices: [{ index: 0, delta: members, finish_reason: finish }],
});

const CODE = '{"code": "print(2+3)"}';
const called = (more: object = {}, given: unknown = CODE) =>
  delta({
    tool_calls: [
      {
        index: 0,
        id: 'call_a',
        type: 'function',
        function: { name: 'run_python', arguments: given },
        ...more,
      },
    ],
  });
const DONE = '[DONE]';

const askChat = async (reply: Reply, options = {}): Promise<Turn & { readonly heard: string }> => {
  const { ask, heard } = await clientOf('openai', [reply], options);
  const turn = await ask();
  return { ...turn, heard: heard() };
};

const PRINT = { tool: 'run_python', arguments: { code: 'print(2+3)' } };

describe('A call over the chat protocol', () => {
  it.each<[string, Reply]>([
    ['arguments as an object', chunks(called({}, { code: 'print(2+3)' }), delta({}, 'tool_calls'), DONE)],
    ['arguments encoded twice', chunks(called({}, JSON.stringify(CODE)), delta({}, 'tool_calls'), DONE)],
    [
      'arguments in a fence',
      chunks(called({}, `\`\`\`json\n${CODE}\n\`\`\``), delta({}, 'tool_calls'), DONE),
    ],
    [
      'arguments that a last piece repeats',
      chunks(
        called({}, ''),
        delta({ tool_calls: [{ index: 0, function: { arguments: '{"code": ' } }] }),
        delta({ tool_calls: [{ index: 0, function: { arguments: '"print(2+3)"}' } }] }),
        delta({ tool_calls: [{ index: 0, function: { arguments: CODE } }] }),
        delta({}, 'tool_calls'),
        DONE,
      ),
    ],
    ['an index as text', chunks(called({ index: '0' }), delta({}, 'tool_calls'), DONE)],
    [
      'its name and id in every piece',
      chunks(called({}, '{"code": '), called({}, '"print(2+3)"}'), delta({}, 'stop')),
    ],
    [
      'a line that is neither a chunk nor an error',
      chunks(called(), { warning: 'x' }, delta({}, 'stop'), DONE),
    ],
    ['null in place of choices', chunks({ choices: null }, called(), { ping: 1 }, delta({}, 'stop'), DONE)],
    ['an empty second finish', chunks(called(), delta({}, 'tool_calls'), delta({}, ''), DONE)],
    ['no finish reason, but a closed stream', chunks(called(), delta({}), DONE)],
    ['a finish reason of the server’s own', chunks(called(), delta({}, 'TOOL_CALL'), DONE)],
    ['a finish reason that nobody knows', chunks(called(), delta({}, 'made_up'), DONE)],
    [
      'a null error in each chunk',
      chunks({ ...called(), error: null }, { ...delta({}, 'stop'), error: null }),
    ],
    [
      'no blank behind the colon',
      stream([
        { write: `data:${JSON.stringify(called())}\n\ndata:${JSON.stringify(delta({}, 'stop'))}\n\n` },
      ]),
    ],
    [
      'no blank line at its end',
      stream([{ write: `${line(called())}data: ${JSON.stringify(delta({}, 'stop'))}` }]),
    ],
    [
      'a whole message in place of deltas',
      chunks({ choices: [{ message: called().choices[0]!.delta, finish_reason: 'stop' }] }),
    ],
  ])('a call with %s is read as the model meant it', async (_, reply) => {
    const { calls } = await askChat(reply);
    expect(calls).toMatchObject([PRINT]);
    expect(calls[0]!.fault).toBeUndefined();
  });

  it.each(['', '  ', 'null', null, {}])('arguments of %j count as no arguments', async (given) => {
    const { calls } = await askChat(chunks(called({}, given), delta({}, 'tool_calls'), DONE));
    expect(calls).toMatchObject([{ arguments: {} }]);
    expect(calls[0]!.fault).toBeUndefined();
  });

  it.each([
    ['two different objects', '{"code": "1"}{"code": "2"}'],
    ['a cut object', '{"code": "pri'],
    ['two fenced objects', '```\n{"code": "1"}\n```\n```\n{"code": "2"}\n```'],
    ['a Python dictionary', "{'code': 'print(1)'}"],
  ])('arguments of %s are a fault and are sent back as an object', async (_, given) => {
    const { calls, items } = await askChat(chunks(called({}, given), delta({}, 'tool_calls'), DONE));
    expect(calls[0]!.fault).toContain('not a JSON object');
    expect(items).toMatchObject([{ tool_calls: [{ id: 'call_a', function: { arguments: '{}' } }] }]);
  });

  it('lone surrogates in arguments become well-formed text', async () => {
    const { calls } = await askChat(
      chunks(called({}, '{"code": "\\ud800 print(1)"}'), delta({}, 'stop'), DONE),
    );
    expect(calls[0]!.arguments).toEqual({ code: '\ufffd print(1)' });
  });

  it('characters that the database cannot store are replaced in the names that a provider sends', async () => {
    const call = { function: { name: 'a\u0000b', arguments: '{}' } };
    const { calls, model } = await askChat(
      chunks({ model: 'm\u0000', ...delta({ tool_calls: [call] }) }, delta({}, 'stop'), DONE),
    );
    expect({ tool: calls[0]!.tool, model }).toEqual({ tool: 'a\ufffdb', model: 'm\ufffd' });
  });

  it.each<[string, readonly object[]]>([
    [
      'have no index',
      [
        { id: 'a', function: { name: 'run_python', arguments: '{"code":"1' } },
        { function: { arguments: '1"}' } },
        { id: 'b', function: { name: 'run_python', arguments: '{"code":"2' } },
        { function: { arguments: '2"}' } },
      ],
    ],
    [
      'all have index 0',
      [
        { index: 0, id: 'a', function: { name: 'run_python', arguments: '{"code":"11"}' } },
        { index: 0, id: 'b', function: { name: 'run_python', arguments: '{"code":"22"}' } },
      ],
    ],
    [
      'all have index 0 and no id',
      [
        { index: 0, function: { name: 'run_python', arguments: '{"code":"11"}' } },
        { index: 0, function: { name: 'run_python', arguments: '{"code":"22"}' } },
      ],
    ],
    [
      'share an id',
      [
        { index: 0, id: 'a', function: { name: 'run_python', arguments: '{"code":"11"}' } },
        { index: 1, id: 'a', function: { name: 'run_python', arguments: '{"code":"22"}' } },
      ],
    ],
  ])('parallel calls that %s are kept apart', async (_, pieces) => {
    const { calls } = await askChat(
      chunks(...pieces.map((piece) => delta({ tool_calls: [piece] })), delta({}, 'tool_calls'), DONE),
    );
    expect(calls.map(({ arguments: given }) => given)).toEqual([{ code: '11' }, { code: '22' }]);
  });
});

describe('The end of a reply', () => {
  const TEXT = delta({ content: 'The sum is 5.' });

  it('a reply ends at [DONE], although the server keeps the connection open', async () => {
    const actions: Action[] = [{ write: [TEXT, delta({}, 'stop'), DONE].map(line).join('') }, { hang: true }];
    expect(await askChat(stream(actions))).toMatchObject({ text: 'The sum is 5.', finish: 'stop' });
  });

  it('an Anthropic reply ends at message_stop, although the server keeps the connection open', async () => {
    const actions: Action[] = [
      ...anthropic.events({ text: 'Yes.' }).map((write) => ({ write })),
      { hang: true },
    ];
    const { ask } = await clientOf('anthropic', [stream(actions)]);
    expect(await ask()).toMatchObject({ text: 'Yes.', finish: 'stop' });
  });

  it('a reset after the finish reason does not invalidate the reply', async () => {
    const actions: Action[] = [{ write: [TEXT, delta({}, 'stop')].map(line).join('') }, { reset: true }];
    expect(await askChat(stream(actions))).toMatchObject({ text: 'The sum is 5.' });
  });

  it('a reset is an interruption if every chunk had a finish reason', async () => {
    const actions: Action[] = [{ write: line(delta({ content: 'The su' }, 'stop')) }, { reset: true }];
    await expect(askChat(stream(actions))).rejects.toMatchObject({ code: 'model_interrupted' });
  });

  it.each([
    ['SAFETY', 'content_filter'],
    ['MAX_TOKENS', 'length'],
    ['eos_token', 'stop'],
    ['COMPLETE', 'stop'],
    ['end', 'stop'],
  ])('the reason %s means %s and is kept unchanged', async (raw, finish) => {
    expect(await askChat(chunks(TEXT, delta({}, raw), DONE))).toMatchObject({ finish, reason: raw });
  });

  it('a later finish reason does not hide that the reply was cut off', async () => {
    expect(await askChat(chunks(TEXT, delta({}, 'length'), delta({}, 'stop'), DONE))).toMatchObject({
      finish: 'length',
    });
  });

  it.each([
    ['fractional', { prompt_tokens: 20.5, completion_tokens: 8.2 }, [21, 9]],
    ['text', { prompt_tokens: '20', completion_tokens: '8' }, [20, 8]],
    ['under the names of the other protocol', { input_tokens: 20, output_tokens: 8 }, [20, 8]],
    ['more than a reply can have', { prompt_tokens: 1e30, completion_tokens: 8 }, [1_000_000_000, 8]],
  ])('token counts that are %s are read', async (_, usage, [input, output]) => {
    const turn = await askChat(chunks(TEXT, delta({}, 'stop'), { choices: [], usage }, DONE));
    expect(turn).toMatchObject({ input_tokens: input, output_tokens: output });
  });

  it.each([
    { prompt_tokens_details: { cached_tokens: 50, cache_write_tokens: 30 } },
    { prompt_tokens_details: { cached_tokens: 50, cache_creation_tokens: 30 } },
    { prompt_tokens_details: { cached_tokens: 50 }, cache_creation_input_tokens: 30 },
  ])('tokens that a router wrote to a cache are read from %j', async (more) => {
    const usage = { prompt_tokens: 100, completion_tokens: 8, ...more };
    const turn = await askChat(chunks(TEXT, delta({}, 'stop'), { choices: [], usage }, DONE));
    expect(turn).toMatchObject({ input_tokens: 100, cached_tokens: 50, cache_write_tokens: 30 });
  });

  it('Anthropic counts tokens of its cache apart', async () => {
    const usage = { input: 100, cached: 50, written: 30, output: 8 };
    const events = anthropic.events({ text: 'Yes.', usage });
    const { ask } = await clientOf('anthropic', [stream(events.map((write) => ({ write })))]);
    expect(await ask()).toMatchObject({ input_tokens: 100, cached_tokens: 50, cache_write_tokens: 30 });
  });

  it.each([{}, { prompt_tokens: null }, { prompt_tokens: -4 }, { prompt_tokens: 'many' }])(
    'tokens are estimated if the counts are %j',
    async (usage) => {
      const turn = await askChat(chunks(TEXT, delta({}, 'stop'), { choices: [], usage }, DONE));
      expect(turn.input_tokens).toBeGreaterThan(0);
      expect(turn.output_tokens).toBe(4);
    },
  );

  it('a paused Anthropic reply is continued, and both parts form one turn whose tokens are added up', async () => {
    const replies = [
      stream(anthropic.events({ text: 'First part. ', finish: 'pause_turn' }).map((write) => ({ write }))),
      stream(anthropic.events({ text: 'Second part.' }).map((write) => ({ write }))),
    ];
    const { ask, asked } = await clientOf('anthropic', replies);
    const turn = await ask();
    expect(turn).toMatchObject({
      text: 'First part. Second part.',
      // Both requests are paid for.
      input_tokens: 200,
      output_tokens: 40,
      items: [
        { type: 'text', text: 'First part. ' },
        { type: 'text', text: 'Second part.' },
      ],
    });
    expect(asked[1]!.body.messages.at(-1)).toMatchObject({
      role: 'assistant',
      content: [{ type: 'text', text: 'First part. ' }],
    });
  });
});

describe('A stream under another label', () => {
  it.each(['application/json', 'text/plain; charset=utf-8', 'application/x-ndjson', 'text/html'])(
    'a stream is read although it is labelled %s',
    async (type) => {
      for (const provider of ['openai', 'anthropic', 'openai-responses'] as const) {
        const actions = WIRES[provider].events({ text: 'Yes.' }).map((write) => ({ write }));
        const { ask } = await clientOf(provider, [stream(actions, { 'content-type': type })]);
        expect(await ask()).toMatchObject({ text: 'Yes.' });
      }
    },
  );

  it.each(['application/json', 'text/plain', 'application/x-ndjson'])(
    'a complete reply labelled %s is not read as a stream',
    async (type) => {
      const { ask } = await clientOf('openai', [
        answer(200, { choices: [{ message: { content: 'hi' } }] }, { 'content-type': type }),
      ]);
      await expect(ask()).rejects.toMatchObject({ code: 'model_protocol' });
    },
  );
});

describe('An error within a stream', () => {
  it.each<[string, unknown, string]>([
    ['an error with a status', { error: { message: 'm', code: 503 } }, 'model_unavailable'],
    ['an error with a status as text', { error: { message: 'm', code: '429' } }, 'model_rate_limited'],
    ['an error object', { object: 'error', message: 'm', code: 400 }, 'model_bad_request'],
    [
      'an error in its choice',
      { choices: [{ index: 0, error: { code: 502, message: 'm' }, finish_reason: 'error' }] },
      'model_unavailable',
    ],
    ['an error as text', { error: 'overloaded' }, 'model_interrupted'],
  ])('%s ends the turn', async (_, data, code) => {
    await expect(askChat(chunks(delta({ content: 'The ' }), data, DONE))).rejects.toMatchObject({ code });
  });
});

describe('Thinking in the text', () => {
  const SUM = 'The sum is 5.';
  it.each<[string, readonly string[]]>([
    ['between tags', ['<think>I guess 6.</think>\n\nThe sum is 5.']],
    [
      'between tags that arrive in pieces',
      ['<th', 'ink>I guess', ' 6.</thi', 'nk>', '\n\n', 'The sum is 5.'],
    ],
    ['in two blocks', ['<think>6?</think>\n<think>7?</think>\nThe sum is 5.']],
    ['in square brackets', ['[THINK]I guess 6.[/THINK]The sum is 5.']],
  ])('thinking %s is neither shown nor part of the answer', async (_, pieces) => {
    const turn = await askChat(
      chunks(...pieces.map((content) => delta({ content })), delta({}, 'stop'), DONE),
    );
    expect(turn).toMatchObject({ text: SUM, heard: SUM });
    expect(turn.items).toMatchObject([{ content: pieces.join('') }]);
  });

  it('thinking without an opening tag is not part of the answer, and the next reply does not show it either', async () => {
    const reply = chunks(
      delta({ content: 'I guess 6.\n</think>\n' }),
      delta({ content: SUM }),
      delta({}, 'stop'),
      DONE,
    );
    const plain = chunks(delta({ content: SUM }), delta({}, 'stop'), DONE);
    const { ask, heard } = await clientOf('openai', [reply, reply, plain]);
    expect(await ask()).toMatchObject({ text: SUM });
    const before = heard();
    expect(await ask()).toMatchObject({ text: SUM });
    expect(heard()).toBe(before + SUM);
    expect(await ask()).toMatchObject({ text: SUM });
  });

  it.each([
    'Write `</think>` at the end.',
    '<5 items cost ₹ 100.',
    '<b>5</b>',
    'a < b',
    '[1] is the source.',
  ])('the answer %j is unchanged', async (content) => {
    const turn = await askChat(chunks(delta({ content }), delta({}, 'stop'), DONE));
    expect(turn).toMatchObject({ text: content, heard: content });
  });

  it('only the last channel of a reply is its answer', async () => {
    const content =
      '<|channel|>analysis<|message|>I guess 6.<|end|><|start|>assistant<|channel|>final<|message|>The sum is 5.<|return|>';
    expect(await askChat(chunks(delta({ content }), delta({}, 'stop'), DONE))).toMatchObject({ text: SUM });
  });

  it('thinking without a closing tag leaves the answer empty', async () => {
    expect(await askChat(chunks(delta({ content: '<think>6? 7?' }), delta({}, 'stop'), DONE))).toMatchObject({
      text: '',
      heard: '',
    });
  });
});
