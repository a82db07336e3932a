/** A body that is sent as it is: a file's bytes, a stream of them, text, or a form with several files. */
export type RawBody =
  Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string | FormData;

/** Returns whether a body can be sent a second time. A stream is read only once. */
export const isRepeatable = (body: unknown): boolean => !(body instanceof ReadableStream);

const isRaw = (body: unknown): body is RawBody =>
  typeof body === 'string' ||
  body instanceof Blob ||
  body instanceof FormData ||
  body instanceof ReadableStream ||
  body instanceof ArrayBuffer ||
  ArrayBuffer.isView(body);

/** Returns what fetch gets for a body. Objects are sent as JSON. */
export const encodeBody = (body: unknown): { readonly content?: RawBody; readonly type?: string } => {
  if (body === undefined) return {};
  if (!isRaw(body)) return { content: JSON.stringify(body), type: 'application/json' };
  if (body instanceof FormData || (body instanceof Blob && body.type !== '')) return { content: body };
  return {
    content: body,
    type: typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream',
  };
};
