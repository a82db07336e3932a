import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRupees } from '../../../../src/governance/amounts.ts';
import { checkHolds } from '../../../../src/governance/documents/checks.ts';
import { concludeExtraction, draftExtraction } from '../../../../src/governance/documents/extract.ts';
import type { Extraction } from '../../../../src/governance/documents/result.ts';
import { DOCUMENT_TYPES, type DocumentType } from '../../../../src/governance/documents/verdict.ts';
import {
  breakCheck,
  grouped,
  makeAadhaar,
  makeCard,
  makeEmail,
  makeGstin,
  makePan,
  makePhone,
} from '../../../helpers/identifiers.ts';
import { runs } from '../../../helpers/runs.ts';

const extract = (text: string, type: DocumentType = 'auto'): Extraction => {
  const draft = draftExtraction(text, type);
  return concludeExtraction(draft, draft.checks.map(checkHolds));
};

const seed = fc.integer({ min: 1, max: 1_000_000 });
const piece = fc.oneof(
  seed.map((n) => `Aadhaar ${grouped(makeAadhaar(n), [4, 4, 4], ' ')}`),
  seed.map((n) => `Aadhaar: ${breakCheck(makeAadhaar(n))}`),
  seed.map((n) => `PAN ${makePan(n)}`),
  seed.map((n) => `PAN: ${makePan(n).slice(0, 9)}5`),
  seed.map((n) => `GSTIN ${makeGstin(n)}`),
  seed.map((n) => `GST No: ${makeGstin(n).slice(0, 14)}`),
  seed.map((n) => `card ${makeCard(n)}`),
  seed.map((n) => `mobile ${makePhone(n)}`),
  seed.map((n) => `mail ${makeEmail(n)}`),
  fc.constantFrom(
    'IFSC HDFC0001234',
    'IFSC: SBIN000123',
    'Name: Meera Sample',
    'DOB: 02/03/1988',
    'नाम: मीरा',
  ),
  fc.constantFrom(
    '₹ 1,23,456.78',
    'Rs. 5 to 10 lakh',
    'Total 500.00',
    'HSN 8471 2 50.00 100.00 18% 18.00 118.00',
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('🙏', '\n', '\t', 'कुल राशि', 'hello world', '\u200b', 'é'),
);
const text = fc
  .array(fc.tuple(piece, fc.constantFrom('\n', ', ', ' ', '\n\n', '; ')), { maxLength: 12 })
  .map((pieces) => pieces.flat().join(''));
const kind = fc.constantFrom(...DOCUMENT_TYPES);

/** Reduces a value to its letters and digits, in upper case. */
const bare = (value: string): string =>
  value
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

describe('An extraction', () => {
  it('the redacted copy contains no identifier, and redacting that copy again changes nothing', () => {
    fc.assert(
      fc.property(text, kind, (document, type) => {
        const { redacted, details } = extract(document, type);
        const shown = bare(redacted);
        for (const { value } of [...details.pans, ...details.aadhaar, ...details.gstin]) {
          expect(shown).not.toContain(bare(value));
        }
        const again = extract(redacted);
        expect(again.pii).toEqual([]);
        expect(again.redacted).toBe(redacted);
      }),
      runs(400),
    );
  });

  it('each value states its position in code points', () => {
    fc.assert(
      fc.property(text, kind, (document, type) => {
        const points = [...document];
        const { details } = extract(document, type);
        const { pans, aadhaar, gstin, ifsc } = details;
        for (const { value, start, end, confidence } of [...pans, ...aadhaar, ...gstin, ...ifsc]) {
          expect(bare(points.slice(start, end).join(''))).toBe(value);
          expect(confidence).toBeGreaterThan(0);
          expect(confidence).toBeLessThanOrEqual(1);
        }
        for (const { raw, start, end, form } of details.amounts) {
          if (form === 'figures') expect(points.slice(start, end).join('')).toBe(raw.replace(/^-/, ''));
        }
      }),
      runs(400),
    );
  });

  it('an extraction is valid exactly when every validation passes and the document type fits', () => {
    fc.assert(
      fc.property(text, kind, (document, type) => {
        const { validations, valid, fits, details, notes } = extract(document, type);
        expect(valid).toBe(fits && Object.values(validations).every(Boolean));
        expect(validations.pan_format).toBe(
          details.pans.length === 0 ? undefined : details.pans.every((pan) => pan.valid),
        );
        expect(notes.some(({ code }) => code === 'other-kind')).toBe(!fits);
        if (type === 'auto') expect(fits).toBe(true);
      }),
      runs(300),
    );
  });

  it('extraction accepts any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), kind, (document, type) => {
        const { redacted } = extract(document, type);
        expect(redacted.isWellFormed()).toBe(document.isWellFormed());
      }),
      runs(1_000),
    );
  });
});

/** Formats 1234567 paise as 12,345.67. */
const indian = (paise: number): string => {
  const [whole = '', fraction] = formatRupees(BigInt(paise)).split('.');
  const head = whole.slice(0, -3).replaceAll(/\B(?=(?:\d\d)+$)/g, ',');
  return `${head === '' ? '' : `${head},`}${whole.slice(-3)}${fraction === '00' ? '' : `.${fraction}`}`;
};

describe('An amount', () => {
  it('extraction reads an amount with a currency in every notation', () => {
    const form = fc.constantFrom<(figures: string) => string>(
      (figures) => `₹${figures}`,
      (figures) => `₹ ${figures}/-`,
      (figures) => `Rs.${figures}`,
      (figures) => `Rs ${figures}`,
      (figures) => `INR ${figures}`,
      (figures) => `${figures} rupees`,
      (figures) => `${figures}/-`,
      (figures) => `रु. ${figures}`,
      (figures) => `RS. ${figures} only`,
      (figures) => `(approx. ₹${figures})`,
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), form, (paise, write) => {
        const { details, fields } = extract(`We paid ${write(indian(paise))} in all.`);
        expect(fields.amounts).toEqual([indian(paise)]);
        expect(details.amounts[0]!.rupees).toBe(formatRupees(BigInt(paise)));
      }),
      runs(1_000),
    );
  });
});

/** Returns CPU time in microseconds; other load on the machine barely affects it. */
const cost = (unit: string, size: number): number => {
  const document = `HSN\n${unit.repeat(Math.ceil(size / unit.length))}`;
  const begun = process.cpuUsage();
  extract(document, 'invoice');
  const { user, system } = process.cpuUsage(begun);
  return user + system;
};

describe('Extraction time', () => {
  const SIZE = 64 * 1024;
  const shapes: Readonly<Record<string, string>> = {
    digits: '1234567890',
    'digits and spaces': '1234 ',
    commas: '1,',
    letters: 'abcdefghij',
    capitals: 'ABCPE',
    'currency signs': '₹',
    'currency and digits': 'Rs.1 ',
    ranges: '₹1 to ',
    brackets: '(₹1',
    labels: 'PAN: ',
    'labels and near misses': 'PAN: ABCPE12345 ',
    'ten thousand Aadhaars': '2345 6789 1238\n',
    'failing Aadhaars': '2345 6789 1239 aadhaar ',
    names: 'Name: ',
    'numerals in words': 'one hundred ',
    'rupees in words': 'rupees one ',
    'dates in a row': '01/02/2026 ',
    'one long line of codes': 'hsn 8471 ',
    'item lines': 'x 8471 2 5.00 10.00 18% 1.80 11.80\n',
    'empty lines': '\n',
    'invoice numbers': 'Invoice No. ',
    'at signs': '@',
    emoji: '🙏',
    'zero-width': '\u200b',
    marks: '\u0301',
  };
  // With four times the text, a quadratic cost would be sixteen times as high. Costs that are low anyway are ignored.
  it.each(Object.entries(shapes))(
    'extraction time grows no faster than the length of text made of %s',
    (_name, unit) => {
      const quarter = cost(unit, SIZE / 4);
      expect(cost(unit, SIZE)).toBeLessThan(Math.max(10 * quarter, 200_000));
    },
  );
});
