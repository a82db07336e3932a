import type { Capabilities } from './capabilities.ts';

/**
 * Something that a server refused: the name of a body member, or one of the names below for anything that is not a member itself.
 * Only refusals are remembered; a model's capabilities are derived from them.
 */
export type Refused = string;

/** Refusals of parts of messages. */
export const REFUSED_PARTS = {
  nullContent: 'content: null',
  emptyContent: 'content: ""',
  systemRole: 'role: system',
  developerRole: 'role: developer',
  consecutive: 'consecutive messages',
  images: 'images',
  schemaWithTools: 'schema with tools',
} as const;

/** Returns the capabilities that remain after these refusals. */
export const withRefusals = (before: Capabilities, refused: readonly Refused[]): Capabilities => {
  const has = new Set(refused);
  const tokens = TOKEN_NAMES.filter((name) => !has.has(name));
  const preferred = before.token_parameter;
  const known = new Set<string>([...Object.values(REFUSED_PARTS), ...TOKEN_NAMES, 'stream_options']);
  return {
    ...before,
    token_parameter: preferred === null || tokens.includes(preferred) ? preferred : (tokens[0] ?? null),
    usage_option: before.usage_option && !has.has('stream_options'),
    empty_content: has.has(REFUSED_PARTS.emptyContent)
      ? 'absent'
      : has.has(REFUSED_PARTS.nullContent) && before.empty_content === 'null'
        ? 'empty'
        : before.empty_content,
    system_role: roleAfter(before.system_role, has),
    consecutive_messages: before.consecutive_messages && !has.has(REFUSED_PARTS.consecutive),
    images: before.images && !has.has(REFUSED_PARTS.images),
    json_schema: has.has('response_format') || has.has('text') ? 'none' : before.json_schema,
    schema_with_tools: before.schema_with_tools && !has.has(REFUSED_PARTS.schemaWithTools),
    reasoning_effort: before.reasoning_effort && !EFFORT.some((name) => has.has(name)),
    prompt_caching: has.has('cache_control') ? 'none' : before.prompt_caching,
    without: [...new Set([...before.without, ...refused.filter((name) => !known.has(name))])],
  };
};

const TOKEN_NAMES = ['max_tokens', 'max_completion_tokens'] as const;
const EFFORT = ['reasoning_effort', 'reasoning', 'output_config'];

const roleAfter = (
  role: Capabilities['system_role'],
  has: ReadonlySet<string>,
): Capabilities['system_role'] => {
  if (role === 'developer' && has.has(REFUSED_PARTS.developerRole)) return roleAfter('system', has);
  return role === 'system' && has.has(REFUSED_PARTS.systemRole) ? 'user' : role;
};
