import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { RefusalMemory } from '../capabilities/memory.ts';
import { classifyFailure } from '../classify.ts';
import { ModelError } from '../errors.ts';
import type { ModelClient, Turn, TurnRequest } from '../client.ts';
import { Patience } from '../patience.ts';
import { costOf } from '../prices.ts';
import { addressOf, type ModelSettings } from '../settings.ts';
import { createTransport } from '../transport.ts';
import { readTurn } from '../turn.ts';
import { askChat } from './chat/ask.ts';
import { askMessages } from './messages/ask.ts';
import { originOf } from './wire/own-items.ts';
import { askResponses } from './responses/ask.ts';
import { streamsOnly } from './wire/server-sent.ts';

/**
 * Creates a client for a configured model. Each call to it makes one HTTP request, plus one for each thing that the server
 * refuses for the first time; retries are decided elsewhere.
 * @param memory what the model's server has refused so far
 */
export const createModelClient = (
  settings: ModelSettings,
  memory: RefusalMemory = new RefusalMemory(settings),
): ModelClient => {
  const speak = speakerOf(settings, streamsOnly(createTransport(settings, memory)));
  const seen = { unopened: false };
  return {
    name: settings.alias,
    provider: settings.provider === 'anthropic' ? 'anthropic' : 'openai',
    team: settings.team,
    retry: settings.retry,
    costOf: (used) => costOf(settings.prices, used),
    ask: async (request, options) => ask(speak, { ...settings, seen }, request, options),
  };
};

/** Sends one HTTP request and returns the parts of the response as they arrive. */
type Speak = (request: TurnRequest, signal: AbortSignal) => Promise<AsyncIterable<LanguageModelV4StreamPart>>;

const speakerOf = (settings: ModelSettings, send: typeof fetch): Speak => {
  const server = { ...settings, baseUrl: addressOf(settings), fetch: send };
  if (settings.provider === 'openai') return async (request, signal) => askChat(server, request, signal);
  if (settings.provider === 'anthropic')
    return async (request, signal) => askMessages(server, request, signal);
  // Learned from a reply, because a deployment or a router can give a model any name.
  const known = { thinks: false };
  return async (request, signal) => askResponses({ ...server, known }, request, signal);
};

/** Leaves out a turn's provider-specific items, because its text and calls are already counted. */
const withoutItems = (name: string, value: unknown): unknown => (name === 'items' ? undefined : value);

const ask = async (
  speak: Speak,
  settings: ModelSettings & { readonly seen: { unopened: boolean } },
  request: TurnRequest,
  { signal, onText }: Parameters<ModelClient['ask']>[1],
): Promise<Turn> => {
  const patience = new Patience(settings);
  try {
    const parts = await speak(request, AbortSignal.any([signal, patience.signal]));
    const turn = await readTurn(parts, {
      model: settings.name,
      thinksUnopened: settings.seen.unopened,
      onUnopened: () => {
        settings.seen.unopened = true;
      },
      turn: `call_${request.messages.length}`,
      promptTokens: Math.ceil(JSON.stringify(request.messages, withoutItems).length / 4),
      onProgress: () => patience.renew(),
      onText,
    });
    return { ...turn, ...(turn.items !== undefined && { from: originOf(settings) }) };
  } catch (error) {
    if (patience.signal.aborted) throw new ModelError('model_interrupted');
    signal.throwIfAborted();
    throw classifyFailure(error);
  } finally {
    patience.end();
  }
};
