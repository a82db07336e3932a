import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyText, nameKey, plainText } from '../../../../src/governance/text/plain.ts';
import { runs } from '../../../helpers/runs.ts';

describe('A case’s key', () => {
  it('ids that differ in any character have different keys', () => {
    const ids = [
      'CLM-😀',
      'CLM-😁',
      'CLM-A',
      'CLM-%41',
      'CLM-&#65;',
      String.raw`CLM-\u0041`,
      'CLM-А',
      'CLM-ड',
      'CLM-ड\u093c',
      'CLM-क्ष',
      'CLM-क्\u200dष',
      'CLM-\ud83d',
      'CLM-\ud83e',
      'CLM-',
    ];
    expect(new Set(ids.map(keyText)).size).toBe(ids.length);
  });

  it('digits, spaces, dashes and encodings of one id have one key', () => {
    for (const id of [' CLM-12 ', 'CLM–12', 'CLM-१२', 'ＣＬＭ-12', 'CLM-12\u200b', 'CLM-𝟏𝟐'])
      expect(keyText(id)).toBe('CLM-12');
    expect(keyText('Cafe\u0301')).toBe(keyText('Caf\u00e9'));
  });

  it('the key does not change when it is encoded as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (id) => {
        expect(keyText(id).isWellFormed()).toBe(true);
        expect(plainText(plainText(id))).toBe(plainText(id));
      }),
    );
  });
});

describe('A name’s key', () => {
  it.each([
    ['काली बारी', 'कोला बेरो'],
    ['पुणे', 'पीणा'],
    ['पीलिया', 'पोलियो'],
    ['কলকাতা', 'কলিকাতা'],
    ['சென்னை', 'சன்ன'],
    ['ગામ', 'ગમ'],
  ])('%s is not %s', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
  });

  it.each([
    ['  St. Mary’s—Hospital ', 'ST MARY S HOSPITAL'],
    ['Café', 'cafe'],
    ['सड़क', 'सडक'],
    ['सड\u093cक १२', 'स\u0921\u093cक 12'],
    ['क्\u200dष', 'क्ष'],
  ])('%s is another spelling of %s', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });
});

describe('Text in plain ASCII', () => {
  const ascii = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)),
  });

  it('has the same spelling and key as the same text with an invisible character', () => {
    fc.assert(
      fc.property(ascii, (text) => {
        expect(plainText(text)).toBe(plainText(`${text}\u200b`));
        expect(nameKey(text)).toBe(nameKey(`${text}\u200b`));
      }),
      runs(1_000),
    );
  });
});
