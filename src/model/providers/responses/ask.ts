import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import {
  createEventSourceResponseHandler,
  createJsonErrorResponseHandler,
  postJsonToApi,
  zodSchema,
} from '@ai-sdk/provider-utils';
import { z } from 'zod';
import type { TurnRequest } from '../../client.ts';
import { toolsOf } from '../../prompt.ts';
import type { ModelSettings } from '../../settings.ts';
import { responsesEvent, responsesParts } from './parts.ts';
import { responsesPrompt, responsesTools } from './request.ts';

/** Models that reason before they answer and return their reasoning encrypted, to be sent back. */
const THINKS = /^(o\d|gpt-([5-9]|\d\d)(?!.*chat)|codex|computer-use)/;

const events = createEventSourceResponseHandler(zodSchema(responsesEvent));
/** Hides a provider's error text. It is only read to classify the error, and is never shown. */
const failure = createJsonErrorResponseHandler({
  errorSchema: zodSchema(z.looseObject({})),
  errorToMessage: () => 'The provider responded with an error.',
});

/**
 * Sends one request to OpenAI's `/responses`. The provider stores nothing, so each request contains the whole conversation.
 * @throws APICallError, or the error that broke the connection
 */
export const askResponses = async (
  settings: Pick<ModelSettings, 'apiKey' | 'name' | 'temperature' | 'maxOutputTokens'> & {
    readonly baseUrl: string;
    readonly fetch: typeof fetch;
  },
  request: TurnRequest,
  abortSignal: AbortSignal,
): Promise<AsyncIterable<LanguageModelV4StreamPart>> => {
  const { instructions, input } = responsesPrompt(request);
  const tools = responsesTools(toolsOf(request.tools, 'openai-responses'));
  const { value } = await postJsonToApi({
    url: `${settings.baseUrl.replace(/\/$/, '')}/responses`,
    headers: { authorization: `Bearer ${settings.apiKey}` },
    body: {
      model: settings.name,
      stream: true,
      store: false,
      ...(instructions !== '' && { instructions }),
      input,
      ...(tools.length > 0 && { tools, tool_choice: 'auto' }),
      max_output_tokens: settings.maxOutputTokens,
      ...(settings.temperature !== undefined && { temperature: settings.temperature }),
      ...(THINKS.test(settings.name) && { include: ['reasoning.encrypted_content'] }),
      // The preview tool requires this.
      ...(settings.name.startsWith('computer-use-preview') && { truncation: 'auto' }),
    },
    failedResponseHandler: failure,
    successfulResponseHandler: events,
    abortSignal,
    fetch: settings.fetch,
  });
  return responsesParts(value);
};
