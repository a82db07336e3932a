import { z } from 'zod';
import type { Budgets } from '../governance/agent/budgets.ts';
import type { ProviderName } from './client.ts';

const count = (fallback: number, most: number, least = 0) =>
  z.coerce.number().int().min(least).max(most).default(fallback);

/** Settings for the model layer, part of the schema in src/config.ts. The layer is off if there is no key. */
export const modelShape = {
  MODEL_PROVIDER: z.enum(['openai', 'anthropic', 'openai-responses']).default('openai'),
  MODEL_PROVIDER_API_KEY: z.string().min(1).optional(),
  /** URL of a server that implements the provider's API; the provider's own server if not set. */
  MODEL_PROVIDER_BASE_URL: z
    .string()
    .regex(/^https?:\/\/[^\s@]+$/, 'expected an http(s) URL without credentials')
    .optional(),
  MODEL_NAME: z.string().min(1).max(200).optional(),
  MODEL_TEMPERATURE: z.coerce.number().min(0).max(2).optional(),
  /** Maximum number of tokens in one reply. */
  MODEL_MAX_OUTPUT_TOKENS: count(4_096, 1_000_000, 1),
  /** Maximum time for which a reply may stall before it is given up. */
  MODEL_IDLE_TIMEOUT_MS: count(60_000, 600_000, 100),
  /** Maximum time for a whole reply, even if it keeps arriving slowly. */
  MODEL_TURN_TIMEOUT_MS: count(600_000, 840_000, 1_000),
  /** Maximum number of turns that a worker process may have in progress at the same time. */
  MODEL_CONCURRENCY: count(200, 10_000, 1),
  MODEL_RETRY_INITIAL_MS: count(1_000, 60_000, 1),
  MODEL_RETRY_ATTEMPTS: count(6, 8, 1),
  /** Price of a million tokens, in the same currency as the cost limits. */
  MODEL_PRICE_INPUT: z.coerce.number().min(0).default(0),
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

/** Requires a model name if there is a key. */
export const refineModel = (config: ModelConfig, context: z.RefinementCtx): void => {
  if (config.MODEL_PROVIDER_API_KEY === undefined || config.MODEL_NAME !== undefined) return;
  context.addIssue({
    code: 'custom',
    path: ['MODEL_NAME'],
    message: "expected a model's name, because MODEL_PROVIDER_API_KEY is set",
  });
};

export interface ModelSettings {
  readonly provider: ProviderName;
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  readonly name: string;
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number;
  readonly idleMs: number;
  readonly turnMs: number;
  readonly retry: { readonly initialMs: number; readonly maxAttempts: number };
  readonly prices: { readonly input: number; readonly output: number };
  readonly team: { readonly tokensPerDay: number; readonly costPerDay: number };
  /** A run's budgets, unless its request sets lower ones. */
  readonly budgets: Budgets;
  /** An operator run's budgets. Its turns and its time are limited by its request. */
  readonly operator: Pick<Budgets, 'tokens' | 'cost'>;
}

const TOKENS = 400_000;
const OPERATOR_TOKENS = 5_000_000;

/** Returns the model layer's settings; undefined without a provider key. */
export const modelSettings = (config: ModelConfig): ModelSettings | undefined => {
  const { MODEL_PROVIDER_API_KEY: apiKey, MODEL_NAME: name } = config;
  if (apiKey === undefined || name === undefined) return undefined;
  return {
    provider: config.MODEL_PROVIDER,
    apiKey,
    baseUrl: config.MODEL_PROVIDER_BASE_URL,
    name,
    temperature: config.MODEL_TEMPERATURE,
    maxOutputTokens: config.MODEL_MAX_OUTPUT_TOKENS,
    idleMs: config.MODEL_IDLE_TIMEOUT_MS,
    turnMs: config.MODEL_TURN_TIMEOUT_MS,
    retry: { initialMs: config.MODEL_RETRY_INITIAL_MS, maxAttempts: config.MODEL_RETRY_ATTEMPTS },
    prices: { input: config.MODEL_PRICE_INPUT, output: config.MODEL_PRICE_OUTPUT },
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
  };
};
