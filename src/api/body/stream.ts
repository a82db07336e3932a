import type { IncomingMessage } from 'node:http';
import { allowSlowBody, endSlowBody } from '../http/slow-bodies.ts';
import { ProblemError } from '../http/problem.ts';
import { drain, inflaterOf, mediaTypeProblem } from './read.ts';

/** Longest pause between two pieces of a body. */
const STALLED_MS = 60_000;

export interface BodyStream {
  /** The media type that was sent. */
  readonly type: string;
  /** The bytes after decompression. Throws a ProblemError if they break off, stall or exceed the limit. */
  readonly bytes: AsyncGenerator<Buffer, void, undefined>;
}

/**
 * Opens a body that its reader takes piece by piece. The body may take longer than other requests, as long as it does not stall.
 * @throws ProblemError 415, and 422 if there is no body
 */
export const openBody = (
  request: IncomingMessage,
  { types, limit }: { readonly types: readonly string[]; readonly limit: number },
): BodyStream => {
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-type': given } = request.headers;
  if (chunked === undefined && (length === undefined || Number(length) === 0))
    throw new ProblemError('invalid-request', {
      errors: [{ in: 'body', pointer: '', message: 'expected a file' }],
    });
  const type = types.find((wanted) => mediaTypeProblem(given, wanted) === undefined);
  if (type === undefined) {
    drain(request);
    const detail = `Send the body in UTF-8 as ${types.join(' or ')}.`;
    throw new ProblemError('unsupported-media-type', { detail });
  }
  return { type, bytes: piecesOf(request, limit) };
};

const piecesOf = async function* (
  request: IncomingMessage,
  limit: number,
): AsyncGenerator<Buffer, void, undefined> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const inflater = encoding === 'identity' ? undefined : inflaterOf(encoding);
  const source = inflater === undefined ? request : request.pipe(inflater);
  let size = 0;
  let failure: ProblemError | undefined;
  const fail = (problem: ProblemError): void => {
    failure ??= problem;
    source.destroy(problem);
  };
  const stalled = setTimeout(
    () => fail(new ProblemError('request-timeout', { detail: 'The body stalled for a minute.' })),
    STALLED_MS,
  );
  const onArrival = (): void => void stalled.refresh();
  const onClose = (): void => {
    if (!request.complete) inflater?.destroy(new Error('the client disconnected'));
  };
  request.on('close', onClose);
  allowSlowBody(request.socket);
  try {
    // A destroyed request would take the response's socket with it, so the iterator must not destroy it.
    for await (const piece of source.iterator({ destroyOnReturn: false })) {
      onArrival();
      size += (piece as Buffer).length;
      if (size > limit)
        throw new ProblemError('body-too-large', {
          detail: `The body is limited to ${limit} bytes after decompression.`,
        });
      yield piece as Buffer;
      onArrival();
    }
  } catch (error) {
    if (failure !== undefined) throw failure;
    if (error instanceof ProblemError) throw error;
    throw new ProblemError('malformed-body', {
      detail: 'The body is incomplete or does not match its Content-Encoding.',
    });
  } finally {
    clearTimeout(stalled);
    endSlowBody(request.socket);
    request.off('close', onClose);
    if (inflater !== undefined) {
      request.unpipe(inflater);
      inflater.destroy();
    }
    drain(request);
  }
};
