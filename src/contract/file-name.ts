const MAX_PART_BYTES = 255;
const MAX_PATH_BYTES = 1_024;
const MAX_PARTS = 8;

const bytes = (text: string): number => Buffer.byteLength(text);

/**
 * Returns the reason why a name cannot be used for a file below /tmp, worded to follow "a file name"; undefined if it can be
 * used. The parts between slashes may not be empty, `.` or `..`, and may not contain control characters. Any other Unicode is
 * allowed, and so is a leading `-` or `.`. The API and the sandbox share this rule.
 */
export const fileNameProblem = (name: string): string | undefined => {
  if (!name.isWellFormed()) return 'is not well-formed text';
  // oxlint-disable-next-line no-control-regex -- these characters are the ones to refuse
  if (/[\u0000-\u001f\u007f]/u.test(name)) return 'contains a control character';
  if (bytes(name) > MAX_PATH_BYTES) return `is longer than ${MAX_PATH_BYTES} bytes`;
  const parts = name.split('/');
  if (parts.length > MAX_PARTS) return `has more than ${MAX_PARTS} parts`;
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'is not a plain name below /tmp';
  if (parts.some((part) => bytes(part) > MAX_PART_BYTES))
    return `has a part longer than ${MAX_PART_BYTES} bytes`;
  return undefined;
};

/** Returns whether any of these names cannot coexist as files, because two are equal or one is the folder of another. */
export const namesCollide = (names: readonly string[]): boolean => {
  const all = new Set(names);
  if (all.size < names.length) return true;
  return names.some((name) => {
    for (let end = name.indexOf('/'); end !== -1; end = name.indexOf('/', end + 1)) {
      if (all.has(name.slice(0, end))) return true;
    }
    return false;
  });
};
