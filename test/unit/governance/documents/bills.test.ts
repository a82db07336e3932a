import { describe, expect, it } from 'vitest';
import { extractFrom } from '../../../helpers/extraction.ts';

const itemsOf = (text: string) =>
  extractFrom(text, 'invoice').details.invoice?.items.map(
    ({ hsn, description, quantity, unit_price, total }) => [hsn, description, quantity, unit_price, total],
  ) ?? [];

describe('A bill’s lines', () => {
  it('lines are read under a hospital bill’s column headings', () => {
    const bill =
      'Bill No: IPB/2026/11/00387\nS.No  Particulars  Qty  Rate (Rs)  Amount (Rs)\n' +
      '1  Room rent - twin sharing  4  4,500.00  18,000.00\n2  CBC  3  320.00  960.00\n' +
      'Gross Total: Rs. 18,960.00\nDiscount: Rs. 5,000.00\nNet Payable: Rs. 13,960.00';
    expect(itemsOf(bill)).toEqual([
      ['', 'Room rent - twin sharing', '4.00', '4500.00', '18000.00'],
      ['', 'CBC', '3.00', '320.00', '960.00'],
    ]);
  });

  it('a line keeps an HSN code even when no heading announces it', () => {
    const bill =
      'TAX INVOICE\nInvoice No: A/1\nSl Description Qty Rate Taxable CGST SGST Amount\n' +
      '1 Gloves 40151100 20 350.00 7,000.00 420.00 420.00 7,840.00\nGrand Total: 7,840.00';
    expect(itemsOf(bill)).toEqual([['40151100', 'Gloves', '20.00', '350.00', '7840.00']]);
  });

  it('lines are read in a table with only two columns', () => {
    const bill =
      'Bill No: 7\nParticulars  Amount (Rs.)\nRoom rent  18,000.00\nOT charges  5,000.00\nTotal  23,000.00';
    expect(itemsOf(bill)).toEqual([
      ['', 'Room rent', null, null, '18000.00'],
      ['', 'OT charges', null, null, '5000.00'],
    ]);
  });

  it('lines are recognised by their arithmetic when no heading was read', () => {
    const bill = 'Pharmacy bill No: 12\nCrocin 10 2.50 25.00\nVitamin B12 inj 2 40.00 80.00\nTotal 105.00';
    expect(itemsOf(bill)).toEqual([
      ['', 'Crocin', '10.00', '2.50', '25.00'],
      ['', 'Vitamin B12 inj', '2.00', '40.00', '80.00'],
    ]);
  });

  it('a number whose commas are in odd places has no value unless the line’s arithmetic confirms it', () => {
    const bill =
      'Bill No: 7\nParticulars Qty Rate Amount (Rs.)\nBed charges 4 6,50 2,600,00\nScan 1 1,00,0.00 1,00,0.00\nTotal 3,600.00';
    expect(itemsOf(bill)).toEqual([
      ['', 'Bed charges', '4.00', null, null],
      ['', 'Scan', '1.00', '1000.00', '1000.00'],
    ]);
  });
});

describe('A date', () => {
  it.each([
    ['Date of Admission: 10/11/2026  Date of Discharge: 14/11/2026', ['admission_date', 'discharge_date']],
    ['Admission Date Discharge Date\n10/11/2026 14/11/2026', ['admission_date', 'discharge_date']],
    ['Admitted on 3 Nov 2026 and discharged on 5 Nov 2026', ['admission_date', 'discharge_date']],
    ['भर्ती की तिथि: 10/11/2026', ['admission_date']],
    ['Date of joining: 10/11/2026', ['date']],
    ['Expiry date 10/11/2030', ['date']],
    ['Bill Date: 10/11/2026', ['invoice_date']],
    ['Date: 10/11/2026', ['invoice_date']],
    ['Due date: 10/11/2026', ['due_date']],
  ])('a date gets its kind from its own label: %s', (text, kinds) => {
    expect(extractFrom(text).details.dates.map(({ kind }) => kind)).toEqual(kinds);
  });
});
