import { expect, it, onTestFinished } from 'vitest';
import { anthropic } from '../model-provider/anthropic.ts';
import { openai } from '../model-provider/openai.ts';
import { answer, type Reply, type Said, stream, whole, type Wire } from '../model-provider/replies.ts';
import { responses } from '../model-provider/responses.ts';
import { type Asked, startFakeProvider } from '../model-provider/server.ts';
import { pramaan } from './run.ts';

interface Report {
  readonly ok: boolean;
  readonly findings: readonly {
    readonly name: string;
    readonly state: string;
    readonly found: string;
    readonly meaning: string;
  }[];
}

const KEY = 'sk-canary-of-doctor';

const TWO_CALLS: Said = {
  text: 'I add.',
  calls: [
    { tool: 'add', arguments: { a: 48_211, b: 7_906 } },
    { tool: 'add', arguments: { a: 30_575, b: 1_234 } },
  ],
};

/** A model that does everything that doctor asks for. */
const capable = ({ raw }: Asked): Said => {
  if (raw.includes('capital of France')) return { text: '{"capital":"Paris"}' };
  if (raw.includes('Which colour')) return { text: 'Black.' };
  if (raw.includes('member \\"sum\\"')) {
    return raw.includes('56117') ? { text: '{"sum":56117}' } : { calls: TWO_CALLS.calls!.slice(0, 1) };
  }
  return raw.includes('56117') ? { text: 'The sums are 56,117 and 31,809.' } : TWO_CALLS;
};

/** A server that makes every reply follow the schema. */
const constraining = (asked: Asked): Reply =>
  whole(openai, asked.raw.includes('json_schema') ? { text: '{"sum":1}' } : capable(asked));

/** Runs doctor against a provider, and returns its findings by name. */
const examine = async (
  script: (asked: Asked) => Reply | undefined,
  { wire = openai, env = {} }: { wire?: Wire; env?: Readonly<Record<string, string>> } = {},
) => {
  const provider = await startFakeProvider(wire, script);
  onTestFinished(provider.close);
  const ran = await pramaan(
    {
      MODEL_PROVIDER_API_KEY: KEY,
      MODEL_PROVIDER_BASE_URL: provider.baseUrl,
      MODEL_NAME: 'fake-model',
      ...env,
    },
    'doctor',
    '--model',
    '--json',
  );
  expect(ran.stdout + ran.stderr).not.toContain(KEY);
  const { ok, findings } = JSON.parse(ran.stdout) as Report;
  const of = (name: string) => findings.filter((one) => one.name === `fake-model: ${name}`);
  return { code: ran.code, ok, findings, of, provider };
};

it.for<[string, Wire]>([
  ['openai', openai],
  ['anthropic', anthropic],
  ['openai-responses', responses],
])('doctor --model reports no fault in a capable model over the %s protocol', async ([name, wire]) => {
  const { code, ok, of } = await examine((asked) => whole(wire, capable(asked)), {
    wire,
    env: { MODEL_PROVIDER: name },
  });
  expect([code, ok]).toEqual([0, true]);
  expect(of('tool call')).toMatchObject([{ state: 'ok', found: '2 calls' }]);
  expect(of('result of a call')).toMatchObject([{ state: 'ok' }]);
  expect(of('pictures')).toMatchObject([{ state: 'ok', found: 'seen' }]);
  expect(of('JSON schema beside tools')).toMatchObject([
    { state: 'note', found: 'works', meaning: expect.stringContaining('schema_with_tools') },
  ]);
  expect(of('JSON schema')).toMatchObject([{ state: 'ok' }]);
  expect(of('refused')).toEqual([]);
});

it('doctor --model names what the server refuses and what requests contain instead', async () => {
  const { ok, of } = await examine((asked) => {
    const body = JSON.parse(asked.raw) as Readonly<Record<string, unknown>>;
    const refused = ['max_tokens', 'stream_options', 'response_format'].find((name) => name in body);
    if (refused !== undefined) {
      return answer(400, { error: { message: `Unsupported parameter: ${refused}`, param: refused } });
    }
    if (asked.raw.includes('image_url')) {
      return answer(400, { error: { message: 'This model does not support images.' } });
    }
    return whole(openai, { ...capable(asked), usage: null });
  });
  expect(ok).toBe(true);
  expect(
    of('refused')
      .map(({ found, meaning }) => `${found}: ${meaning}`)
      .toSorted(),
  ).toEqual([
    'images: requests contain a remark instead',
    'max_tokens: requests contain max_completion_tokens instead',
    'stream_options: requests contain nothing instead',
  ]);
  expect(of('pictures')).toMatchObject([{ state: 'note', found: 'no' }]);
  expect(of('token counts')).toMatchObject([{ state: 'note', found: 'no' }]);
});

it.for<[string, (asked: Asked) => Reply, string]>([
  ['a wrong key', () => answer(401, { error: { message: KEY } }), 'MODEL_PROVIDER_API_KEY'],
  [
    'a wrong name',
    () => answer(404, { error: { message: 'no such model', code: 'model_not_found' } }),
    'MODEL_NAME',
  ],
  ['an exhausted quota', () => answer(402, { error: { message: 'billing' } }), 'Add credit'],
  ['an outage', () => answer(503, '<html>down</html>'), 'HTTP 503'],
  [
    'a server that was started without tools',
    () =>
      answer(400, {
        object: 'error',
        message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      }),
    'does not support tool calls',
  ],
  ['a page instead of an API', () => answer(200, '<html>sign in</html>'), 'address of an API'],
])('doctor --model exits with 1 for %s and says what to do', async ([, script, remedy]) => {
  const { code, of } = await examine(script);
  expect(code).toBe(1);
  expect(of('call')).toMatchObject([{ state: 'wrong', meaning: expect.stringContaining(remedy) }]);
});

it('doctor --model says that a model without tool calls is of no use to agents', async () => {
  const { code, of } = await examine(() => whole(openai, { text: 'The sums are 56117 and 31809.' }));
  expect(code).toBe(1);
  expect(of('tool call')).toMatchObject([{ state: 'wrong', found: 'none' }]);
});

it('doctor --model reports that the model never calls a tool if the server constrains every reply', async () => {
  const known = await examine(constraining);
  expect([known.code, known.of('JSON schema beside tools')]).toMatchObject([
    0,
    [{ state: 'note', found: 'never calls' }],
  ]);
  const set = await examine(constraining, { env: { MODEL_CAPABILITIES: '{"schema_with_tools":true}' } });
  expect([set.code, set.of('JSON schema beside tools')]).toMatchObject([
    1,
    [{ state: 'wrong', meaning: expect.stringContaining('false') }],
  ]);
});

it('doctor --model reports that a server accepts pictures which its model does not see', async () => {
  const { of } = await examine((asked) =>
    whole(openai, asked.raw.includes('Which colour') ? { text: 'I see none.' } : capable(asked)),
  );
  expect(of('pictures')).toMatchObject([{ state: 'note', found: 'accepted, but not seen' }]);
});

it('doctor --model notes a model that makes one call in a turn', async () => {
  const one = { ...TWO_CALLS, calls: TWO_CALLS.calls!.slice(0, 1) };
  const { code, of } = await examine((asked) => {
    const said = capable(asked);
    return whole(openai, said === TWO_CALLS ? one : said);
  });
  expect(code).toBe(0);
  expect(of('several calls in a turn')).toMatchObject([{ state: 'note', found: 'no' }]);
});

it('doctor --model gives up on a provider that is silent, and says so', { timeout: 120_000 }, async () => {
  const { code, of } = await examine(() => stream([{ hang: true }]));
  expect(code).toBe(1);
  expect(of('call')).toMatchObject([{ state: 'wrong', meaning: expect.stringContaining('within 8 s') }]);
});

const report = async (env: Readonly<Record<string, string>>) => {
  const ran = await pramaan(env, 'doctor', '--model', '--json');
  return [ran.code, (JSON.parse(ran.stdout) as Report).findings] as const;
};

it('doctor --model names the setting that is wrong or missing', async () => {
  expect(await report({})).toMatchObject([1, [{ found: 'none' }]]);
  expect(await report({ MODEL_PROVIDER_API_KEY: 'x', MODEL_NAME: 'm', MODELS: '{' })).toMatchObject([
    1,
    [{ found: 'MODELS', meaning: 'expected JSON' }],
  ]);
  const list = JSON.stringify([{ name: 'other', base_url: 'https://models.example/v1' }]);
  expect(await report({ MODEL_PROVIDER_API_KEY: 'x', MODEL_NAME: 'm', MODELS: list })).toMatchObject([
    1,
    [{ found: 'MODELS', meaning: expect.stringContaining('api_key') }],
  ]);
});
