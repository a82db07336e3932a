import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { MIMEType } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import getRawBody from 'raw-body';
import { ProblemError } from '../http/problem.ts';
import type { BodyReservation } from './memory-budget.ts';

const DEFAULT_LIMIT = 10 * 1024 * 1024;
/** A body whose announced size is at most this is read without counting its chunks. */
const UNCOUNTED = 64 * 1024;

const inflaters: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export interface BodyRules {
  /** The only media type that is accepted. Default: any. */
  readonly type?: string;
  /** Maximum number of bytes after decompression. */
  readonly limit?: number | undefined;
  /** The request's reservation in the memory budget for bodies. */
  readonly share: BodyReservation;
}

/**
 * Reads the body's bytes; returns undefined if there are none. A body of another media type is refused, because ignoring it would
 * make the body seem missing.
 * @throws ProblemError 400, 413, 415, 429
 */
export const readBody = async (
  request: IncomingMessage,
  { type, limit = DEFAULT_LIMIT, share }: BodyRules,
): Promise<Buffer | undefined> => {
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
  if (chunked === undefined && (length === undefined || Number(length) === 0)) return undefined;
  const mismatch = type === undefined ? undefined : mediaTypeProblem(request.headers['content-type'], type);
  if (mismatch !== undefined) {
    // A chunked body may still turn out to be empty.
    if (chunked !== undefined && (await isEmpty(request))) return undefined;
    throw mismatch;
  }
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const announced = chunked === undefined ? Math.min(Number(length), limit) : 0;
  if (!share.couldReserve(announced)) {
    drain(request);
    throw noRoom();
  }
  const bytes =
    encoding !== 'identity'
      ? await readThrough(request, inflaterOf(encoding), limit, share)
      : chunked === undefined && announced <= UNCOUNTED
        ? await readPlain(request, limit)
        : await readThrough(request, new PassThrough(), limit, share);
  return bytes.length === 0 ? undefined : bytes;
};

const refuse = (detail: string): ProblemError => new ProblemError('unsupported-media-type', { detail });

/** Returns the problem with a body's media type; undefined if it is the wanted one, in UTF-8. */
export const mediaTypeProblem = (header: string | undefined, wanted: string): ProblemError | undefined => {
  if (header === wanted) return undefined;
  let given: MIMEType;
  try {
    given = new MIMEType(header ?? '');
  } catch {
    return refuse(`Send the body as ${wanted}.`);
  }
  if (given.essence !== wanted) return refuse(`Send the body as ${wanted}.`);
  const charset = given.params.get('charset')?.toLowerCase() ?? 'utf-8';
  return charset === 'utf-8' || charset === 'utf8' ? undefined : refuse('Send the body in UTF-8.');
};

const isEmpty = async (request: IncomingMessage): Promise<boolean> => {
  try {
    return (await getRawBody(request, { limit: 0 })).length === 0;
  } catch {
    drain(request);
    return false;
  }
};

const readPlain = async (request: IncomingMessage, limit: number): Promise<Buffer> => {
  try {
    return await getRawBody(request, { limit, length: request.headers['content-length'] ?? null });
  } catch (error) {
    drain(request);
    throw readProblem(error, limit);
  }
};

/** Discards the rest of a refused body, which would otherwise block the connection's next request. */
export const drain = (request: IncomingMessage): void => {
  request.resume();
};

const noRoom = (): ProblemError =>
  new ProblemError('rate-limited', {
    detail: 'The service is reading too many large request bodies. Try again after `Retry-After` seconds.',
    headers: { 'Retry-After': '2' },
  });

/** Creates the decompressor for a Content-Encoding. @throws ProblemError 415 if it is not supported */
export const inflaterOf = (encoding: string): Transform => {
  const create = Object.hasOwn(inflaters, encoding) ? inflaters[encoding] : undefined;
  if (create !== undefined) return create();
  throw new ProblemError('unsupported-media-type', {
    detail: 'Send the body without Content-Encoding, or as gzip, deflate or br.',
    headers: { 'Accept-Encoding': 'gzip, deflate, br' },
  });
};

/** Reads the body through a stage such as a decompressor, counting the stage's output against the budget as it arrives. */
const readThrough = async (
  request: IncomingMessage,
  stage: Transform,
  limit: number,
  share: BodyReservation,
): Promise<Buffer> => {
  // A pipeline would close the request's socket before the response is sent.
  const onClose = (): void => {
    if (!request.complete) stage.destroy(new Error('the client disconnected'));
  };
  request.once('close', onClose);
  stage.on('data', ({ length }: Buffer) => {
    if (!share.take(length)) stage.destroy(noRoom());
  });
  try {
    return await getRawBody(request.pipe(stage), { limit });
  } catch (error) {
    throw error instanceof ProblemError ? error : readProblem(error, limit);
  } finally {
    request.off('close', onClose);
    request.unpipe(stage);
    stage.destroy();
    drain(request);
  }
};

const readProblem = (error: unknown, limit: number): ProblemError => {
  const { type } = error as { type?: unknown };
  if (type === 'entity.too.large') {
    return new ProblemError('body-too-large', {
      detail: `The body is limited to ${limit} bytes after decompression.`,
    });
  }
  return new ProblemError('malformed-body', {
    detail: 'The body is incomplete or does not match its Content-Encoding.',
  });
};
