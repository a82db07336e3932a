import { describe, expect, it } from 'vitest';
import { extractFrom } from '../../../helpers/extraction.ts';

const rupeesOf = (text: string) => extractFrom(text).details.amounts.map(({ rupees }) => rupees);
const notesOf = (text: string) => extractFrom(text).notes.map(({ code }) => code);

describe('Sums in words', () => {
  it.each([
    ['Rupees One Lakh, Twenty-Three Thousand, Four Hundred and Fifty-Six Only', '123456.00'],
    [
      'Rupees One Lakh, Twenty-Three Thousand, Four Hundred and Fifty-Six and Seventy-Eight Paise',
      '123456.78',
    ],
    ['Rupees Twelve Lakh, Fifty Thousand Only', '1250000.00'],
    [
      'Two Crores Thirty Four Lakhs Fifty Six Thousand Seven Hundred Eighty-Nine Rupees Twelve paisa',
      '23456789.12',
    ],
    ['Five hundred rupees and fifty paise', '500.50'],
    ['Rupees Four Hundred Five and paise Twenty Only', '405.20'],
    ['Rupees one hundred twenty five and 50 paise only', '125.50'],
    ['(Rupees Twenty-Five Thousand\nSix Hundred only)', '25600.00'],
    ['Amount in words: One Lakh Twenty Three Thousand Only', '123000.00'],
    ['Rupees Two Lakh Crore Only', '2000000000000.00'],
    ['Rs. Five Thousand Only', '5000.00'],
  ])('extraction reads a sum in words: %s', (text, rupees) => {
    expect(rupeesOf(text)).toEqual([rupees]);
  });

  it('extraction does not read digits spoken one by one as an amount', () => {
    expect(rupeesOf('one two three rupees')).toEqual([]);
  });

  it('words that match the figures add neither an amount nor a note', () => {
    const { fields, notes } = extractFrom(
      'Grand Total: Rs. 1,23,456.78\nRupees One Lakh, Twenty-Three Thousand, Four Hundred and Fifty-Six and Seventy-Eight Paise Only',
      'invoice',
    );
    expect(fields.amounts).toEqual(['1,23,456.78']);
    expect(notes).toEqual([]);
  });

  it('extraction does not read a multiplier after figures as a separate amount', () => {
    expect(rupeesOf('5 crore rupees')).toEqual(['50000000.00']);
    expect(rupeesOf('2.5 lakh crore rupees')).toEqual(['2500000000000.00']);
    expect(notesOf('5 crore rupees')).toEqual([]);
  });
});

describe('Sums in several parts', () => {
  it.each([
    ['Rs. 5 Crore 20 Lakh', '52000000.00'],
    ['5 crore 20 lakh rupees', '52000000.00'],
    ['Rs. 2 lakh 25 thousand 500 only', '225500.00'],
    ['Rs 500 and 50 paise', '500.50'],
    ['500 rupees 50 paise', '500.50'],
  ])('extraction reads a sum in several parts as one: %s', (text, rupees) => {
    expect(rupeesOf(text)).toEqual([rupees]);
  });

  it('a second sum of the same or a larger unit remains separate', () => {
    expect(rupeesOf('Rs 5 lakh and 3 lakh')).toEqual(['500000.00', '300000.00']);
  });
});

describe('Sums split by a space', () => {
  it.each([
    'Rs 1 12 450',
    'Rs. 1 ,12,450.00',
    'Rs. 1, 12,450.00',
    'Rs 1,12,450 .00 paid',
    'Total: Rs. 1,23,456 78',
    'Rs 1,12,\n450.00',
    'INR 1 245 000.00',
    '1 12 450/-',
    '₹1 12 450, paid',
  ])('%s has no value but gets a note', (text) => {
    expect(rupeesOf(text)).toEqual([null]);
    expect(notesOf(text)).toEqual(['split-number']);
  });

  it.each([
    ['Rs 500, 600 and 700', ['500.00']],
    ['Rs. 4,500 12 Nov 2026', ['4500.00']],
    ['Rs 4,500 12/11/2026', ['4500.00']],
    ['Rs. 500 25 people', ['500.00']],
    ['4 500/-', ['500.00']],
  ])('%s contains complete sums', (text, rupees) => {
    expect(rupeesOf(text)).toEqual(rupees);
    expect(notesOf(text)).toEqual([]);
  });
});

it('figures in an unknown grouping have no value, with a currency or under a sum label', () => {
  expect(rupeesOf('₹12,45,000.00 ₹1,245,000.00 ₹0.00 ₹1,24,5000.00')).toEqual([
    '1245000.00',
    '1245000.00',
    '0.00',
    null,
  ]);
  const { details } = extractFrom('TAX INVOICE\nInvoice No: A/1\nGrand Total 500.00 1,24,5000.00', 'invoice');
  expect(details.amounts).toEqual([]);
});

it.each(['Rs 1e5', 'Grand Total: Rs. 1.5E+05', '1e5 rupees', '₹15e5 only'])(
  'figures with an exponent have no certain value: %s',
  (text) => {
    const [amount, ...others] = extractFrom(text).details.amounts;
    expect(others).toEqual([]);
    expect(amount).toMatchObject({ rupees: null, confidence: 0.3 });
    expect(amount!.raw).toMatch(/e\+?\d+$/i);
  },
);
