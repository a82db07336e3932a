import { describe, expect, it } from 'vitest';
import type { RunBody } from '../../../src/contract/run.ts';
import { openai } from '../../model-provider/openai.ts';
import { answer, brokenAfter, endAfter, type Reply, type Said, whole } from '../../model-provider/replies.ts';
import { call, createRunScripts, kycTurns } from '../../model-provider/scripts.ts';
import { type Asked, inOrder, useFakeProvider } from '../../model-provider/server.ts';
import { messagesOf, modelEnv, startLive } from '../../helpers/live.ts';
import { startService } from '../../helpers/service.ts';
import { useService } from '../../helpers/use-service.ts';

const LIMIT = { timeout: 60_000 };
const KEY = 'sk-canary-0123456789abcdef';

const scripts = createRunScripts();
const provider = await useFakeProvider(openai, scripts.script);
const service = await useService({ sandboxes: true, provider, env: { MODEL_IDLE_TIMEOUT_MS: '3000' } });

interface Lived {
  readonly run: RunBody;
  readonly rows: readonly object[];
  readonly actions: readonly string[];
  readonly asked: readonly Asked[];
  readonly said: Awaited<ReturnType<typeof messagesOf>>;
}

const say = (...turns: readonly (Said | Reply)[]) =>
  inOrder(...turns.map((turn) => ('actions' in turn ? turn : whole(openai, turn))));

/**
 * Runs a kyc case whose model replies with these turns in order, and returns the finished run with its rows, requests and
 * messages.
 */
const live = async (
  turns: readonly (Said | Reply)[],
  value?: Readonly<Record<string, unknown>>,
): Promise<Lived> => {
  const created = await startLive(service, 'kyc', value, ({ id }) => scripts.add(id, say(...turns)));
  const run = await service.finished(created.id);
  const { entries } = await service.ledgerOf(created.id);
  return {
    run,
    rows: entries,
    actions: entries.map(({ action }) => action),
    asked: scripts.askedOf(created.id),
    said: await messagesOf(service, created),
  };
};

const rowsOf = ({ actions }: Lived, action: string): number =>
  actions.filter((name) => name === action).length;

const python = (code: string): Said => call('run_python', { code });
const [readCase, verify, lookUp, , score, , decide, write] = kycTurns() as [
  Said,
  Said,
  Said,
  Said,
  Said,
  Said,
  Said,
  Said,
];
const rest = [readCase, verify, lookUp, score, decide, write];

/** Returns the tool result that the model received in its last request. */
const toldLast = ({ asked }: Lived): string => JSON.stringify(asked.at(-1)!.body.messages.at(-1));

describe.concurrent('Model provider faults in a live run', () => {
  it.for<[string, Reply, string]>([
    [
      'insufficient quota',
      answer(429, openai.error({ type: 'insufficient_quota', code: 'insufficient_quota', message: KEY })),
      'model_quota',
    ],
    [
      'a refused key that the response repeats',
      answer(
        401,
        openai.error({
          type: 'invalid_request_error',
          code: 'invalid_api_key',
          message: `Incorrect API key: ${KEY}`,
        }),
      ),
      'model_auth',
    ],
    ['an HTML page instead of a stream', answer(200, '<html>sign in</html>'), 'model_protocol'],
  ])(
    '%s ends the run after one request with an error class and no provider text',
    LIMIT,
    async ([, reply, code]) => {
      const lived = await live([reply]);
      expect(lived.run).toMatchObject({
        status: 'error',
        decision: null,
        error: { code },
        model: { ended_by: code },
      });
      expect(lived.asked).toHaveLength(1);
      expect(lived.actions).toEqual(['run.error']);
      expect(JSON.stringify([lived.run, lived.rows])).not.toMatch(/canary|html/i);
      const history = JSON.stringify(await service.engine.workflow.getHandle(lived.run.id).fetchHistory());
      expect(Buffer.from(history).toString('latin1')).not.toContain('canary');
    },
  );

  it.for<[string, readonly Reply[]]>([
    ['503 with an HTML page', [answer(503, '<html>down</html>')]],
    ['529, twice', [answer(529, 'overloaded'), answer(529, 'overloaded')]],
    [
      '429 with a delay',
      [answer(429, openai.error({ type: 'rate_limit', message: 'x' }), { 'retry-after-ms': '120' })],
    ],
    ['a stream that ends early', [endAfter(openai, readCase, 3)]],
    ['a reset', [brokenAfter(openai, readCase, 2, { reset: true })]],
    ['a hang', [brokenAfter(openai, readCase, 2, { hang: true })]],
    [
      'an error in the stream',
      [brokenAfter(openai, readCase, 2, { write: 'data: {"error":{"message":"x","code":503}}\n\n' })],
    ],
  ])(
    'the turn is requested again after %s, and nothing of the broken reply remains',
    LIMIT,
    async ([, broken]) => {
      const lived = await live([...broken, ...rest]);
      expect(lived.run).toMatchObject({ status: 'succeeded', decision: 'approve' });
      expect(lived.asked).toHaveLength(broken.length + rest.length);
      expect(rowsOf(lived, 'agent.turn')).toBe(rest.length);
      expect(lived.said.filter(({ role }) => role === 'assistant')).toHaveLength(rest.length);
      expect(rowsOf(lived, 'fs.read')).toBe(1);
    },
  );

  it(
    'a provider that remains unavailable ends the run after a limited number of attempts',
    LIMIT,
    async () => {
      const lived = await live(Array.from({ length: 20 }, () => answer(503, 'down')));
      expect(lived.run.error).toMatchObject({ code: 'model_unavailable' });
      expect(lived.asked).toHaveLength(6);
    },
  );

  it(
    'a call completed before the connection breaks is made only once, after the second attempt',
    LIMIT,
    async () => {
      const broken = endAfter(
        openai,
        python('print(41 + 1)'),
        openai.events(python('print(41 + 1)')).length - 3,
      );
      const lived = await live([broken, python('print(41 + 1)'), ...rest]);
      expect(lived.run.status).toBe('succeeded');
      expect(rowsOf(lived, 'sandbox.run')).toBe(1);
    },
  );

  it.for<[string, Said, RegExp]>([
    [
      'cut off at the output limit',
      { calls: [{ tool: 'run_python', arguments: '{"code": "pri' }], finish: 'length' },
      /cut off at the output limit/,
    ],
    [
      'without JSON',
      { calls: [{ tool: 'run_python', arguments: '{"code": "a "b""}' }] },
      /not a JSON object/,
    ],
    [
      'of the wrong shape',
      { calls: [{ tool: 'run_python', arguments: { source: '1' } }] },
      /do not fit.*code/,
    ],
    ['with a list as code', { calls: [{ tool: 'run_python', arguments: { code: ['1'] } }] }, /do not fit/],
    ['of an unknown tool', { calls: [{ tool: 'rm_rf', arguments: {} }] }, /no such tool/],
  ])(
    'a call %s is not made, the model learns of it, and the history remains valid',
    LIMIT,
    async ([, faulty, words]) => {
      const lived = await live([faulty, ...rest]);
      expect(lived.run.status).toBe('succeeded');
      expect(rowsOf(lived, 'sandbox.open')).toBe(0);
      const { messages } = lived.asked[1]!.body;
      expect(JSON.stringify(messages.at(-1))).toMatch(words);
      const [made] = messages.find(({ role }) => role === 'assistant')!.tool_calls!;
      expect(JSON.parse(made!.function.arguments)).toBeTypeOf('object');
      expect(messages.at(-1)!.tool_call_id).toBe(made!.id);
    },
  );

  it.for<[string, Said, string]>([
    ['bad calls', { calls: [{ tool: 'run_python', arguments: '{' }] }, 'unusable_reply'],
    ['empty replies', { text: '' }, 'empty_answer'],
    ['replies of text only', { text: 'I think all is well.' }, 'unusable_reply'],
    ['code in text', { text: '```python\nprint(1)\n```' }, 'unusable_reply'],
  ])('the loop corrects %s twice, and a third one ends the run', LIMIT, async ([, wrong, code]) => {
    const lived = await live([wrong, wrong, wrong]);
    expect(lived.run).toMatchObject({ status: 'error', error: { code } });
    expect(lived.asked).toHaveLength(3);
    expect(rowsOf(lived, 'agent.turn')).toBe(3);
  });

  it('two calls in one turn are made in order in one sandbox with separate results', LIMIT, async () => {
    const both: Said = {
      calls: ['x = 20\nprint("first")', 'print(x + 1)'].map((code) => ({
        tool: 'run_python',
        arguments: { code },
        id: 'same',
      })),
    };
    const lived = await live([both, ...rest]);
    expect(lived.run.status).toBe('succeeded');
    expect(lived.actions.filter((action) => action.startsWith('sandbox'))).toEqual([
      'sandbox.open',
      'sandbox.run',
      'sandbox.run',
      'sandbox.close',
    ]);
    const results = lived.asked[1]!.body.messages.filter(({ role }) => role === 'tool');
    const ids = lived.asked[1]!.body.messages.find(({ role }) => role === 'assistant')!.tool_calls!.map(
      ({ id }) => id,
    );
    expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(ids);
    expect(JSON.stringify(results[0])).toContain('first');
    expect(JSON.stringify(results[1])).toContain('21');
  });

  it(
    'a refusal ends the run with the refusal’s words, and a content filter ends it without words',
    LIMIT,
    async () => {
      const refused = await live([{ refusal: 'I cannot help with PAN ABCPK1234L.' }]);
      expect(refused.run.error).toMatchObject({ code: 'refused' });
      expect(refused.run.error!.message).toContain('I cannot help');
      expect(refused.run.error!.message).not.toContain('ABCPK1234L');
      expect(refused.actions).toEqual(['agent.turn', 'run.error']);
      const filtered = await live([{ text: 'The applicant should', finish: 'content_filter' }]);
      expect(filtered.run.error).toMatchObject({ code: 'content_filtered' });
      expect(JSON.stringify([filtered.run, filtered.rows])).not.toContain('applicant should');
      expect(filtered.asked).toHaveLength(1);
    },
  );

  it(
    'a repeated call is answered from the record, and a third identical call ends the run',
    LIMIT,
    async () => {
      const again = python('print("once")');
      const lived = await live([again, again, again]);
      expect(lived.run.error).toMatchObject({ code: 'loop_detected' });
      expect(rowsOf(lived, 'sandbox.run')).toBe(1);
      expect(toldLast(lived)).toContain('same call as before');
      expect(lived.actions.slice(-2)).toEqual(['sandbox.close', 'run.error']);
    },
  );

  it('too many turns and too many tokens end the run with separate error codes', LIMIT, async () => {
    const service2 = await startService({
      env: modelEnv(provider.baseUrl, { MODEL_RUN_TURNS: '3', MODEL_RUN_TOKENS: '500' }),
    });
    try {
      const run = async (turns: readonly Said[]) => {
        const created = await startLive(service2, 'kyc', undefined, ({ id }) =>
          scripts.add(id, say(...turns)),
        );
        return service2.finished(created.id);
      };
      const small = { usage: { input: 1, output: 1 } };
      const [turns, tokens] = await Promise.all([
        run([readCase, verify, lookUp, score].map((said) => ({ ...said, ...small }))),
        run([readCase, verify, lookUp].map((said) => ({ ...said, usage: { input: 260, output: 10 } }))),
      ]);
      expect(turns).toMatchObject({
        error: { code: 'max_turns' },
        model: { turns: 3, ended_by: 'max_turns' },
      });
      expect(tokens).toMatchObject({ error: { code: 'max_tokens' }, model: { input_tokens: 520 } });
    } finally {
      await service2.close();
    }
  });
});
