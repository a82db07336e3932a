import { PUBLIC_TYPES } from '../identifiers/types.ts';
import { maskText } from '../mask.ts';
import { veilSpan } from '../pii/veil.ts';
import type { FoundIdentifier } from './identifiers.ts';
import type { Source, Span } from './source.ts';

/** What says something about a person and is no identifier: names, days of birth. */
export interface Personal extends Span {
  readonly kind: 'name' | 'day';
}

/** Of a name the first letter of each word stays, of a day nothing but its punctuation. */
const veilPersonal = (raw: string, kind: Personal['kind']): string =>
  kind === 'day'
    ? raw.replaceAll(/[\p{L}\p{N}\p{M}]/gu, 'X')
    : raw.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) =>
        [...word].map((char, at) => (at === 0 ? char : '*')).join(''),
      );

/** A copy of the text that is fit for logs. */
export const redact = (
  source: Source,
  identifiers: readonly FoundIdentifier[],
  personal: readonly Personal[],
): string => {
  const hidden = [
    ...identifiers
      .filter(({ type }) => !PUBLIC_TYPES.has(type))
      .map((found) => ({
        ...found,
        veil: () => veilSpan(source.page.reading, found.type, found.start, found.end),
      })),
    ...personal.map((found) => ({ ...found, veil: () => veilPersonal(source.raw(found), found.kind) })),
  ].toSorted((a, b) => a.start - b.start);
  let out = '';
  let at = 0;
  for (const span of hidden) {
    const { from, to } = source.cut(span);
    if (from < at) continue;
    out += source.text.slice(at, from) + span.veil();
    at = to;
  }
  // Once a value is gone its neighbours may read differently.
  return maskText(out + source.text.slice(at));
};
