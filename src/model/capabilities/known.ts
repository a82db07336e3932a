import { ASSUMED, type Capabilities, type ProviderName } from './capabilities.ts';

interface KnownModel {
  /** Matches the model's name in lower case, without a router's or a deployment's prefix. */
  readonly name?: RegExp;
  /** Matches the server's host name. */
  readonly host?: RegExp;
  readonly provider?: ProviderName;
  readonly has: Partial<Capabilities>;
}

/**
 * Known models and servers, from their public documentation. All entries that match apply, later ones last. An entry only saves a
 * refused request: whatever the table lacks is learned from the server's refusals.
 */
const KNOWN: readonly KnownModel[] = [
  { provider: 'anthropic', has: { prompt_caching: 'marks' } },
  { provider: 'openai-responses', has: { prompt_caching: 'automatic' } },
  {
    host: /^api\.anthropic\.com$|^api\.openai\.com$|\.openai\.azure\.com$/,
    has: { schema_with_tools: true },
  },
  // OpenAI accepts the newer name for all of its chat models; its reasoning models accept no other.
  {
    host: /^api\.openai\.com$/,
    has: { token_parameter: 'max_completion_tokens', prompt_caching: 'automatic' },
  },
  { name: /^(o\d|gpt-[5-9])/, has: { token_parameter: 'max_completion_tokens' } },
  { name: /^o1-(mini|preview)/, has: { system_role: 'user', images: false, json_schema: 'none' } },
  { name: /^(o1-mini|o3-mini|gpt-3\.5|gpt-4(-0|$))/, has: { images: false } },
  { name: /^gpt-(3\.5|4(?!o|\.))/, has: { reasoning_effort: false, json_schema: 'object' } },
  { name: /^(gpt-4o|gpt-4\.1|chatgpt)/, has: { reasoning_effort: false } },
  // Mistral reports usage without being asked and refuses members that it does not know.
  { host: /(^|\.)mistral\.ai$/, has: { usage_option: false, reasoning_effort: false } },
  { name: /^(open-)?(mistral|mixtral|ministral|codestral|devstral)/, has: { reasoning_effort: false } },
  { name: /^(mixtral|codestral|open-mistral|open-mixtral)/, has: { images: false } },
  { host: /(^|\.)deepseek\.com$/, has: { json_schema: 'object', prompt_caching: 'automatic' } },
  { name: /^deepseek/, has: { images: false, reasoning_effort: false } },
  { host: /^generativelanguage\.googleapis\.com$/, has: { prompt_caching: 'automatic' } },
  { name: /^gemma-?[12]/, has: { system_role: 'user', consecutive_messages: false } },
  // Lists only models that certainly cannot see pictures, because the caller would not notice that a picture was left out.
  {
    name: /^(qwen2\.5-(coder|math|\d)|qwen3-coder|qwq|llama-?3\.[13]|phi-?3(?!.*vision))/,
    has: { images: false },
  },
  { name: /^claude/, provider: 'openai', host: /(^|\.)openrouter\.ai$/, has: { prompt_caching: 'marks' } },
];

/** Returns what is known about a model before any request: the assumptions, and what the table says. */
export const knownCapabilities = ({
  provider,
  name,
  baseUrl,
}: {
  readonly provider: ProviderName;
  readonly name: string;
  readonly baseUrl: string | undefined;
}): Capabilities => {
  const bare = (name.toLowerCase().split('/').at(-1) ?? '').replace(/^models\//, '');
  const host = hostOf(baseUrl, provider);
  const matching = KNOWN.filter(
    (one) =>
      (one.provider === undefined || one.provider === provider) &&
      (one.name === undefined || one.name.test(bare)) &&
      (one.host === undefined || one.host.test(host)),
  );
  return matching.reduce<Capabilities>((all, { has }) => ({ ...all, ...has }), ASSUMED);
};

const hostOf = (baseUrl: string | undefined, provider: ProviderName): string => {
  if (baseUrl !== undefined) return URL.parse(baseUrl)?.hostname ?? '';
  return provider === 'anthropic' ? 'api.anthropic.com' : 'api.openai.com';
};
