import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { answerFormat } from '../../capabilities/answer-format.ts';
import { maxTokensOf, type TurnRequest } from '../../client.ts';
import { toolsOf } from '../wire/tools.ts';
import type { ModelSettings } from '../../settings.ts';
import { originOf } from '../wire/own-items.ts';
import { postForStream } from '../wire/post.ts';
import { responsesParts } from './parts.ts';
import { responsesPrompt, responsesTools } from './request.ts';

/** Models that reason before they answer and return their reasoning encrypted, to be sent back. */
const THINKS = /^(o\d|gpt-([5-9]|\d\d)(?!.*chat)|codex|computer-use)/;

/**
 * Sends one request to OpenAI's `/responses`. The provider stores nothing, so each request contains the whole conversation.
 * @throws APICallError, or the error that broke the connection
 */
export const askResponses = async (
  settings: Pick<ModelSettings, 'apiKey' | 'provider' | 'name' | 'temperature' | 'maxOutputTokens'> & {
    readonly baseUrl: string;
    readonly fetch: typeof fetch;
    /** What earlier replies showed about the model. */
    readonly known: { thinks: boolean };
  },
  request: TurnRequest,
  abortSignal: AbortSignal,
): Promise<AsyncIterable<LanguageModelV4StreamPart>> => {
  const { known } = settings;
  const { instructions, input } = responsesPrompt(request, originOf(settings));
  const tools = responsesTools(toolsOf(request.tools, 'openai-responses'));
  const body = await postForStream({
    url: `${settings.baseUrl}/responses`,
    headers: { authorization: `Bearer ${settings.apiKey}` },
    body: {
      model: settings.name,
      stream: true,
      store: false,
      ...(instructions !== '' && { instructions }),
      input,
      ...(tools.length > 0 && { tools, tool_choice: 'auto' }),
      ...answerFormat('openai-responses', request.answerSchema),
      max_output_tokens: maxTokensOf(settings, request),
      ...(settings.temperature !== undefined && { temperature: settings.temperature }),
      ...((known.thinks || THINKS.test(settings.name)) && { include: ['reasoning.encrypted_content'] }),
      // The preview tool requires this.
      ...(settings.name.startsWith('computer-use-preview') && { truncation: 'auto' }),
    },
    abortSignal,
    fetch: settings.fetch,
  });
  return responsesParts(body, () => {
    known.thinks = true;
  });
};
