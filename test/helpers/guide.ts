import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

export interface Example {
  /** The heading above it. */
  readonly heading: string;
  readonly script: string;
  /** The response that the guide shows, if any: JSON, or a stream's lines in order. */
  readonly shown: unknown;
}

/** The shell examples of docs/api.md, each with the first response that the guide shows between it and the next example. */
export const guideExamples: readonly Example[] = (() => {
  const guide = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const found: { heading: string; script: string; shown: unknown }[] = [];
  let heading = '';
  for (const [, title, language, text] of guide.matchAll(
    /^##+ (.*)$|^```(sh|json|text)\n([\s\S]*?)^```$/gm,
  )) {
    if (title !== undefined) heading = title;
    else if (language === 'sh') found.push({ heading, script: text!, shown: undefined });
    else if (found.at(-1)?.shown !== undefined) continue;
    else found.at(-1)!.shown = language === 'json' ? JSON.parse(text!) : text!.trim();
  }
  return found;
})();

/**
 * Compares a response with the one shown: every field shown must be present and have the same type. Most values must be equal;
 * numbers, times, ids and strings that contain … need only have the same type.
 */
export const expectLike = (answer: unknown, shown: unknown, at: string): void => {
  if (Array.isArray(shown)) {
    expect(Array.isArray(answer), at).toBe(true);
    shown.forEach((part, index) => expectLike((answer as unknown[])[index], part, `${at}/${index}`));
  } else if (typeof shown === 'object' && shown !== null) {
    for (const [name, part] of Object.entries(shown)) {
      expect(answer, at).toHaveProperty(name);
      expectLike((answer as Record<string, unknown>)[name], part, `${at}/${name}`);
    }
  } else if (typeof shown === 'string' && /…|_at$|[0-9a-f]{32}|\d{4}-\d\d-\d\dT/.test(shown)) {
    expect(typeof answer, at).toBe('string');
  } else if (typeof shown === 'number') {
    expect(typeof answer, at).toBe('number');
  } else expect(answer, at).toEqual(shown);
};
