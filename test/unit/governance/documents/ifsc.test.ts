import { describe, expect, it } from 'vitest';
import { checkHolds } from '../../../../src/governance/documents/checks.ts';
import { concludeExtraction, draftExtraction } from '../../../../src/governance/documents/extract.ts';
import { scan } from '../../../../src/governance/scan.ts';

const suggestionsFor = (written: string): readonly (string | undefined)[] => {
  const draft = draftExtraction(`IFSC: ${written}\nA/c No 50200048213377`, 'bank');
  const { details } = concludeExtraction(draft, draft.checks.map(checkHolds));
  return details.ifsc.map(({ suggestion }) => suggestion);
};

describe('A misread IFSC', () => {
  it.each([
    ['SBINO000300', 'SBIN0000300'],
    ['SBIN000O300', 'SBIN0000300'],
    ['HDFC00OO118', 'HDFC0000118'],
    ['ICIC000S104', 'ICIC0005104'],
    ['PUNB011200l', 'PUNB0112001'],
    ['HDFC8000118', 'HDFC0000118'],
    ['HDFCD000118', 'HDFC0000118'],
    ['SBlN0000300', 'SBIN0000300'],
    ['SB1N0000300', 'SBIN0000300'],
    ['5BIN0000300', 'SBIN0000300'],
    ['8ARB0NASHIK', 'BARB0NASHIK'],
    ['HOFC0000118', 'HDFC0000118'],
    ['H0FC0000118', 'HDFC0000118'],
    ['YE5B0000441', 'YESB0000441'],
  ])('extraction suggests for %s the code %s', (written, right) => {
    expect(suggestionsFor(written)).toEqual([right]);
  });

  it.each(['SBIN0000300', 'BARB0NASHIK', 'KKBK0RTGSMI', 'ICIC0DC0099', 'IDIB000S012', 'QQZZ0004412'])(
    'extraction suggests nothing for %s, because it is right as far as anybody can tell',
    (written) => {
      expect(suggestionsFor(written)).toEqual([undefined]);
    },
  );

  it.each(['SBINO000300', 'SBlN0000300', '5BIN0000300', 'IC1C0000104', 'HDFCQ000118', 'SBIN 0000300'])(
    'the scan reports %s under its label',
    (written) => {
      const text = `IFSC: ${written}, Fort`;
      const found = scan(text).findings.map(({ type, start, end }) => [type, text.slice(start, end)]);
      expect(found).toEqual([['ifsc', written]]);
    },
  );

  it.each(['IFSC code must be 11 characters', 'IFSC code is needed 12 digits', 'IFSC MUSTB 112233'])(
    'the scan reports none in %s',
    (text) => {
      expect(scan(text).findings).toEqual([]);
    },
  );
});
