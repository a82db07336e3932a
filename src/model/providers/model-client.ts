import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { classifyFailure } from '../classify.ts';
import { ModelError } from '../errors.ts';
import { costOf } from '../money.ts';
import type { ModelClient, Turn, TurnRequest } from '../client.ts';
import { Patience } from '../patience.ts';
import { askChat } from './chat/ask.ts';
import { askMessages } from './messages/ask.ts';
import { originOf } from './own-items.ts';
import { askResponses } from './responses/ask.ts';
import { streamsOnly } from './server-sent.ts';
import type { ModelSettings } from '../settings.ts';
import { readTurn } from '../turn.ts';

const OPENAI = 'https://api.openai.com/v1';
const ANTHROPIC = 'https://api.anthropic.com/v1';

/** Creates a client for the configured model. Each call to it makes one HTTP request; retries are decided elsewhere. */
export const createModelClient = (settings: ModelSettings): ModelClient => {
  const speak = speakerOf(settings);
  const seen = { unopened: false };
  return {
    name: settings.name,
    provider: settings.provider === 'anthropic' ? 'anthropic' : 'openai',
    team: settings.team,
    retry: settings.retry,
    costOf: (used) => costOf(used, settings.prices),
    ask: async (request, options) => ask(speak, { ...settings, seen }, request, options),
  };
};

/** Sends one HTTP request and returns the parts of the response as they arrive. */
type Speak = (request: TurnRequest, signal: AbortSignal) => Promise<AsyncIterable<LanguageModelV4StreamPart>>;

const speakerOf = (settings: ModelSettings): Speak => {
  const { provider, apiKey, baseUrl = OPENAI } = settings;
  const fetch = streamsOnly();
  if (provider === 'openai') {
    return async (request, signal) => askChat({ ...settings, apiKey, baseUrl, fetch }, request, signal);
  }
  if (provider === 'openai-responses') {
    // Learned from a reply, because a deployment or a router can give a model any name.
    const known = { thinks: false };
    return async (request, signal) =>
      askResponses({ ...settings, apiKey, baseUrl, fetch, known }, request, signal);
  }
  const anthropic = { ...settings, apiKey, baseUrl: settings.baseUrl ?? ANTHROPIC, fetch };
  return async (request, signal) => askMessages(anthropic, request, signal);
};

/** Leaves out the provider's form of a turn, whose text and calls are counted already. */
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
