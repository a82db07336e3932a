import { z } from 'zod';
import { answerFormat } from '../../model/capabilities/answer-format.ts';
import type { Json } from '../../model/capabilities/body.ts';
import { RefusalMemory } from '../../model/capabilities/memory.ts';
import type { ModelClient, TurnRequest } from '../../model/client.ts';
import type { Message } from '../../model/messages.ts';
import { createModelClient } from '../../model/providers/model-client.ts';
import type { ModelSettings } from '../../model/settings.ts';
import { text, quietly, parsed, SUMS, SYSTEM, add, answeredBy } from './model-probes.ts';

const objectOf = (name: string, type: 'integer' | 'string') => ({
  type: 'object',
  properties: { [name]: { type } },
  required: [name],
  additionalProperties: false,
});

/** Returns a client whose requests ask for an answer in a JSON Schema. */
const constrained = (settings: ModelSettings, schema: object): ModelClient => {
  const format = answerFormat(settings.provider, { schema: schema as Json, strict: true });
  const asking = {
    ...settings,
    capabilities: { ...settings.capabilities, schema_with_tools: true },
    body: { ...settings.body, ...format } as ModelSettings['body'],
  };
  return createModelClient(asking, new RefusalMemory(asking));
};

/** Returns whether the model's answer follows a JSON Schema. @throws ModelError */
export const probeSchema = async (settings: ModelSettings, signal: AbortSignal): Promise<boolean> => {
  const client = constrained(settings, objectOf('capital', 'string'));
  const messages = [text('What is the capital of France? Answer in JSON.')];
  const turn = await client.ask({ messages, tools: [], images: new Map() }, quietly(signal));
  return z.strictObject({ capital: z.string() }).safeParse(parsed(turn.text)).success;
};

/** How a model works with a tool while its answer has to follow a JSON Schema. */
export type SchemaWithTools = 'works' | 'never calls' | 'ignores the schema';
/**
 * Asks for a call while the answer is constrained, and then for the answer. Many servers constrain every reply, so that the model
 * never calls a tool.
 * @throws ModelError
 */
export const probeSchemaWithTools = async (
  settings: ModelSettings,
  signal: AbortSignal,
): Promise<SchemaWithTools> => {
  const client = constrained(settings, objectOf('sum', 'integer'));
  const [[a, b]] = SUMS;
  const messages: readonly Message[] = [
    SYSTEM,
    text(`Call add for ${a} and ${b}. Then answer in JSON, with the sum in the member "sum".`),
  ];
  const request: TurnRequest = { messages, tools: [add], images: new Map() };
  const first = await client.ask(request, quietly(signal));
  if (!first.calls.some(({ tool, fault }) => tool === 'add' && fault === undefined)) return 'never calls';
  const second = await client.ask(
    { ...request, messages: [...messages, ...answeredBy(first)] },
    quietly(signal),
  );
  const fits = z.strictObject({ sum: z.int() }).safeParse(parsed(second.text)).success;
  return fits ? 'works' : 'ignores the schema';
};
