import { z } from 'zod';

/** A provider's API: chat completions, Anthropic's messages or OpenAI's responses. */
export type ProviderName = 'openai' | 'anthropic' | 'openai-responses';

/**
 * What a model's server accepts in a request, and what the model can do. Requests are built from this. The values come from the
 * table of known models, then from refusals, then from the settings; later ones win.
 */
export const capabilitiesSchema = z.strictObject({
  /** Parameter that limits the length of a reply; null if the server accepts none. Only for chat completions. */
  token_parameter: z.enum(['max_tokens', 'max_completion_tokens']).nullable(),
  /** Whether the server accepts the option that makes a stream report the tokens used. */
  usage_option: z.boolean(),
  /** The text of a turn that has only calls: `null`, an empty string, or no member at all. */
  empty_content: z.enum(['null', 'empty', 'absent']),
  /** Role for the instructions. With `user` they precede the first user message. */
  system_role: z.enum(['system', 'developer', 'user']),
  /** Whether the server accepts two user messages in a row. If not, they are joined. */
  consecutive_messages: z.boolean(),
  /** Whether a turn may have several calls. If not, the request says so to servers that have a parameter for this. */
  parallel_calls: z.boolean(),
  /** Whether the model sees pictures. If not, each picture is replaced with a remark. */
  images: z.boolean(),
  /** How strictly the server can constrain an answer to JSON. */
  json_schema: z.enum(['schema', 'object', 'none']),
  /**
   * Whether the model may still call tools while its answer is constrained. Many servers then constrain the whole reply, so that
   * the model silently never calls a tool.
   */
  schema_with_tools: z.boolean(),
  /** Whether the request may say how much the model should reason. */
  reasoning_effort: z.boolean(),
  /** How the server caches prompts: where the request marks them, automatically, or not at all as far as we know. */
  prompt_caching: z.enum(['marks', 'automatic', 'none']),
  /** Further body members that the server refuses, such as `temperature`. */
  without: z.array(z.string()),
});

export type Capabilities = Readonly<z.output<typeof capabilitiesSchema>>;

/** Capabilities of a model that nothing is known about. Most servers accept all of this. */
export const ASSUMED: Capabilities = {
  token_parameter: 'max_tokens',
  usage_option: true,
  empty_content: 'null',
  system_role: 'system',
  consecutive_messages: true,
  parallel_calls: true,
  images: true,
  json_schema: 'schema',
  schema_with_tools: false,
  reasoning_effort: true,
  prompt_caching: 'none',
  without: [],
};
