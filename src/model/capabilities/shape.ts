import { isObject, type Json, without, withoutMarks, withoutPictures } from './body.ts';
import { formatFor } from './answer-format.ts';
import type { Capabilities, ProviderName } from './capabilities.ts';
import { chatBody } from './chat.ts';

export interface Shape {
  readonly provider: ProviderName;
  readonly capabilities: Capabilities;
  /** Members that the administrator adds to every request. */
  readonly extra: Json;
  /** How much the model should reason; undefined leaves it to the provider. */
  readonly effort: string | undefined;
}

/** Adapts a request's body to what the model's server accepts. */
export const shapeBody = (body: Json, shape: Shape): Json => {
  const { provider, capabilities: has, extra } = shape;
  const asked = formatFor(provider, body, has);
  const shaped = SHAPES[provider]({ ...asked, ...effortFor(shape, asked), ...extra }, has);
  return without(shaped, has.without);
};

/** Returns the member that says how much to reason, which each API names differently. */
const effortFor = ({ provider, capabilities, effort }: Shape, { output_config: config }: Json): Json => {
  if (effort === undefined || !capabilities.reasoning_effort) return {};
  if (provider === 'openai') return { reasoning_effort: effort };
  if (provider === 'openai-responses') return { reasoning: { effort } };
  return { output_config: { ...(isObject(config) && config), effort } };
};

const anthropicBody = (body: Json, has: Capabilities): Json => {
  const seen = has.images ? body : { ...body, messages: withoutPictures(body['messages'], 'text') };
  const marked =
    has.prompt_caching === 'marks'
      ? seen
      : {
          ...seen,
          messages: withoutMarks(seen['messages']),
          ...('system' in seen && { system: withoutMarks(seen['system']) }),
        };
  if (has.parallel_calls || !('tools' in marked)) return marked;
  const choice = isObject(marked['tool_choice']) ? marked['tool_choice'] : { type: 'auto' };
  return { ...marked, tool_choice: { ...choice, disable_parallel_tool_use: true } };
};

const responsesBody = (body: Json, has: Capabilities): Json => ({
  ...body,
  ...(!has.images && { input: withoutPictures(body['input'], 'input_text') }),
  ...(!has.parallel_calls && 'tools' in body && { parallel_tool_calls: false }),
});

const SHAPES: Readonly<Record<ProviderName, (body: Json, has: Capabilities) => Json>> = {
  openai: chatBody,
  anthropic: anthropicBody,
  'openai-responses': responsesBody,
};
