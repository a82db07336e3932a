import { describe, expect, it } from 'vitest';
import { draftExtraction } from '../../../../src/governance/documents/extract.ts';
import type { DocumentType } from '../../../../src/governance/documents/verdict.ts';

/** Reads text as if it came from a picture in which recognition is sure of every word but one. */
const readFrom = (text: string, poor: string, confidence: number, type: DocumentType = 'auto') => {
  const words = [...text.matchAll(/\S+/g)].map(
    ({ 0: word, index }) => [index, index + word.length, word === poor ? confidence : 0.97] as const,
  );
  return draftExtraction(text, type, words);
};

describe('Sums with uncertain recognition', () => {
  it.each([
    ['after a currency', 'Paid Rs. 318,468.00 today', 'auto'],
    ['after a label', 'TAX INVOICE\nInvoice No: A/1\nGrand Total: 318,468.00', 'invoice'],
  ] as const)('an uncertain sum has no value but gets a note: %s', (_where, text, type) => {
    const { details, fields, notes } = readFrom(text, '318,468.00', 0.5, type);
    expect(details.amounts).toMatchObject([{ raw: '318,468.00', rupees: null, form: 'figures' }]);
    expect(fields.amounts).toBeUndefined();
    expect(notes.map(({ code }) => code)).toEqual(['misread']);
  });

  it('an uncertain sum is left out of an invoice’s arithmetic', () => {
    const text = 'TAX INVOICE\nSub Total: 1,02,600.00\nIGST 18%: 318,468.00\nGrand Total: 1,21,068.00';
    const sure = readFrom(text, 'none', 0, 'invoice').details.invoice!;
    expect(sure.checks).toMatchObject({ rates: false, total: false });
    const { totals, checks } = readFrom(text, '318,468.00', 0.5, 'invoice').details.invoice!;
    expect(totals.map(({ kind }) => kind)).toEqual(['taxable', 'total']);
    expect(checks).toMatchObject({ rates: null, total: null });
  });

  it('a sum keeps its value when its confidence is at least 0.6', () => {
    const { details, notes } = readFrom('Paid Rs. 18,468.00 today', '18,468.00', 0.6);
    expect(details.amounts).toMatchObject([{ rupees: '18468.00' }]);
    expect(notes).toEqual([]);
  });

  it.each([
    ['whose rupee sign was read as another one', 'IGST 18%: £18,468.00', '18,468.00'],
    ['whose comma was read as a full stop', 'Grand Total: 1.21,068.00', '1.21,068.00'],
  ])('a recognised sum %s has no value but gets a note', (_how, line, raw) => {
    const { details, fields, notes } = readFrom(`TAX INVOICE\n${line}`, 'none', 0, 'invoice');
    expect(details.amounts).toMatchObject([{ raw, rupees: null, form: 'figures' }]);
    expect(fields.amounts).toBeUndefined();
    expect(notes.map(({ code }) => code)).toContain('misread');
    // In exact text, both have their literal meaning.
    expect(draftExtraction(line, 'auto', []).notes).toEqual([]);
  });
});
