import type { ModelErrorCode } from '../errors.ts';
import { addressOf, type ModelSettings } from '../settings.ts';
import { sendThrough } from '../transport.ts';

const PATIENCE_MS = 5_000;

/**
 * Asks a provider for its list of models, which costs nothing, to find out whether it responds and accepts the key.
 * @returns the class of the failure; null if all is well; undefined if the response shows neither, because not every server has
 * such a list
 */
export const checkProvider = async (settings: ModelSettings): Promise<ModelErrorCode | null | undefined> => {
  const { provider, apiKey, headers, proxy } = settings;
  const anthropic = provider === 'anthropic';
  const url = `${addressOf(settings)}/models`;
  try {
    const response = await sendThrough(proxy)(url, {
      headers: {
        ...(anthropic
          ? { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
          : { authorization: `Bearer ${apiKey}` }),
        ...headers,
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.body?.cancel();
    return codeOf(response);
  } catch {
    return 'model_unavailable';
  }
};

const codeOf = ({ status, ok, headers }: Response): ModelErrorCode | null | undefined => {
  if (ok) return /^text\/html/i.test(headers.get('content-type') ?? '') ? 'model_protocol' : null;
  if (status === 401 || status === 403) return 'model_auth';
  if (status === 402) return 'model_quota';
  return status >= 500 ? 'model_unavailable' : undefined;
};
