import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { ProblemError } from '../http/problem.ts';
import type { BodyReservation } from './memory-budget.ts';
import { drain, readBody } from './read.ts';

/** A body that its route gets as bytes. */
export interface GivenBytes {
  /** The media type without parameters. */
  readonly essence: string;
  /** The whole header, whose parameters a form needs. */
  readonly header: string;
  readonly content: Buffer;
}

/**
 * Reads a body that may be of several media types.
 * @throws ProblemError 413, 415, and 422 if there is no body
 */
export const readBytes = async (
  request: IncomingMessage,
  options: { readonly types: readonly string[]; readonly limit: number; readonly share: BodyReservation },
): Promise<GivenBytes> => {
  const { types, ...limits } = options;
  const header = request.headers['content-type'] ?? '';
  const essence = essenceOf(header);
  if (essence === undefined || !types.includes(essence)) {
    drain(request);
    throw new ProblemError('unsupported-media-type', { detail: `Send the body as ${types.join(', ')}.` });
  }
  const content = await readBody(request, { type: essence, ...limits });
  if (content !== undefined) return { essence, header, content };
  throw new ProblemError('invalid-request', {
    errors: [{ in: 'body', pointer: '', message: 'expected a file' }],
  });
};

const essenceOf = (header: string): string | undefined => {
  try {
    return new MIMEType(header).essence;
  } catch {
    return undefined;
  }
};
