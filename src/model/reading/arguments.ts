import { isDeeperThan } from '../../governance/json-walk.ts';

/** Maximum number of levels of a call's arguments, which is more than any tool takes. */
const MOST_LEVELS = 64;

type Given = Readonly<Record<string, unknown>>;

/** A call's arguments as they were read. */
export interface ReadArguments {
  /** Undefined if the arguments do not amount to a single object. */
  readonly given: Given | undefined;
  /** JSON text of the object for the next request: the text as received if it is valid, otherwise written anew. */
  readonly text: string;
}

/** Text that consists of one Markdown fence. It must not contain another fence, so that two blocks are not mistaken for one. */
const FENCED = /^\s*```[\w+-]*[ \t]*\r?\n((?:(?!```)[\s\S])*?)\r?\n?```\s*$/;

/** Returns the inside of text that consists of one Markdown fence; undefined for any other text. */
export const insideFence = (text: string): string | undefined => FENCED.exec(text)?.[1];

/**
 * Reads a call's arguments. Servers leave them empty if there are none, write them as an object instead of text, encode them
 * twice, put them in a fence, or repeat them: all of these have one plain meaning. Nothing else is guessed.
 * @param pieces the arguments in the pieces in which they arrived
 */
export const readArguments = (pieces: readonly string[]): ReadArguments => {
  const whole = pieces.join('');
  const exact = objectIn(whole);
  if (exact !== undefined) return { given: wellFormed(exact) as Given, text: whole };
  const given = plainlyMeant(whole, pieces);
  return given === undefined
    ? { given, text: '{}' }
    : { given: wellFormed(given) as Given, text: JSON.stringify(given) };
};

const plainlyMeant = (whole: string, pieces: readonly string[]): Given | undefined => {
  const text = whole.trim();
  if (text === '' || text === 'null') return {};
  const fenced = insideFence(text);
  if (fenced !== undefined) return objectIn(fenced);
  const inner = parsed(text);
  if (typeof inner === 'string') return objectIn(inner);
  return repeated(pieces);
};

/** Returns the object if the pieces repeat one complete object. */
const repeated = (pieces: readonly string[]): Given | undefined => {
  let found: string | undefined;
  let so = '';
  for (const piece of pieces) {
    so += piece;
    const given = objectIn(so);
    if (given === undefined) continue;
    const text = JSON.stringify(given);
    if (found !== undefined && found !== text) return undefined;
    found = text;
    so = '';
  }
  if (so.trim() !== '') return halves(pieces.join(''));
  return found === undefined ? undefined : objectIn(found);
};

/** Returns the object if the text consists of one object written twice, however it was cut into pieces. */
const halves = (text: string): Given | undefined => {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? objectIn(half) : undefined;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const objectIn = (text: string): Given | undefined => {
  // Most pieces end in the middle of the object, and parsing each would take quadratic time.
  if (!text.trimEnd().endsWith('}')) return undefined;
  const value = parsed(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !isDeeperThan(value, MOST_LEVELS) ? (value as Given) : undefined;
};

/** Replaces lone surrogates, which JSON can escape but neither the database nor another provider accepts. */
const wellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name.toWellFormed(), wellFormed(one)]),
  );
};
