export interface SentAs {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** The code of the problem; the text `undefined` if the response is not a problem. */
  readonly problem: string;
}

/** Sends a request to a service under test as the holder of a key, and parses the JSON response. */
export const sendAs = async (
  key: string,
  service: { readonly url: string },
  method: string,
  path: string,
  body?: object,
): Promise<SentAs> => {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: answer, problem: String(answer['type']).split(':').at(-1)! };
};
