import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { classifyFailure } from '../classify.ts';
import { ModelError } from '../errors.ts';
import type { ModelClient, Turn, TurnRequest } from '../client.ts';
import { Patience } from '../patience.ts';
import { promptOf, toolsOf } from '../prompt.ts';
import { RefusalMemory } from '../capabilities/memory.ts';
import { costOf } from '../prices.ts';
import { createTransport } from '../transport.ts';
import { askResponses } from './responses/ask.ts';
import { type ModelSettings, OPENAI } from '../settings.ts';
import { readTurn } from '../turn.ts';

type Fetch = typeof fetch;

/**
 * Creates a client for a configured model. Each call to it makes one HTTP request, or a further one for each thing that the
 * server refuses for the first time; retries are decided elsewhere.
 * @param memory what the model's server has refused so far
 */
export const createModelClient = (
  settings: ModelSettings,
  memory: RefusalMemory = new RefusalMemory(settings),
): ModelClient => {
  const speak = speakerOf(settings, streamsOnly(createTransport(settings, memory)));
  return {
    name: settings.alias,
    provider: settings.provider === 'anthropic' ? 'anthropic' : 'openai',
    team: settings.team,
    retry: settings.retry,
    costOf: (used) => costOf(settings.prices, used),
    ask: async (request, options) => ask(speak, settings, request, options),
  };
};

/** Sends one HTTP request and returns the parts of the response as they arrive. */
type Speak = (request: TurnRequest, signal: AbortSignal) => Promise<AsyncIterable<LanguageModelV4StreamPart>>;

const speakerOf = (settings: ModelSettings, fetch: Fetch): Speak => {
  if (settings.provider === 'openai-responses') {
    const { apiKey, baseUrl = OPENAI } = settings;
    return async (request, signal) => askResponses({ ...settings, apiKey, baseUrl, fetch }, request, signal);
  }
  const model = modelOf(settings, fetch);
  return async (request, abortSignal) => {
    const { stream } = await model.doStream({
      prompt: promptOf(request, settings.provider),
      tools: toolsOf(request.tools, settings.provider),
      toolChoice: { type: 'auto' },
      maxOutputTokens: settings.maxOutputTokens,
      ...(settings.temperature !== undefined && { temperature: settings.temperature }),
      abortSignal,
    });
    return stream;
  };
};

const modelOf = (settings: ModelSettings, fetch: Fetch): LanguageModelV4 => {
  const { apiKey, baseUrl, name } = settings;
  if (settings.provider === 'anthropic') {
    return createAnthropic({
      apiKey,
      fetch,
      ...(baseUrl !== undefined && { baseURL: baseUrl }),
    }).languageModel(name);
  }
  return createOpenAICompatible({
    name: 'openai',
    apiKey,
    baseURL: baseUrl ?? OPENAI,
    includeUsage: true,
    fetch,
  }).chatModel(name);
};

/**
 * Rejects responses that are not streams. A captive portal's page, or a complete response instead of a stream, would look like an
 * empty stream.
 */
const streamsOnly =
  (send: Fetch): Fetch =>
  async (input, init) => {
    const response = await send(input, init);
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && /^(text\/html|application\/json|text\/plain)/i.test(type)) {
      await response.body?.cancel();
      throw new ModelError('model_protocol', { status: response.status });
    }
    return response;
  };

const ask = async (
  speak: Speak,
  settings: ModelSettings,
  request: TurnRequest,
  { signal, onText }: Parameters<ModelClient['ask']>[1],
): Promise<Turn> => {
  const patience = new Patience(settings);
  try {
    const parts = await speak(request, AbortSignal.any([signal, patience.signal]));
    return await readTurn(parts, {
      model: settings.name,
      turn: `call_${request.messages.length}`,
      promptTokens: Math.ceil(JSON.stringify(request.messages).length / 4),
      onProgress: () => patience.renew(),
      onText,
    });
  } catch (error) {
    if (patience.signal.aborted) throw new ModelError('model_interrupted');
    signal.throwIfAborted();
    throw classifyFailure(error);
  } finally {
    patience.end();
  }
};
