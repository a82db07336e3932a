import { z } from 'zod';
import { answerFormat } from '../../model/capabilities/answer-format.ts';
import type { Json } from '../../model/capabilities/body.ts';
import { RefusalMemory } from '../../model/capabilities/memory.ts';
import type { ModelClient, Turn, TurnRequest } from '../../model/client.ts';
import type { Message } from '../../model/messages.ts';
import { createModelClient } from '../../model/providers/model-client.ts';
import { BLANK_SCREEN } from '../../model/providers/responses/blank.ts';
import type { ModelSettings } from '../../model/settings.ts';

const add = {
  name: 'add',
  description: 'Adds two whole numbers.',
  input: z.strictObject({ a: z.int(), b: z.int() }),
};

const SYSTEM: Message = { role: 'system', text: 'You calculate with the tool add, never in your head.' };

/** The two sums have results that no model writes by chance. */
const SUMS = [
  [48_211, 7_906],
  [30_575, 1_234],
] as const;

export interface ToolProbe {
  /** Milliseconds to the first word; undefined if there was no text. */
  readonly firstMs: number | undefined;
  readonly wholeMs: number;
  readonly calls: number;
  /** Whether the second turn used the result of the first call. */
  readonly answered: boolean;
  readonly usage: boolean;
  readonly cached: boolean;
}

/** Asks for two calls in a turn, then sends the results back, as a loop does. @throws ModelError */
export const probeTools = async (client: ModelClient, signal: AbortSignal): Promise<ToolProbe> => {
  const started = performance.now();
  const since = (): number => Math.round(performance.now() - started);
  let firstMs: number | undefined;
  const [[a, b], [c, d]] = SUMS;
  const messages: readonly Message[] = [
    SYSTEM,
    text(`Call add twice in this turn: for ${a} and ${b}, and for ${c} and ${d}. Then tell me both sums.`),
  ];
  const request: TurnRequest = { messages, tools: [add], images: new Map() };
  const first = await client.ask(request, { signal, onText: () => (firstMs ??= since()) });
  const wholeMs = since();
  const made = first.calls.filter(({ tool, fault }) => tool === 'add' && fault === undefined);
  const facts = {
    firstMs,
    wholeMs,
    calls: made.length,
    usage: first.estimated !== true,
    cached: first.cached_tokens !== undefined && first.cached_tokens > 0,
  };
  if (made.length === 0) return { ...facts, answered: false };
  const second = await client.ask(
    { ...request, messages: [...messages, ...answeredBy(first)] },
    quietly(signal),
  );
  const [expected] = made.map(sumOf);
  const said = second.text.replaceAll(/[\s,._’']/g, '');
  // A model may also make its second call now.
  return { ...facts, answered: second.calls.length > 0 || said.includes(String(expected)) };
};

/** Returns whether the model sees a picture that the server accepts. @throws ModelError */
export const probePicture = async (
  client: ModelClient,
  signal: AbortSignal,
): Promise<'seen' | 'accepted'> => {
  const data = Buffer.from(BLANK_SCREEN.slice(BLANK_SCREEN.indexOf(',') + 1), 'base64');
  const parts = [
    { type: 'text', text: 'Which colour is this picture? Answer in one word.' },
    { type: 'image', ref: 'blank', media_type: 'image/png' },
  ] as const;
  const turn = await client.ask(
    { messages: [{ role: 'user', parts }], tools: [], images: new Map([['blank', data]]) },
    quietly(signal),
  );
  return /black/i.test(turn.text) ? 'seen' : 'accepted';
};

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

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

const text = (words: string): Message => ({ role: 'user', parts: [{ type: 'text', text: words }] });

const quietly = (signal: AbortSignal) => ({ signal, onText: () => undefined });

const sumOf = ({ arguments: given }: Turn['calls'][number]): number =>
  Number(given['a']) + Number(given['b']);

/** Returns a turn and the results of its calls, as the next request contains them. */
const answeredBy = (turn: Turn): readonly Message[] => [
  {
    role: 'assistant',
    text: turn.text,
    calls: turn.calls,
    ...(turn.items !== undefined && { items: turn.items }),
    ...(turn.from !== undefined && { from: turn.from }),
  },
  ...turn.calls.map((call): Message => ({
    role: 'tool',
    call_id: call.id,
    tool: call.tool,
    parts: [{ type: 'text', text: call.fault ?? String(sumOf(call)) }],
    is_error: call.fault !== undefined,
  })),
];
