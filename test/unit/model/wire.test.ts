import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ModelError, type ModelErrorCode } from '../../../src/model/errors.ts';
import type { Turn } from '../../../src/model/client.ts';
import { createModelClient } from '../../../src/model/providers/model-client.ts';
import { modelSettings, modelShape } from '../../../src/model/settings.ts';
import { anthropic } from '../../model-provider/anthropic.ts';
import { openai } from '../../model-provider/openai.ts';
import { responses } from '../../model-provider/responses.ts';
import {
  answer,
  brokenAfter,
  endAfter,
  type Reply,
  type Said,
  sliced,
  stream,
  whole,
  type Wire,
} from '../../model-provider/replies.ts';
import { startFakeProvider } from '../../model-provider/server.ts';

const KEY = 'sk-canary-7f3a9';
const wires = { openai, anthropic, 'openai-responses': responses } as const;
type WireName = keyof typeof wires;

const run = z.strictObject({ code: z.string() });
const tools = [{ name: 'run_python', description: 'Runs Python.', input: run }];

/** Asks the model once, with a provider that returns `reply`. */
const ask = async (
  name: WireName,
  reply: Reply,
  { idleMs = '20000', turnMs = '60000', signal = new AbortController().signal } = {},
): Promise<{ turn?: Turn; error?: unknown; heard: string; requests: number }> => {
  const provider = await startFakeProvider(wires[name], () => reply);
  onTestFinished(provider.close);
  const config = z.object(modelShape).parse({
    MODEL_PROVIDER: name,
    MODEL_PROVIDER_API_KEY: KEY,
    MODEL_PROVIDER_BASE_URL: provider.baseUrl,
    MODEL_NAME: 'fake-model',
    MODEL_IDLE_TIMEOUT_MS: idleMs,
    MODEL_TURN_TIMEOUT_MS: turnMs,
  });
  const layer = createModelClient(modelSettings(config)!);
  const messages = [
    { role: 'system', text: 'Be useful.' },
    { role: 'user', parts: [{ type: 'text', text: 'Begin.' }] },
  ] as const;
  let heard = '';
  const onText = (text: string): void => {
    heard += text;
  };
  try {
    const turn = await layer.ask({ messages, tools, images: new Map() }, { signal, onText });
    return { turn, heard, requests: provider.asked.length };
  } catch (error) {
    return { error, heard, requests: provider.asked.length };
  }
};

const PYTHON: Said = { calls: [{ tool: 'run_python', arguments: { code: "print('₹ १२')" } }] };
const TEXT: Said = { text: 'नमस्ते, ₹ 1,00,000 in all.' };

/** How each protocol reports that a reply was truncated. */
const CUT = { openai: 'length', anthropic: 'max_tokens', 'openai-responses': 'max_output_tokens' } as const;

describe.each(['openai', 'anthropic', 'openai-responses'] as const)(
  'A complete reply over the %s protocol',
  (name) => {
    const wire: Wire = wires[name];

    it('a reply becomes a turn with text, calls, model and token counts', async () => {
      const said = { ...PYTHON, text: 'Let me see.', usage: { input: 321, output: 12 }, model: 'm-1' };
      const { turn, heard, requests } = await ask(name, whole(wire, said));
      expect(turn).toMatchObject({
        finish: 'stop',
        text: 'Let me see.',
        calls: [{ tool: 'run_python', arguments: { code: "print('₹ १२')" } }],
        model: 'm-1',
        input_tokens: 321,
        output_tokens: 12,
      });
      expect(heard).toBe('Let me see.');
      expect(requests).toBe(1);
    });

    it('the client reads a reply in slices that split characters and lines', async () => {
      for (const bytes of [1, 7]) {
        const { turn } = await ask(name, sliced(wire, TEXT, bytes));
        expect(turn).toMatchObject({ text: TEXT.text, finish: 'stop' });
      }
    });

    it('the client reads a reply with CRLF, comments and pings', async () => {
      const events = wire.events(TEXT).map((event) => `: ping\r\n${event.replaceAll('\n', '\r\n')}`);
      const { turn } = await ask(name, stream([{ write: events.join('') }]));
      expect(turn?.text).toBe(TEXT.text);
    });

    it('the client keeps several calls separate even when they share an id', async () => {
      const calls = ['1', '2'].map((code) => ({ tool: 'run_python', arguments: { code }, id: 'same' }));
      const { turn } = await ask(name, whole(wire, { calls }));
      expect(turn?.calls.map(({ arguments: given }) => given)).toEqual([{ code: '1' }, { code: '2' }]);
      expect(new Set(turn?.calls.map(({ id }) => id)).size).toBe(2);
    });

    it.each<[string, string, string]>([
      ['that is not JSON', '{"code": "print("a")"}', 'not a JSON object'],
      ['without a value', '{"code": }', 'not a JSON object'],
      ['that is an array', '[1]', 'not a JSON object'],
      ['that is text', '"print(1)"', 'not a JSON object'],
    ])('a call with an argument %s carries a fault instead of arguments', async (_, given, fault) => {
      const { turn } = await ask(name, whole(wire, { calls: [{ tool: 'run_python', arguments: given }] }));
      expect(turn?.calls).toMatchObject([{ arguments: {} }]);
      expect(turn?.calls[0]!.fault).toContain(fault);
    });

    it('the last call of a reply truncated at the output limit counts as invalid, however complete it looks', async () => {
      const finish = CUT[name];
      for (const given of ['{"code": "print(', '', '{"code": "print(1)"}']) {
        const calls = [
          { tool: 'run_python', arguments: { code: '1' } },
          { tool: 'run_python', arguments: given },
        ];
        const { turn } = await ask(name, whole(wire, { calls, finish }));
        expect(turn?.finish).toBe('length');
        expect(turn?.calls[0]!.fault).toBeUndefined();
        expect(turn?.calls[1]).toMatchObject({ arguments: {} });
        expect(turn?.calls[1]!.fault).toContain('cut');
      }
    });

    it('a refused or filtered reply has the matching finish reason', async () => {
      const refused = await ask(name, whole(wire, { refusal: 'I will not help with that.' }));
      expect(refused.turn).toMatchObject({ finish: 'refusal', text: 'I will not help with that.' });
      if (name === 'anthropic') return;
      const filtered = await ask(name, whole(wire, { text: 'The first ha', finish: 'content_filter' }));
      expect(filtered.turn).toMatchObject({ finish: 'content_filter' });
    });

    it('an empty reply becomes an empty turn for the loop to judge', async () => {
      const { turn } = await ask(name, whole(wire, { usage: { input: 5, output: 0 } }));
      expect(turn).toMatchObject({ finish: 'stop', text: '', calls: [] });
    });
  },
);

describe('A complete reply over the OpenAI protocol', () => {
  it('a reply may finish with stop even though it contains calls', async () => {
    const { turn } = await ask('openai', whole(openai, { ...PYTHON, finish: 'stop' }));
    expect(turn?.calls).toHaveLength(1);
  });

  it('a reply may end without [DONE]', async () => {
    const { turn } = await ask('openai', endAfter(openai, TEXT, openai.events(TEXT).length - 1));
    expect(turn?.text).toBe(TEXT.text);
  });

  it('the client estimates tokens from characters when the provider reports none', async () => {
    const { turn } = await ask('openai', whole(openai, { ...TEXT, usage: null }));
    expect(turn!.input_tokens).toBeGreaterThan(10);
    expect(turn!.output_tokens).toBeGreaterThan(5);
  });
});

/** Index at which a reply's end starts, counted back from its last event. */
const LAST = new Map<Wire, number>([
  [openai, -3],
  [anthropic, -2],
  [responses, -1],
]);

const lastOf = (wire: Wire, said: Said, from: number): number => wire.events(said).length + from;

const html = '<html><body>Sign in to the network</body></html>';

const EVERY = ['openai', 'anthropic', 'openai-responses'] as const;

/**
 * Faults, with the protocols that can have them and the resulting error code. The HTTP request is made only once, because
 * retries are decided elsewhere.
 */
const faults: readonly (readonly [string, readonly WireName[], (wire: Wire) => Reply, ModelErrorCode])[] = [
  ['ends without a finish reason', EVERY, (wire) => endAfter(wire, TEXT, 3), 'model_interrupted'],
  ['is only [DONE]', ['openai'], () => stream([{ write: 'data: [DONE]\n\n' }]), 'model_interrupted'],
  ['is empty', EVERY, () => stream([]), 'model_interrupted'],
  [
    'sends [DONE] in the middle of a call',
    ['openai'],
    (wire) => brokenAfter(wire, PYTHON, 3, { write: 'data: [DONE]\n\n' }),
    'model_interrupted',
  ],
  [
    'says that the provider failed',
    ['openai', 'anthropic'],
    (wire) => whole(wire, { ...TEXT, finish: 'network_error' }),
    'model_interrupted',
  ],
  [
    'ends in mid-line',
    EVERY,
    (wire) => brokenAfter(wire, TEXT, 3, { write: wire.events(TEXT)[3]!.slice(0, 40) }),
    'model_interrupted',
  ],
  [
    'holds a line that is not JSON and continues',
    EVERY,
    (wire) =>
      stream([{ write: 'data: {"choices": [{"del\n\n' }, ...wire.events(TEXT).map((write) => ({ write }))]),
    'model_interrupted',
  ],
  ['is reset by the peer', EVERY, (wire) => brokenAfter(wire, TEXT, 3, { reset: true }), 'model_interrupted'],
  ['is closed in mid-body', EVERY, (wire) => brokenAfter(wire, TEXT, 3, { cut: true }), 'model_interrupted'],
  [
    'hangs after its first events',
    EVERY,
    (wire) => brokenAfter(wire, TEXT, 3, { hang: true }),
    'model_interrupted',
  ],
  ['hangs before its first event', EVERY, () => stream([{ hang: true }]), 'model_interrupted'],
  [
    'drips only comments',
    EVERY,
    () => stream(Array.from({ length: 40 }, () => [{ write: ': still here\n\n' }, { sleepMs: 20 }]).flat()),
    'model_interrupted',
  ],
  [
    'holds a complete call and ends without a finish reason',
    EVERY,
    (wire) => endAfter(wire, PYTHON, lastOf(wire, PYTHON, LAST.get(wire)!)),
    'model_interrupted',
  ],
  [
    'ends with an unknown finish reason',
    ['openai-responses'],
    (wire) => whole(wire, { ...TEXT, finish: 'made_up' }),
    'model_interrupted',
  ],
  [
    'breaks off with a server error',
    ['openai'],
    (wire) =>
      brokenAfter(wire, TEXT, 3, {
        write: 'data: {"error":{"message":"upstream","type":"server_error","code":503}}\n\n',
      }),
    'model_unavailable',
  ],
  [
    'breaks off with an overload error',
    ['anthropic'],
    (wire) =>
      brokenAfter(wire, TEXT, 3, {
        write:
          'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
      }),
    'model_unavailable',
  ],
  [
    'breaks off with response.failed',
    ['openai-responses'],
    (wire) =>
      brokenAfter(wire, TEXT, 4, {
        write:
          'event: response.failed\ndata: {"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"m"}}}\n\n',
      }),
    'model_unavailable',
  ],
  [
    'breaks off with an error event',
    ['openai-responses'],
    (wire) =>
      brokenAfter(wire, TEXT, 4, {
        write: 'event: error\ndata: {"type":"error","code":"rate_limit_exceeded","message":"m"}\n\n',
      }),
    'model_rate_limited',
  ],
  [
    'completes while a call is unfinished',
    ['openai-responses'],
    (wire) => {
      const events = wire.events(PYTHON);
      return stream([...events.slice(0, -2), events.at(-1)!].map((write) => ({ write })));
    },
    'model_interrupted',
  ],
  [
    'completes twice',
    ['openai-responses'],
    (wire) => brokenAfter(wire, TEXT, Infinity, { write: wire.events(TEXT).at(-1)! }),
    'model_interrupted',
  ],
  [
    'holds an invalid item',
    ['openai-responses'],
    (wire) =>
      brokenAfter(wire, TEXT, 1, {
        write: 'data: {"type":"response.output_item.done","output_index":0,"item":"x"}\n\n',
      }),
    'model_protocol',
  ],
  [
    'ends because the conversation is too long',
    ['anthropic'],
    (wire) => whole(wire, { ...TEXT, finish: 'model_context_window_exceeded' }),
    'model_context',
  ],
  ['is an HTML page', EVERY, () => answer(200, html), 'model_protocol'],
  [
    'is a single completion instead of a stream',
    EVERY,
    () => answer(200, { choices: [{ message: { content: 'hi' } }] }),
    'model_protocol',
  ],
];

const cases = faults.flatMap(([what, names, make, code]) =>
  names.map((name) => ({ what, name, reply: make(wires[name]), code })),
);

describe('A broken reply', () => {
  it.each(cases)(
    'the client reports an error when a reply $what ($name)',
    async ({ what, name, reply, code }) => {
      // Only a stalled reply gets the short limit, because a busy machine may be slow with any other reply.
      const silent = /^(hangs|drips) /.test(what);
      const { error, turn, requests } = await ask(name, reply, silent ? { idleMs: '150' } : {});
      expect(turn).toBeUndefined();
      expect(error).toBeInstanceOf(ModelError);
      expect((error as ModelError).code).toBe(code);
      expect(requests).toBe(1);
    },
  );

  it('the client reports an error when a reply never ends', async () => {
    const endless = stream(
      Array.from({ length: 3_000 }, () => ({
        write: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'x'.repeat(1_000) } }] })}\n\n`,
      })),
    );
    const { error } = await ask('openai', endless);
    expect((error as ModelError).code).toBe('model_protocol');
  });

  it('the client reports an error when a reply trickles beyond the turn limit', async () => {
    const [, part] = openai.events(TEXT);
    const slow = stream(Array.from({ length: 100 }, () => [{ write: part! }, { sleepMs: 50 }]).flat());
    const { error, heard } = await ask('openai', slow, { turnMs: '1000' });
    expect((error as ModelError).code).toBe('model_interrupted');
    const whole = await ask('openai', stream(Array.from({ length: 100 }, () => ({ write: part! }))));
    expect(heard.length).toBeLessThan(whole.heard.length);
  });

  it.each([
    ['junk', 'data: {"junk\n\n'],
    ['JSON without choices', 'data: {"hello":1}\n\n'],
    ['an empty list of choices', 'data: {"choices":[]}\n\ndata: [DONE]\n\n'],
    ['nothing', ''],
  ])('a reply with %s is reported as not being a completion', async (_name, write) => {
    for (const name of EVERY) {
      const { error } = await ask(name, stream([{ write }]));
      expect(error).toMatchObject({
        code: 'model_interrupted',
        message: "The model provider's response is not a completion.",
      });
    }
  });

  it('a caller that aborts gets its own reason back', async () => {
    const over = new AbortController();
    const asking = ask('openai', brokenAfter(openai, TEXT, 3, { hang: true }), {
      signal: over.signal,
    });
    await sleep(100);
    over.abort(new Error('cancelled'));
    expect((await asking).error).toMatchObject({ message: 'cancelled' });
  });
});

const error = (type: string, message: string, code?: string): object => ({
  error: { type, message, ...(code !== undefined && { code }) },
});

describe('An error response', () => {
  it.each<[number, object | string, ModelErrorCode, boolean]>([
    [
      429,
      error('insufficient_quota', 'You exceeded your current quota', 'insufficient_quota'),
      'model_quota',
      false,
    ],
    [429, error('rate_limit_error', 'Slow down'), 'model_rate_limited', true],
    [402, error('billing_error', 'Pay first'), 'model_quota', false],
    [400, error('invalid_request_error', 'Your credit balance is too low'), 'model_quota', false],
    [500, error('server_error', 'Oops'), 'model_unavailable', true],
    [503, html, 'model_unavailable', true],
    [529, error('overloaded_error', 'Overloaded'), 'model_unavailable', true],
    [408, error('timeout', 'Too slow'), 'model_unavailable', true],
    [401, error('authentication_error', `Incorrect API key provided: ${KEY}`), 'model_auth', false],
    [403, error('permission_error', 'No'), 'model_auth', false],
    [
      404,
      error('invalid_request_error', 'The model does not exist', 'model_not_found'),
      'model_not_found',
      false,
    ],
    [
      400,
      error('invalid_request_error', 'maximum context length is 8192', 'context_length_exceeded'),
      'model_context',
      false,
    ],
    [400, error('invalid_request_error', 'prompt is too long: 210000 tokens'), 'model_context', false],
    [413, html, 'model_context', false],
    [
      400,
      error('invalid_request_error', 'The response was filtered', 'content_filter'),
      'content_filtered',
      false,
    ],
    [403, error('', 'Your input was flagged by moderation'), 'content_filtered', false],
    [400, { error: { code: 'DataInspectionFailed', message: 'No' } }, 'content_filtered', false],
    [404, html, 'model_endpoint', false],
    [404, { detail: 'Not Found' }, 'model_endpoint', false],
    [404, { error: 'Not Found' }, 'model_endpoint', false],
    [405, { detail: 'Method Not Allowed' }, 'model_endpoint', false],
    [404, { error: { code: 'DeploymentNotFound', message: 'No' } }, 'model_not_found', false],
    [404, { error: "model 'x' not found" }, 'model_not_found', false],
    [
      404,
      error('invalid_request_error', 'This model is only supported in v1/responses', 'model_not_found'),
      'model_endpoint',
      false,
    ],
    [
      400,
      error('invalid_request_error', 'Tools are not supported in v1/chat/completions, but in v1/responses'),
      'model_endpoint',
      false,
    ],
    [400, [{ error: { code: 400, message: 'prompt is too long' } }], 'model_context', false],
    [400, error('invalid_request_error', 'Unknown field'), 'model_bad_request', false],
    [422, error('invalid_request_error', 'No'), 'model_bad_request', false],
  ])('status %i with body %j becomes %s', async (status, body, code, retryable) => {
    for (const name of EVERY) {
      const { error: caught, requests } = await ask(name, answer(status, body));
      expect(caught).toBeInstanceOf(ModelError);
      expect(caught).toMatchObject({ code, retryable, status });
      expect(requests).toBe(1);
      const shown = JSON.stringify({ ...(caught as object), message: String(caught) });
      expect(shown).not.toContain('canary');
      expect(shown).not.toContain('html');
    }
  });

  it.each<[Readonly<Record<string, string>>, number | undefined]>([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
    [{}, undefined],
  ])('the client honours the retry headers %j', async (headers, wait) => {
    const { error: caught } = await ask('openai', answer(429, error('rate_limit', 'wait'), headers));
    expect(caught).toMatchObject({ code: 'model_rate_limited', retryAfterMs: wait });
  });

  it('a server error states that the provider responded and with which status', async () => {
    for (const name of EVERY) {
      const { error: caught } = await ask(name, answer(500, html));
      expect(caught).toMatchObject({ message: 'The model provider responded with HTTP 500.' });
    }
  });

  it('the client follows the provider’s x-should-retry header', async () => {
    const again = await ask('openai', answer(400, error('x', 'y'), { 'x-should-retry': 'true' }));
    expect(again.error).toMatchObject({ retryable: true });
    const never = await ask('openai', answer(503, error('x', 'y'), { 'x-should-retry': 'false' }));
    expect(never.error).toMatchObject({ retryable: false });
  });

  it('a provider that cannot be reached causes a retryable error', async () => {
    const provider = await startFakeProvider(openai, () => undefined);
    await provider.close();
    const config = z.object(modelShape).parse({
      MODEL_PROVIDER_API_KEY: KEY,
      MODEL_PROVIDER_BASE_URL: provider.baseUrl,
      MODEL_NAME: 'm',
    });
    const layer = createModelClient(modelSettings(config)!);
    const asking = layer.ask(
      { messages: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }], tools, images: new Map() },
      { signal: new AbortController().signal, onText: () => undefined },
    );
    await expect(asking).rejects.toMatchObject({
      code: 'model_unavailable',
      retryable: true,
      message: 'The model provider cannot be reached.',
    });
  });
});
