import { type Dispatcher, request } from 'undici';
import { KeyProviderError } from './provider.ts';

const TIMEOUT_MS = 10_000;

interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly dispatcher?: Dispatcher;
  /** Ends the call before its own limit. */
  readonly signal?: AbortSignal;
}

/**
 * Posts JSON to a provider and returns its answer.
 * @throws KeyProviderError with the status, never with the provider's words, which may quote the request
 */
export const ask = async (
  name: string,
  { url, headers, body, dispatcher, signal }: Asked,
): Promise<unknown> => {
  const answer = await request(url, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]),
    ...(dispatcher !== undefined && { dispatcher }),
  }).catch((error: unknown) => {
    const { code } = error as { code?: unknown };
    // The code of an ended call is a number.
    const why = typeof code === 'string' ? code : 'no answer';
    throw new KeyProviderError(`${name} cannot be reached (${why})`, { cause: error, mayPass: true });
  });
  const { statusCode } = answer;
  if (statusCode === 200)
    return answer.body.json().catch(() => {
      // The parser's error quotes the answer.
      throw new KeyProviderError(`${name} answered without JSON`);
    });
  await answer.body.dump();
  throw new KeyProviderError(`${name} answered with ${statusCode}${MEANINGS[statusCode] ?? ''}`, {
    mayPass: statusCode >= 500 || statusCode === 429 || statusCode === 307,
  });
};

const MEANINGS: Readonly<Record<number, string>> = {
  307: ': it is a standby, and its redirects are not followed',
  400: ': it refuses the wrapped key, or has no such wrapping key',
  403: ': the credentials are not valid or do not allow this',
  404: ': it has no such mount or key',
  503: ': it is sealed or not ready',
};
