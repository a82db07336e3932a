import { JobRefusedError } from './errors.ts';

const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 1_024;
const MAX_DEPTH = 8;

const refuse = (why: string): never => {
  throw new JobRefusedError(`a file name ${why}`);
};

/**
 * Checks a file name that is to be put below /tmp: parts between `/` that are no `.`, `..` or empty, without control
 * characters. Anything else of Unicode is allowed, and a leading `-` or `.` too.
 * @throws JobRefusedError
 */
export const checkFileName = (name: string): void => {
  if (!name.isWellFormed()) refuse('is not well-formed text');
  // oxlint-disable-next-line no-control-regex -- these are what is refused
  if (/[\u0000-\u001f\u007f]/u.test(name)) refuse('has a control character');
  if (Buffer.byteLength(name) > MAX_PATH_BYTES) refuse(`is longer than ${MAX_PATH_BYTES} bytes`);
  const parts = name.split('/');
  if (parts.length > MAX_DEPTH) refuse(`has more than ${MAX_DEPTH} parts`);
  for (const part of parts) {
    if (part === '' || part === '.' || part === '..') refuse('is not a plain name below /tmp');
    if (Buffer.byteLength(part) > MAX_NAME_BYTES) refuse(`has a part longer than ${MAX_NAME_BYTES} bytes`);
  }
};
