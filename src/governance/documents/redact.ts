import { PUBLIC_TYPES } from '../identifiers/types.ts';
import { alsoKnown, NOTHING_KNOWN, valuesOfAll } from '../known.ts';
import { maskText } from '../mask.ts';
import { maskSpan } from '../pii/mask-span.ts';
import type { FoundIdentifier } from './near-identifiers.ts';
import { repeatsOf } from './repeats.ts';
import type { Source, Span } from './source.ts';

/** Personal data that is not an identifier: names and dates of birth. */
export interface Personal extends Span {
  readonly kind: 'name' | 'day';
  readonly value: string;
}

/** Masks a name to its initials, and a date to its separators. */
const maskPersonal = (raw: string, kind: Personal['kind']): string =>
  kind === 'day'
    ? raw.replaceAll(/[\p{L}\p{N}\p{M}]/gu, 'X')
    : raw.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) =>
        [...word].map((char, at) => (at === 0 ? char : '*')).join(''),
      );

interface Secret extends Span {
  readonly value: string;
  readonly mask: (span: Span) => string;
}

/**
 * Finds every occurrence of every secret value, because a value that has a label in one place may appear elsewhere without one.
 */
const repeated = (plain: string, secret: readonly Secret[]): readonly Secret[] => {
  const byValue = new Map(secret.map((found) => [found.value, found]));
  const places = repeatsOf(
    plain,
    [...byValue.keys()].filter((value) => !value.includes('@')),
  );
  return [...places].flatMap(([value, spans]) => spans.map((span) => ({ ...byValue.get(value)!, ...span })));
};

/** Returns a copy of the text that is safe for logs. */
export const redact = (
  source: Source,
  identifiers: readonly FoundIdentifier[],
  personal: readonly Personal[],
): string => {
  const secret: readonly Secret[] = [
    ...identifiers
      .filter(({ type }) => !PUBLIC_TYPES.has(type))
      .map(({ type, ...found }) => ({
        ...found,
        mask: (span: Span) => maskSpan(source.page.reading, type, span.start, span.end),
      })),
    ...personal.map(({ kind, ...found }) => ({
      ...found,
      mask: (span: Span) => maskPersonal(source.raw(span), kind),
    })),
  ];
  const hidden = [...secret, ...repeated(source.plain, secret)].toSorted((a, b) => a.start - b.start);
  let out = '';
  let at = 0;
  for (const span of hidden) {
    const { from, to } = source.cut(span);
    if (from < at) continue;
    out += source.text.slice(at, from) + span.mask(span);
    at = to;
  }
  const known = alsoKnown(NOTHING_KNOWN, valuesOfAll(identifiers));
  // Masks the text again, because masking one value can change how the values next to it are read.
  return maskText(out + source.text.slice(at), known);
};
