import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { membersOf } from './members.ts';

export type Usage = Extract<LanguageModelV4StreamPart, { type: 'finish' }>['usage'];

/** The usage of a reply whose server did not count its tokens. */
export const NOT_COUNTED: Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** Adds the tokens of two requests. A count that neither has stays unknown. */
export const addUsage = ({ inputTokens, outputTokens }: Usage, more: Usage): Usage => ({
  inputTokens: sumOf(inputTokens, more.inputTokens),
  outputTokens: sumOf(outputTokens, more.outputTokens),
});

const sumOf = <Counts extends object>(one: Counts, other: Counts): Counts => {
  const sums = Object.entries(one).map(([name, count]: [string, number | undefined]) => {
    const more = (other as Readonly<Record<string, number | undefined>>)[name];
    return [name, count === undefined && more === undefined ? undefined : (count ?? 0) + (more ?? 0)];
  });
  return Object.fromEntries(sums) as Counts;
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
      // Only routers in front of providers that charge for it report this.
      cacheWrite: countOf(
        details['cache_write_tokens'] ??
          details['cache_creation_tokens'] ??
          members['cache_creation_input_tokens'],
      ),
    },
    outputTokens: {
      total: countOf(members['completion_tokens'] ?? members['output_tokens']),
      text: undefined,
      reasoning: undefined,
    },
  };
};
