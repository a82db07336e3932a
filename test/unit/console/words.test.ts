import { describe, expect, it } from 'vitest';
import { en } from '../../../console/src/words/en/index.ts';
import { createFormats } from '../../../console/src/words/formats.ts';
import { hi } from '../../../console/src/words/hi/index.ts';
import { say } from '../../../console/src/words/say.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { grantableScopes } from '../../../src/contract/scopes.ts';
import { reviewKinds, reviewOptions, reviewStates } from '../../../src/contract/review.ts';

const placesIn = (text: string): readonly string[] => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();

describe('The console’s words', () => {
  it('both languages have the same keys, and each text names the same values', () => {
    expect(Object.keys(hi)).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(en)) {
      const other = hi[key as keyof typeof en];
      expect(other.trim(), key).not.toBe('');
      expect(placesIn(other), key).toEqual(placesIn(text));
    }
  });

  it('every kind, state and option of the contract’s reviews, and every scope, has a name', () => {
    const codes = [
      ...reviewKinds.map((kind) => `kind.${kind}`),
      ...reviewStates.map((state) => `state.${state}`),
      ...reviewOptions.map((option) => `option.${option}`),
      ...grantableScopes.map((scope) => `scope.${scope}`),
    ];
    expect(codes.filter((code) => !(code in en))).toEqual([]);
  });

  it('the start page’s explanations equal the API’s descriptions, for each member', () => {
    const said = Object.values(verticals).flatMap(({ id, description, members }) => [
      [`vertical-help.${id}`, description],
      ...members
        .filter(({ name }) => name !== 'documents')
        .map((member) => [`help.${id}.${member.name}`, member.description]),
    ]);
    const explained = Object.entries(en).filter(([key]) => /^(?:vertical-)?help\./.test(key));
    expect(Object.fromEntries(explained)).toEqual(Object.fromEntries(said));
  });

  it('Hindi texts are in Devanagari', () => {
    const latin = Object.entries(hi).filter(([, text]) => text !== '–' && !/[\u0900-\u097F]/.test(text));
    expect(latin).toEqual([]);
  });

  it('a count chooses the plural form of the language', () => {
    const word = 'home.waitingCount';
    expect(say(en, 'en', word, { count: 1 })).toBe('1 review is waiting.');
    expect(say(en, 'en', word, { count: 0 })).toBe('0 reviews are waiting.');
    expect(say(hi, 'hi', word, { count: 1 })).toBe('1 समीक्षा प्रतीक्षा में है।');
    expect(say(hi, 'hi', word, { count: 2 })).toBe('2 समीक्षाएँ प्रतीक्षा में हैं।');
  });

  it('a value is inserted as text, even if it looks like a placeholder', () => {
    expect(say(en, 'en', 'run.error', { message: '{id} <b>' })).toBe('The run ended with an error: {id} <b>');
  });
});

describe('The console’s formats', () => {
  it('times are Indian, with UTC beside them', () => {
    const { time, utc } = createFormats('en');
    expect(time('2026-11-29T20:00:00.000Z')).toMatch(/^30 Nov 2026, 1:30\sam$/);
    expect(utc('2026-11-29T20:00:00.000Z')).toBe('2026-11-29 20:00:00 UTC');
  });

  it('numbers are grouped by lakh and crore', () => {
    expect(createFormats('en').number(12_345_678)).toBe('1,23,45,678');
    expect(createFormats('hi').number(12_345_678)).toBe('1,23,45,678');
  });

  it('a distance is given in the largest unit that fits', () => {
    const now = Date.parse('2026-11-29T20:00:00.000Z');
    const { ago } = createFormats('en');
    expect(ago('2026-11-29T19:59:30.000Z', now)).toBe('30 seconds ago');
    expect(ago('2026-11-29T22:30:00.000Z', now)).toBe('in 2 hours');
    expect(ago('2026-11-20T20:00:00.000Z', now)).toBe('9 days ago');
  });
});
