import { z } from 'zod';
import type { ModelClient, Turn, TurnRequest } from '../../model/client.ts';
import type { Message } from '../../model/messages.ts';
import { BLANK_SCREEN } from '../../model/providers/responses/blank.ts';

export const add = {
  name: 'add',
  description: 'Adds two whole numbers.',
  input: z.strictObject({ a: z.int(), b: z.int() }),
};

export const SYSTEM: Message = {
  role: 'system',
  text: 'You calculate with the tool add, never in your head.',
};

/** The two sums have results that no model writes by chance. */
export const SUMS = [
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

/** Parses JSON; undefined if the text is not JSON. */
export const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** Makes a message of a user with one text. */
export const text = (words: string): Message => ({ role: 'user', parts: [{ type: 'text', text: words }] });

/** Options of a turn whose text is not used. */
export const quietly = (signal: AbortSignal) => ({ signal, onText: () => undefined });

const sumOf = ({ arguments: given }: Turn['calls'][number]): number =>
  Number(given['a']) + Number(given['b']);

/** Returns a turn and the results of its calls, as the next request contains them. */
export const answeredBy = (turn: Turn): readonly Message[] => [
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
