import { createJsonErrorResponseHandler, postJsonToApi, zodSchema } from '@ai-sdk/provider-utils';
import { z } from 'zod';

/** Hides a provider's error text. It is only read to classify the error, and is never shown. */
const failure = createJsonErrorResponseHandler({
  errorSchema: zodSchema(z.looseObject({})),
  errorToMessage: () => 'The provider responded with an error.',
});

/** Sends one request and returns the body of its response. @throws APICallError, or the error that broke the connection */
export const postForStream = async (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly abortSignal: AbortSignal;
  readonly fetch: typeof fetch;
}): Promise<AsyncIterable<Uint8Array>> => {
  const { value } = await postJsonToApi<AsyncIterable<Uint8Array>>({
    ...request,
    headers: { ...request.headers },
    failedResponseHandler: failure,
    successfulResponseHandler: async ({ response }) => ({ value: response.body ?? empty() }),
  });
  return value;
};

async function* empty(): AsyncGenerator<Uint8Array> {
  // A response without a body is a reply without events.
}
