import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { membersOf } from './members.ts';

type Usage = Extract<LanguageModelV4StreamPart, { type: 'finish' }>['usage'];

/** The usage of a reply whose server did not count its tokens. */
export const NOT_COUNTED: Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** Maximum plausible number of tokens. A larger count is a server's mistake and would not fit into the database. */
const MOST = 1_000_000_000;

/** Reads a count of tokens, which some servers write as text or with a fraction. */
export const countOf = (value: unknown): number | undefined => {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof count !== 'number' || !Number.isFinite(count) || count < 0) return undefined;
  return Math.min(Math.ceil(count), MOST);
};

/** Reads a chunk's token counts, under the names of either of OpenAI's protocols; undefined if the chunk has none. */
export const usageIn = ({ usage }: { readonly usage?: unknown }): Usage | undefined => {
  if (typeof usage !== 'object' || usage === null) return undefined;
  const members = membersOf(usage);
  const details = membersOf(members['prompt_tokens_details'] ?? members['input_tokens_details']);
  return {
    inputTokens: {
      total: countOf(members['prompt_tokens'] ?? members['input_tokens']),
      noCache: undefined,
      cacheRead: countOf(details['cached_tokens'] ?? members['prompt_cache_hit_tokens']),
      cacheWrite: undefined,
    },
    outputTokens: {
      total: countOf(members['completion_tokens'] ?? members['output_tokens']),
      text: undefined,
      reasoning: undefined,
    },
  };
};
