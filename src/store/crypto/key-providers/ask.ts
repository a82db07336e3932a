import { type Dispatcher, request } from 'undici';
import { KeyProviderError } from './provider.ts';

const TIMEOUT_MS = 10_000;

interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly dispatcher?: Dispatcher;
}

/**
 * Posts JSON to a provider and returns its answer.
 * @throws KeyProviderError with the status, never with the provider's words, which may quote what was sent
 */
export const ask = async (name: string, { url, headers, body, dispatcher }: Asked): Promise<unknown> => {
  const answer = await request(url, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(dispatcher !== undefined && { dispatcher }),
  }).catch((error: unknown) => {
    const { code = 'no answer' } = error as { code?: string };
    throw new KeyProviderError(`${name} cannot be reached (${code})`, { cause: error, mayPass: true });
  });
  const { statusCode } = answer;
  if (statusCode === 200)
    return answer.body.json().catch((error: unknown) => {
      throw new KeyProviderError(`${name} answered without JSON`, { cause: error });
    });
  await answer.body.dump();
  throw new KeyProviderError(`${name} answered with ${statusCode}${MEANINGS[statusCode] ?? ''}`, {
    mayPass: statusCode >= 500 || statusCode === 429,
  });
};

const MEANINGS: Readonly<Record<number, string>> = {
  400: ': it refuses the wrapped key, or has no such wrapping key',
  403: ': the credentials are not valid or do not allow this',
  404: ': it has no such mount or key',
  503: ': it is sealed or not ready',
};
