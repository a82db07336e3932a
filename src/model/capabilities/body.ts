/** Small helpers for request bodies, which are plain JSON. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

export const without = (body: Json, names: readonly string[]): Json =>
  names.some((name) => name in body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
    : body;

/** Members that no request can do without. A refusal of one of them is never learned. */
const REQUIRED: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'input',
  'instructions',
  'system',
  'stream',
  'tools',
]);

/** Returns the members of a body that can be left out if the server refuses them, longest names first. */
export const optionalMembers = (body: Json): readonly string[] =>
  Object.keys(body)
    .filter((name) => !REQUIRED.has(name))
    .toSorted((a, b) => b.length - a.length);

const NO_PICTURE = '[a picture, which this model cannot see]';

/**
 * Replaces pictures in lists of content parts with a remark, at any depth. A desktop's screen is kept, because it is the output
 * of a call and not a part.
 */
export const withoutPictures = (value: unknown, text: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => withoutPictures(one, text));
  if (!isObject(value)) return value;
  if (PICTURES.has(value['type'])) return { type: text, text: NO_PICTURE };
  return 'content' in value || 'output' in value
    ? {
        ...value,
        ...('content' in value && { content: withoutPictures(value['content'], text) }),
        ...(Array.isArray(value['output']) && { output: withoutPictures(value['output'], text) }),
      }
    : value;
};

const PICTURES: ReadonlySet<unknown> = new Set(['image_url', 'image', 'input_image']);

/** Removes all cache marks, at any depth of a message. */
export const withoutMarks = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (!isObject(value)) return value;
  const { cache_control: _, ...rest } = value;
  return 'content' in rest ? { ...rest, content: withoutMarks(rest['content']) } : rest;
};
