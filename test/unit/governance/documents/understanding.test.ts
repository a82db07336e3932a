import { describe, expect, it } from 'vitest';
import type { Box, PageRead, ReadMember } from '../../../../src/governance/documents/read-document.ts';
import { understand } from '../../../../src/governance/documents/understanding/understand.ts';
import { nonPayableNumber, OPTIONAL_ITEMS } from '../../../../src/governance/non-payable-items.ts';

type Piece = readonly [left: number, top: number, text: string, confidence?: number];

const SIGN = 10;
const HEIGHT = 20;

/** Returns a page with pieces of text at given places, one line each, as recognition reads blocks. `turn` is in degrees. */
const pageOf = (pieces: readonly Piece[], turn = 0, more: Partial<PageRead> = {}): PageRead => {
  const [sine, cosine] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  const boxAt = (left: number, top: number, right: number, bottom: number): Box => {
    const corners = [left, right].flatMap((x) =>
      [top, bottom].map((y) => [x * cosine - y * sine, x * sine + y * cosine] as const),
    );
    const [across, down] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
  };
  let text = '';
  const words = pieces.flatMap(([left, top, piece, confidence = 0.9]) => {
    const start = text.length;
    text += `${piece}\n`;
    return [...piece.matchAll(/\S+/gu)].map(({ index, 0: word }) => ({
      start: start + index,
      end: start + index + word.length,
      confidence,
      box: boxAt(left + SIGN * index, top, left + SIGN * (index + word.length), top + HEIGHT),
    }));
  });
  return {
    number: 1,
    width: 1_000,
    height: 1_400,
    source: 'ocr',
    text,
    words,
    unread: 0,
    handwriting: [],
    unreadAreas: [],
    ...more,
  };
};

const membersOf = (page: PageRead): Readonly<Record<string, string>> =>
  Object.fromEntries(understand([page]).members.map(({ name, value }) => [name, value]));

/** Returns the admission of a page on which no word follows its label. */
const admissionOf = (more: Partial<PageRead>): ReadMember | undefined =>
  understand([pageOf([[50, 60, 'Date of Admission:']], 0, more)]).members[0];

describe('A labelled value', () => {
  it('is found beside its label, below it, and in another block at the same height', () => {
    expect(
      membersOf(
        pageOf([
          [50, 20, 'CLAIM FORM - PART A'],
          [50, 60, 'a) Policy No: HI-1010'],
          [50, 100, 'Date of Admission'],
          [50, 130, '12/10/2026'],
          [50, 180, 'Date of Discharge'],
          [50, 220, 'Claimed Amount (Rs.)'],
          [500, 222, ': 1,12,450.00'],
          [500, 181, ': 17/10/2026'],
        ]),
      ),
    ).toMatchObject({
      policy: 'HI-1010',
      admission: '12/10/2026',
      discharge: '17/10/2026',
      amount: '1,12,450.00',
    });
  });

  it.each([0, 4, 90, 180, 270])('is found on a page that the camera turned by %d degrees', (turn) => {
    const page = pageOf(
      [
        [50, 20, 'DISCHARGE SUMMARY'],
        [50, 60, 'Date of Admission'],
        [400, 60, ': 12/10/2026'],
        [50, 100, 'Date of Discharge'],
        [400, 100, ': 17/10/2026'],
        [50, 140, 'Final Diagnosis'],
        [400, 140, ': Dengue fever'],
        [50, 220, 'The patient was admitted with fever and pain for three days'],
      ],
      turn,
    );
    expect(membersOf(page)).toMatchObject({
      admission: '12/10/2026',
      discharge: '17/10/2026',
      diagnosis: 'Dengue fever',
    });
  });

  it('is found although a letter of its label was misread, and by its Hindi label', () => {
    expect(
      membersOf(
        pageOf([
          [50, 60, 'Dale of Admisslon: 12/10/2026'],
          [50, 100, 'पॉलिसी संख्या: HI-1010'],
        ]),
      ),
    ).toMatchObject({ admission: '12/10/2026', policy: 'HI-1010' });
  });

  it('ends where the next label of its row begins', () => {
    expect(
      membersOf(
        pageOf([[50, 60, 'Patient Name: Meera Sample Age/Sex: 47 Y / F UHID: LH0098213 Address: Pune']]),
      ),
    ).toMatchObject({ patient: 'Meera Sample', age: '47', ip_number: 'LH0098213' });
  });

  it('is unsure if it does not have the form that its label announces', () => {
    const { members } = understand([pageOf([[50, 60, 'Date of Admission: soon']])]);
    expect(members).toMatchObject([{ name: 'admission', value: 'soon', confidence: 0.4 }]);
  });

  it('is empty and has the place of the ink if there is only unread ink', () => {
    const area: Box = [300, 55, 500, 85];
    expect(admissionOf({ unreadAreas: [area] })).toMatchObject({
      value: '',
      confidence: 0,
      box: area,
      source: 'ocr',
    });
    expect(admissionOf({ handwriting: [area] })).toMatchObject({
      value: '',
      box: area,
      source: 'handwriting',
    });
    expect(admissionOf({})).toBeUndefined();
  });
});

describe('An identifier on a document', () => {
  it('has a low confidence if it fails its check or names an unknown bank', () => {
    const { members } = understand([
      pageOf([
        [50, 60, 'Aadhaar No: 2345 6789 1239'],
        [50, 100, 'IFSC Code: IOIO0740084'],
        [50, 140, 'PAN: ABCPK1234L'],
      ]),
    ]);
    const sure = Object.fromEntries(members.map(({ name, confidence }) => [name, confidence]));
    expect(sure).toEqual({ aadhaar: 0.4, ifsc: 0.4, pan: 0.9 });
  });
});

const notes = (pieces: readonly Piece[]): readonly string[] => understand([pageOf(pieces)]).pages[0]!.notes;

const BILL: readonly Piece[] = [
  [300, 20, 'IN-PATIENT FINAL BILL'],
  [50, 60, 'Bill No: IPB/2026/387'],
  [50, 120, 'Sl'],
  [120, 120, 'Particulars'],
  [500, 120, 'Qty'],
  [620, 120, 'Rate'],
  [800, 120, 'Amount'],
  [50, 160, '1'],
  [120, 160, 'Room rent'],
  [500, 160, '4'],
  [620, 160, '4,500.00'],
  [800, 160, '18,000.00'],
  [50, 200, '2'],
  [120, 200, 'Injection ceftriaxone'],
  [500, 200, '2'],
  [620, 200, '350.00'],
  [800, 200, '700.00'],
  [120, 226, 'with sterile water'],
  [50, 266, '3'],
  [120, 266, 'Gloves'],
  [500, 266, '10'],
  [620, 266, '28.00'],
  [800, 266, '280.00'],
];

const SUMS = (total: string): readonly Piece[] => [
  [500, 320, 'Sub Total:'],
  [800, 320, '18,980.00'],
  [500, 360, 'Discount:'],
  [800, 360, '980.00'],
  [500, 400, 'Grand Total:'],
  [800, 400, total],
  [500, 440, 'Advance paid:'],
  [800, 440, '5,000.00'],
  [500, 480, 'Net Payable:'],
  [800, 480, '13,000.00'],
];

describe('A hospital bill', () => {
  it('supplies its lines with wrapped descriptions, its sums, and which items insurers do not pay', () => {
    const { kind, members } = understand([pageOf([...BILL, ...SUMS('18,000.00')])]);
    expect(kind).toBe('hospital_bill');
    const lines = members.filter(({ name }) => name === 'items');
    expect(lines.map(({ value }) => JSON.parse(value) as unknown)).toEqual([
      { description: 'Room rent', quantity: '4.00', unit_price: '4500.00', amount: '18000.00' },
      {
        description: 'Injection ceftriaxone with sterile water',
        quantity: '2.00',
        unit_price: '350.00',
        amount: '700.00',
      },
      {
        description: 'Gloves',
        quantity: '10.00',
        unit_price: '28.00',
        amount: '280.00',
        non_payable: 'IRDAI list I, 56',
      },
    ]);
    expect(members.filter(({ confidence }) => confidence < 0.9)).toEqual([]);
    expect(Object.fromEntries(members.map(({ name, value }) => [name, value]))).toMatchObject({
      bill_amount: '18,000.00',
      net_payable: '13,000.00',
      discount: '980.00',
      advance: '5,000.00',
    });
  });

  it('does not confirm a total that equals neither its lines nor its other sums', () => {
    const { members } = understand([pageOf([...BILL, ...SUMS('18,600.00')])]);
    const sure = (wanted: string): number | undefined =>
      members.find(({ name }) => name === wanted)?.confidence;
    expect(sure('bill_amount')).toBe(0.5);
    expect(sure('net_payable')).toBe(0.5);
    // Quantity times price still confirms the lines.
    expect(sure('items')).toBe(0.9);
  });

  it('is noted as partly read if its lines do not add up to its sums', () => {
    expect(notes([...BILL, ...SUMS('18,000.00')])).toEqual([]);
    const lost = BILL.filter(([, top]) => top !== 266);
    expect(notes([...lost, ...SUMS('18,000.00')])).toEqual(['part-not-read']);
  });

  it('does not count the sum that a page carries over to the next one', () => {
    const first = pageOf([...BILL, [500, 320, 'Total carried forward'], [800, 320, '18,980.00']]);
    const second = pageOf(
      [
        [120, 20, 'Brought forward'],
        [800, 20, '18,980.00'],
        [500, 60, 'Grand Total:'],
        [800, 60, '18,980.00'],
      ],
      0,
      { number: 2 },
    );
    const { members } = understand([first, second]);
    expect(members.filter(({ name }) => name === 'items')).toHaveLength(3);
    expect(members.find(({ name }) => name === 'bill_amount')).toMatchObject({ page: 2, confidence: 0.9 });
  });

  it.each([
    ['Surgical gloves', 56],
    ['Oxygen mask adult', 62],
    ['Telephone charges', 14],
    ['Arm sling', 40],
    ['Room rent', undefined],
    ['Nursing charges', undefined],
  ])('names %s by its number in the list of items that are not payable', (description, number) => {
    expect(nonPayableNumber(description)).toBe(number);
  });

  it('the list recognises each of its names under a number of its own order', () => {
    const numbers = OPTIONAL_ITEMS.map(nonPayableNumber);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a! - b!));
    // All 68 items but the ambulance.
    expect(new Set(numbers).size).toBe(67);
    expect(numbers).not.toContain(undefined);
  });
});

describe('The kind of a document', () => {
  it.each([
    ['claim_form', ['REQUEST FOR CASHLESS HOSPITALISATION', 'Policy No: HI-1010']],
    ['discharge_summary', ['Sample Hospital', 'DISCHARGE SUMMARY', 'Course in the hospital', 'Bill No: 12']],
    ['id_proof', ['INCOME TAX DEPARTMENT', 'Permanent Account Number Card']],
    ['cheque', ['Sample Bank', 'Pay', 'or Bearer', 'A/c No. 50200048213377', 'CANCELLED']],
    ['prescription', ['Dr. Meera Sample', 'Prescription', 'Rx', '1. Tab. Paracetamol 500 mg 1-0-1']],
    ['other', ['Dear Sir', 'please find the papers attached']],
  ])('%s is recognised by its own words', (kind, lines) => {
    const read = understand([pageOf(lines.map((line, at) => [50, 40 + 40 * at, line]))]);
    expect(read.kind).toBe(kind);
    expect(read.why).not.toBe('');
  });

  it('is other if two kinds fit equally well, which is noted', () => {
    const { kind, why } = understand([
      pageOf([
        [50, 40, 'CLAIM FORM'],
        [50, 80, 'PRESCRIPTION'],
      ]),
    ]);
    expect({ kind, why }).toEqual({ kind: 'other', why: 'it looks like documents of two kinds' });
  });
});
