import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { knownCapabilities } from '../../../src/model/capabilities/known.ts';
import { ModelError, type ModelErrorCode } from '../../../src/model/errors.ts';
import { Outages } from '../../../src/model/outages.ts';
import { costOf } from '../../../src/model/prices.ts';
import { allModels, modelShape, refineModel } from '../../../src/model/settings.ts';

const schema = z.object(modelShape).superRefine(refineModel);
const base = {
  MODEL_PROVIDER_API_KEY: 'sk-secret',
  MODEL_NAME: 'big',
  MODEL_EXTRA_HEADERS: '{"x-key":"secret"}',
};

const modelsOf = (list: readonly object[], env: Readonly<Record<string, string>> = base) =>
  allModels(schema.parse({ ...env, MODELS: JSON.stringify(list) }));

describe('The list of models', () => {
  it('a model on the same server has the default model’s key and headers', () => {
    expect(modelsOf([{ name: 'small', price_input: 1 }])[1]).toMatchObject({
      alias: 'small',
      name: 'small',
      apiKey: 'sk-secret',
      headers: { 'x-key': 'secret' },
      prices: { input: 1, cached: 1, cacheWrite: 1, output: 0 },
    });
  });

  it.each([{ base_url: 'https://other.example/v1' }, { provider: 'anthropic' }])(
    'a model on another server (%o) never gets the default model’s key or headers',
    (server) => {
      const [, other] = modelsOf([{ name: 'other', api_key: 'its-own', ...server }]);
      expect(other).toMatchObject({ apiKey: 'its-own', headers: {} });
      expect(() => modelsOf([{ name: 'other', ...server }])).toThrow(/api_key/);
    },
  );

  it('the first model in the list is the default when MODEL_NAME is not set', () => {
    const list = [{ name: 'only', base_url: 'http://127.0.0.1:1/v1', api_key: 'none' }];
    expect(modelsOf(list, {})[0]).toMatchObject({ alias: 'only' });
  });

  it.each([
    ['a name twice', [{ name: 'a' }, { name: 'a' }], {}],
    ['the name of the default model', [{ name: 'big' }], {}],
    ['an unknown stand-in', [{ name: 'a', fallback: ['b'] }], {}],
    ['a model as its own stand-in', [{ name: 'a', fallback: ['a'] }], {}],
    ['an unknown member', [{ name: 'a', nmae: 'b' }], {}],
    ['a model without prices under a limit on cost', [{ name: 'a' }], { MODEL_RUN_COST: '1' }],
    ['an unknown stand-in of the default model', [{ name: 'a' }], { MODEL_FALLBACK: 'b' }],
  ])('the settings refuse %s', (_, list, env) => {
    expect(() => modelsOf(list, { ...base, ...env })).toThrow(z.ZodError);
  });
});

const failure = (code: ModelErrorCode, retryAfterMs?: number): ModelError =>
  new ModelError(code, { retryAfterMs });

describe('Outages', () => {
  it.each<[ModelErrorCode, number | undefined, number]>([
    ['model_unavailable', undefined, 2],
    ['model_interrupted', undefined, 2],
    ['model_rate_limited', 1_000, 2],
    ['model_rate_limited', 120_000, 1],
    ['model_quota', undefined, 1],
    ['model_auth', undefined, 1],
  ])('after %s (to wait: %s ms), a provider counts as away after %s failures', (code, wait, failures) => {
    const outages = new Outages();
    for (let n = 1; n <= failures; n += 1) {
      expect(outages.isAway('m')).toBe(false);
      outages.failed('m', failure(code, wait));
    }
    expect(outages.isAway('m')).toBe(true);
    outages.answered('m');
    expect(outages.isAway('m')).toBe(false);
  });

  it.each<ModelErrorCode>(['model_bad_request', 'model_context'])(
    '%s is not the provider’s fault',
    (code) => {
      const outages = new Outages();
      for (let n = 0; n < 3; n += 1) outages.failed('m', failure(code));
      expect(outages.isAway('m')).toBe(false);
    },
  );
});

it('a cost has no digits caused by binary fractions', () => {
  const prices = { input: 0.27, cached: 0.07, cacheWrite: 0.27, output: 1.1 };
  const used = { input_tokens: 700, cached_tokens: 100, output_tokens: 49 };
  expect(String(costOf(prices, used))).toBe('0.0002229');
  expect(costOf({ ...prices, cacheWrite: 0.5 }, { ...used, cache_write_tokens: 200 })).toBe(0.0002689);
  // A provider that reports more cached tokens than it was sent gets no discount on others.
  expect(
    costOf(
      { input: 1, cached: 0, cacheWrite: 1, output: 0 },
      { input_tokens: 5, cached_tokens: 9, output_tokens: 0 },
    ),
  ).toBe(0);
});

it.each([
  ['gpt-5-mini', undefined, { token_parameter: 'max_completion_tokens' }],
  ['openrouter/openai/o3', 'https://openrouter.ai/api/v1', { token_parameter: 'max_completion_tokens' }],
  [
    'mistral-large-latest',
    'https://api.mistral.ai/v1',
    { usage_option: false, token_parameter: 'max_tokens' },
  ],
  ['deepseek-chat', 'https://api.deepseek.com/v1', { images: false, json_schema: 'object' }],
  ['anthropic/claude-made-up', 'https://openrouter.ai/api/v1', { prompt_caching: 'marks' }],
  ['qwen2.5-vl-7b-instruct', 'http://127.0.0.1:1/v1', { images: true }],
  [
    'a-model-nobody-knows',
    'http://127.0.0.1:1/v1',
    { token_parameter: 'max_tokens', usage_option: true, images: true },
  ],
] as const)('the table knows what %s at %s accepts', (name, baseUrl, has) => {
  expect(knownCapabilities({ provider: 'openai', name, baseUrl })).toMatchObject(has);
});
