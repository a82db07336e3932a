import { isObject, type Json } from './body.ts';
import type { Capabilities, ProviderName } from './capabilities.ts';

/** The member that says in which form to answer, in each API. */
const MEMBERS: Readonly<Record<ProviderName, string>> = {
  openai: 'response_format',
  anthropic: 'output_config',
  'openai-responses': 'text',
};

/** Returns the member that asks for an answer in a JSON Schema. */
export const answerFormat = (
  provider: ProviderName,
  asked: { readonly schema: Json; readonly strict: boolean } | undefined,
): Json => {
  if (asked === undefined) return {};
  const { schema, strict } = asked;
  const named = { name: 'answer', strict, schema };
  if (provider === 'openai') return { response_format: { type: 'json_schema', json_schema: named } };
  return provider === 'anthropic'
    ? { output_config: { format: { type: 'json_schema', schema } } }
    : { text: { format: { type: 'json_schema', ...named } } };
};

/** Returns whether a body asks for an answer in a JSON Schema. */
export const asksForSchema = (body: Json): boolean =>
  Object.values(MEMBERS).some(
    (name) => isObject(body[name]) && JSON.stringify(body[name]).includes('"json_schema"'),
  );

/** Leaves out the form of the answer. */
export const withoutFormat = (provider: ProviderName, body: Json): Json => {
  const { [MEMBERS[provider]]: _, ...rest } = body;
  return rest;
};

/** Adapts the form of the answer to what the server accepts. */
export const formatFor = (provider: ProviderName, body: Json, has: Capabilities): Json => {
  if (!(MEMBERS[provider] in body)) return body;
  const tools = Array.isArray(body['tools']) && body['tools'].length > 0;
  if (tools && !has.schema_with_tools) return withoutFormat(provider, body);
  if (has.json_schema === 'schema') return body;
  const format = { type: 'json_object' };
  if (has.json_schema === 'none' || provider === 'anthropic') return withoutFormat(provider, body);
  return { ...body, ...(provider === 'openai' ? { response_format: format } : { text: { format } }) };
};
