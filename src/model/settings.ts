import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Budgets } from '../governance/agent/budgets.ts';
import type { Json } from './capabilities/body.ts';
import type { Capabilities } from './capabilities/capabilities.ts';
import { knownCapabilities } from './capabilities/known.ts';
import type { ProviderName } from './client.ts';
import {
  bodySchema,
  effortName,
  headersSchema,
  jsonOf,
  type ListedModel,
  modelList,
  overridesSchema,
  providerName,
  proxyUrl,
  sameServer,
  serverUrl,
} from './model-list.ts';

const OPENAI = 'https://api.openai.com/v1';
const ANTHROPIC = 'https://api.anthropic.com/v1';

/** Returns the address of a model's server, without a slash at its end. */
export const addressOf = ({ provider, baseUrl }: Pick<ModelSettings, 'provider' | 'baseUrl'>): string =>
  (baseUrl ?? (provider === 'anthropic' ? ANTHROPIC : OPENAI)).replace(/\/$/, '');

const count = (fallback: number, most: number, least = 0) =>
  z.coerce.number().int().min(least).max(most).default(fallback);

/** Settings for the model layer, part of the schema in src/config.ts. The layer is off if there is no key. */
export const modelShape = {
  MODEL_PROVIDER: providerName.default('openai'),
  MODEL_PROVIDER_API_KEY: z.string().min(1).optional(),
  /** URL of a server that implements the provider's API; the provider's own server if not set. */
  MODEL_PROVIDER_BASE_URL: serverUrl.optional(),
  MODEL_NAME: z.string().min(1).max(200).optional(),
  /** Further models that requests may choose (src/model/model-list.ts), as JSON. */
  MODELS: jsonOf(modelList).default([]),
  /** Names of the models in MODELS that answer while the default model's provider cannot. */
  MODEL_FALLBACK: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  MODEL_TEMPERATURE: z.coerce.number().min(0).max(2).optional(),
  /** How much the model should reason, in the provider's words. */
  MODEL_REASONING_EFFORT: effortName.optional(),
  /** Corrections to what the service assumes of the model, as JSON. */
  MODEL_CAPABILITIES: jsonOf(overridesSchema).default({}),
  /** Headers and body members to add to every request, as JSON. */
  MODEL_EXTRA_HEADERS: jsonOf(headersSchema).default({}),
  MODEL_EXTRA_BODY: jsonOf(bodySchema).default({}),
  /** Proxy for requests to the provider. */
  MODEL_PROXY: proxyUrl.optional(),
  /** Seconds after which a worker asks an unused provider for its list of models, to know whether it responds; 0: never. */
  MODEL_CHECK_EVERY_S: count(60, 86_400),
  /** Maximum number of tokens in one reply. */
  MODEL_MAX_OUTPUT_TOKENS: count(4_096, 1_000_000, 1),
  /** Maximum time for which a reply may stall before it is abandoned. */
  MODEL_IDLE_TIMEOUT_MS: count(60_000, 600_000, 100),
  /** Maximum time for a whole reply, even if it keeps arriving slowly. */
  MODEL_TURN_TIMEOUT_MS: count(600_000, 840_000, 1_000),
  /** Maximum number of turns that a worker process may have in progress at the same time. */
  MODEL_CONCURRENCY: count(200, 10_000, 1),
  MODEL_RETRY_INITIAL_MS: count(1_000, 60_000, 1),
  MODEL_RETRY_ATTEMPTS: count(6, 8, 1),
  /** Price of a million tokens, in the same currency as the cost limits. */
  MODEL_PRICE_INPUT: z.coerce.number().min(0).default(0),
  /** Price of a million input tokens that the provider read from its cache; the input price if not set. */
  MODEL_PRICE_CACHED: z.coerce.number().min(0).optional(),
  /** Price of a million input tokens that the provider wrote to its cache; the input price if not set. */
  MODEL_PRICE_CACHE_WRITE: z.coerce.number().min(0).optional(),
  MODEL_PRICE_OUTPUT: z.coerce.number().min(0).default(0),
  /** Limits for one run; a cost of 0 means no limit. */
  MODEL_RUN_TURNS: count(30, 1_000, 1),
  MODEL_RUN_TOOL_CALLS: count(60, 2_000, 1),
  /**
   * Maximum number of tokens for one run. By default 400000 for a run with tools, and 5 million for an operator, because an
   * operator looks at pictures.
   */
  MODEL_RUN_TOKENS: z.coerce.number().int().min(1).max(100_000_000).optional(),
  MODEL_RUN_WALL_MS: count(900_000, 86_400_000, 1_000),
  MODEL_RUN_COST: z.coerce.number().min(0).default(0),
  /** Limits for a team over 24 hours; 0 means no limit. */
  MODEL_TEAM_TOKENS_PER_DAY: count(0, Number.MAX_SAFE_INTEGER),
  MODEL_TEAM_COST_PER_DAY: z.coerce.number().min(0).default(0),
} as const;

type ModelConfig = Readonly<z.output<z.ZodObject<typeof modelShape>>>;

/** Requires a model name if there is a key, and checks that the models of the list fit together. */
export const refineModel = (config: ModelConfig, context: z.RefinementCtx): void => {
  const issue = (path: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message });
  const hasKey = config.MODEL_PROVIDER_API_KEY !== undefined;
  if (hasKey && config.MODEL_NAME === undefined && config.MODELS.length === 0) {
    issue('MODEL_NAME', "expected a model's name, because MODEL_PROVIDER_API_KEY is set");
  }
  const models = allModels(config);
  const names = new Set(models.map(({ alias }) => alias));
  if (names.size < models.length) issue('MODELS', 'expected each name once, and not that of MODEL_NAME');
  for (const { alias, fallback } of models) {
    if (fallback.every((name) => names.has(name) && name !== alias)) continue;
    const path = alias === config.MODEL_NAME ? 'MODEL_FALLBACK' : 'MODELS';
    issue(path, 'expected as fallback only names of other models in MODELS');
  }
  for (const entry of config.MODELS) {
    if (entry.api_key === undefined && !(hasKey && sameServer(entry, serverOf(config)))) {
      issue(
        'MODELS',
        `expected api_key for ${entry.name}, because its server is not that of MODEL_PROVIDER_API_KEY`,
      );
    }
    const priced = entry.price_input !== undefined && entry.price_output !== undefined;
    if (!priced && (config.MODEL_RUN_COST > 0 || config.MODEL_TEAM_COST_PER_DAY > 0)) {
      issue(
        'MODELS',
        `expected price_input and price_output for ${entry.name}, because there is a limit on cost`,
      );
    }
  }
};

const serverOf = (config: ModelConfig) => ({
  provider: config.MODEL_PROVIDER,
  baseUrl: config.MODEL_PROVIDER_BASE_URL,
});

/** Prices of a million tokens. */
export interface Prices {
  readonly input: number;
  /** Input tokens that the provider read from its cache. */
  readonly cached: number;
  /** Input tokens that it wrote to its cache. */
  readonly cacheWrite: number;
  readonly output: number;
}

export interface ModelSettings {
  readonly provider: ProviderName;
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  /** The model's name at the provider. */
  readonly name: string;
  /** The model's name in requests and records, which is the same unless MODELS says otherwise. */
  readonly alias: string;
  /** Aliases of the models that answer while this one's provider cannot. */
  readonly fallback: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Members added to the body of every request. */
  readonly body: Json;
  readonly proxy: string | undefined;
  readonly effort: string | undefined;
  /** The administrator's corrections to what the service assumes of the model. */
  readonly capabilities: Partial<Capabilities>;
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number;
  readonly idleMs: number;
  readonly turnMs: number;
  readonly retry: { readonly initialMs: number; readonly maxAttempts: number };
  readonly prices: Prices;
  readonly team: { readonly tokensPerDay: number; readonly costPerDay: number };
  /** A run's budgets, unless its request sets lower ones. */
  readonly budgets: Budgets;
  /** An operator run's budgets. Its turns and its time are limited by its request. */
  readonly operator: Pick<Budgets, 'tokens' | 'cost'>;
}

/** What the API knows about a model. It does not call models, so it does not need their keys. */
export interface ModelChoice extends ModelOfServer {
  readonly name: string;
  readonly provider: ProviderName;
  readonly prices: Prices;
  readonly fallback: readonly string[];
  /** Whether the model sees pictures, before its server has refused any. */
  readonly images: boolean;
}

/** A model of the settings, and a digest of where it is. */
export interface ModelOfServer {
  readonly model: string;
  readonly server: string;
}

/**
 * Returns a model's name, and a digest that changes with its server, because a fact about one server may not hold for another.
 */
export const placeOf = ({ alias, provider, baseUrl = '', name }: ModelSettings): ModelOfServer => ({
  model: alias,
  server: createHash('sha256')
    .update(JSON.stringify([provider, baseUrl, name]))
    .digest('hex')
    .slice(0, 32),
});

export const choiceOf = (settings: ModelSettings): ModelChoice => ({
  ...placeOf(settings),
  name: settings.alias,
  provider: settings.provider,
  prices: settings.prices,
  fallback: settings.fallback,
  images: { ...knownCapabilities(settings), ...settings.capabilities }.images,
});

const TOKENS = 400_000;
const OPERATOR_TOKENS = 5_000_000;

/** Returns the default model's settings; undefined if no model is configured. */
export const modelSettings = (config: ModelConfig): ModelSettings | undefined => allModels(config)[0];

/** Returns the settings of all models that requests may choose, the default one first. */
export const allModels = (config: ModelConfig): readonly ModelSettings[] => [
  ...defaultModel(config),
  ...config.MODELS.map((entry) => listedSettings(config, entry)),
];

const defaultModel = (config: ModelConfig): readonly ModelSettings[] => {
  const { MODEL_PROVIDER_API_KEY: apiKey, MODEL_NAME: name } = config;
  if (apiKey === undefined || name === undefined) return [];
  return [
    {
      ...sharedSettings(config),
      ...serverOf(config),
      apiKey,
      name,
      alias: name,
      fallback: config.MODEL_FALLBACK,
      headers: config.MODEL_EXTRA_HEADERS,
      body: config.MODEL_EXTRA_BODY,
      capabilities: given(config.MODEL_CAPABILITIES),
      prices: {
        input: config.MODEL_PRICE_INPUT,
        cached: config.MODEL_PRICE_CACHED ?? config.MODEL_PRICE_INPUT,
        cacheWrite: config.MODEL_PRICE_CACHE_WRITE ?? config.MODEL_PRICE_INPUT,
        output: config.MODEL_PRICE_OUTPUT,
      },
    },
  ];
};

const listedSettings = (config: ModelConfig, entry: ListedModel): ModelSettings => {
  const shared = sharedSettings(config);
  const base = serverOf(config);
  const same = sameServer(entry, base);
  const input = entry.price_input ?? 0;
  return {
    ...shared,
    provider: entry.provider ?? base.provider,
    baseUrl: entry.base_url ?? (same ? base.baseUrl : undefined),
    apiKey: entry.api_key ?? (same ? config.MODEL_PROVIDER_API_KEY : undefined) ?? '',
    name: entry.model ?? entry.name,
    alias: entry.name,
    fallback: entry.fallback ?? [],
    headers: entry.headers ?? (same ? config.MODEL_EXTRA_HEADERS : {}),
    body: entry.body ?? {},
    proxy: entry.proxy ?? shared.proxy,
    effort: entry.reasoning_effort ?? shared.effort,
    capabilities: given(entry.capabilities ?? {}),
    temperature: entry.temperature ?? shared.temperature,
    maxOutputTokens: entry.max_output_tokens ?? shared.maxOutputTokens,
    prices: {
      input,
      cached: entry.price_cached ?? input,
      cacheWrite: entry.price_cache_write ?? input,
      output: entry.price_output ?? 0,
    },
  };
};

/** Drops members that are undefined, so that spreading the rest does not undo what is known. */
const given = (set: z.output<typeof overridesSchema>): Partial<Capabilities> =>
  Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));

const sharedSettings = (config: ModelConfig) => ({
  temperature: config.MODEL_TEMPERATURE,
  maxOutputTokens: config.MODEL_MAX_OUTPUT_TOKENS,
  effort: config.MODEL_REASONING_EFFORT,
  proxy: config.MODEL_PROXY,
  idleMs: config.MODEL_IDLE_TIMEOUT_MS,
  turnMs: config.MODEL_TURN_TIMEOUT_MS,
  retry: { initialMs: config.MODEL_RETRY_INITIAL_MS, maxAttempts: config.MODEL_RETRY_ATTEMPTS },
  team: {
    tokensPerDay: config.MODEL_TEAM_TOKENS_PER_DAY,
    costPerDay: config.MODEL_TEAM_COST_PER_DAY,
  },
  budgets: {
    turns: config.MODEL_RUN_TURNS,
    tool_calls: config.MODEL_RUN_TOOL_CALLS,
    tokens: config.MODEL_RUN_TOKENS ?? TOKENS,
    wall_ms: config.MODEL_RUN_WALL_MS,
    cost: config.MODEL_RUN_COST,
  },
  operator: { tokens: config.MODEL_RUN_TOKENS ?? OPERATOR_TOKENS, cost: config.MODEL_RUN_COST },
});
