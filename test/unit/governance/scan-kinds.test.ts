import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/governance/scan.ts';

interface Kind {
  readonly name: string;
  readonly texts: { readonly text: string; readonly expected: readonly string[] }[];
}

const plain = (text: string): string => text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');

/** Returns the file's texts, grouped by kind. Each group starts with a line "## …" that names its kind. */
const kinds = (): Kind[] => {
  const found: Kind[] = [];
  const lines = readFileSync(new URL('../../corpora/pii/kinds.txt', import.meta.url), 'utf8').split('\n');
  for (const line of lines) {
    if (line.startsWith('## ')) found.push({ name: line.slice(3), texts: [] });
    if (line === '' || line.startsWith('#')) continue;
    const parted = line.lastIndexOf(' => ');
    const expected = line.slice(parted + 4);
    found.at(-1)!.texts.push({
      text: plain(line.slice(0, parted)),
      expected: expected === '-' ? [] : expected.split(' ; '),
    });
  }
  return found;
};

/**
 * Types that the test ignores: a payment address often appears next to the identifier under test, and branches and number
 * plates are public.
 */
const BESIDE = new Set(['upi', 'ifsc', 'vehicle']);

const foundIn = (text: string): string[] =>
  scan(text)
    .findings.filter(({ type }) => !BESIDE.has(type))
    .map(({ type, start, end }) => `${type} ${[...text].slice(start, end).join('')}`);

describe.each(kinds())('$name', ({ texts }) => {
  it.each(texts)('the scan finds $expected in $text', ({ text, expected }) => {
    expect(foundIn(text)).toEqual(expected);
    const { masked, risk } = scan(text);
    for (const found of expected) expect(masked).not.toContain(found.slice(found.indexOf(' ') + 1));
    if (expected.length > 0) expect(risk).not.toBe('none');
    expect(scan(masked).masked).toBe(masked);
  });
});
