import { isObject } from './body.ts';

export interface ProviderError {
  /** All text of the error. */
  readonly words: string;
  /** Names of body members that the error points at. */
  readonly places: readonly string[];
}

const MOST_TEXT = 20_000;

/** Reads a provider's words and the places that it names. */
export const readError = (text: string): ProviderError => {
  const words = text.slice(0, MOST_TEXT);
  try {
    const places: string[] = [];
    const read = JSON.parse(text) as unknown;
    collect(read, places, 0);
    return { words: proseOf(read, 0).slice(0, MOST_TEXT), places };
  } catch {
    return { words, places: [] };
  }
};

/** Collects `param` (OpenAI) and `loc` (FastAPI) members, reduced to the member of the body that they point into. */
const collect = (value: unknown, places: string[], depth: number): void => {
  if (depth > 8) return;
  if (Array.isArray(value)) for (const one of value) collect(one, places, depth + 1);
  if (!isObject(value)) return;
  const { param, loc } = value;
  if (typeof param === 'string' && param !== '') places.push(param.split(/[.[]/)[0]!);
  if (Array.isArray(loc)) {
    const place = (loc as readonly unknown[]).filter((step) => step !== 'body')[0];
    if (typeof place === 'string') places.push(place);
  }
  for (const one of Object.values(value)) collect(one, places, depth + 1);
};

/** Returns an error's text, except for what repeats the request, such as FastAPI's `input`. */
const proseOf = (value: unknown, depth: number): string => {
  if (depth > 8) return '';
  if (typeof value === 'string') {
    return value.startsWith('{') || value.startsWith('[{') ? proseIn(value, depth) : value;
  }
  if (Array.isArray(value)) return value.map((one) => proseOf(one, depth + 1)).join(' ');
  if (!isObject(value)) return '';
  return Object.entries(value)
    .filter(([name]) => name !== 'input' && name !== 'ctx' && name !== 'user_id')
    .map(([, one]) => proseOf(one, depth + 1))
    .join(' ');
};

/** Routers pass on an upstream error as JSON inside a string. */
export const proseIn = (text: string, depth: number): string => {
  try {
    return proseOf(JSON.parse(text), depth + 1);
  } catch {
    return text;
  }
};
