import { describe, expect, it } from 'vitest';
import type { Box, PageRead } from '../../../../src/governance/documents/read-document.ts';
import { understand } from '../../../../src/governance/documents/understanding/understand.ts';

type Piece = readonly [left: number, top: number, text: string, confidence?: number];

/** Returns a recognised page with pieces of text at places (left, top). A letter is 14 wide and 24 high. */
const placed = (pieces: readonly Piece[], more: Partial<PageRead> = {}): PageRead => {
  const text = pieces.map((piece) => piece[2]).join('\n');
  let at = 0;
  const words = pieces.flatMap(([left, top, piece, confidence = 0.9]) => {
    const start = at;
    at += piece.length + 1;
    return [...piece.matchAll(/\S+/gu)].map(({ index, 0: word }) => {
      const box: Box = [left + 14 * index, top, left + 14 * (index + word.length), top + 24];
      return { start: start + index, end: start + index + word.length, confidence, box };
    });
  });
  return {
    number: 1,
    width: 1_700,
    height: 1_000,
    source: 'ocr',
    text,
    words,
    unread: 0,
    handwriting: [],
    unreadAreas: [],
    ...more,
  };
};

const TITLE: Piece = [400, 0, 'CLAIM FORM - PART A'];
const PATIENT: Piece = [100, 60, 'Name of the Patient: Meera Sample'];
const POLICY: Piece = [100, 90, 'Policy No: HI-1010'];
const valuesOf = ({ members }: ReturnType<typeof understand>): readonly string[] =>
  members.map(({ name, value, confidence }) => `${name} ${value} ${confidence}`);

const notesOf = (...pieces: readonly Piece[]): readonly string[] =>
  understand([placed(pieces)]).pages[0]!.notes;

describe('A value that recognition could have lost', () => {
  it.each([
    ['no gap separates it from its label', '?? Date of Admission 23.06.2026', 'admission 23.06.2026 0.9'],
    [
      'its label and it were read as one word',
      'x Date of Admission...|..23/06/2026',
      'admission 23/06/2026 0.9',
    ],
    [
      'a full stop of its date was read as a comma',
      'Date of Admission: 23.06,2026',
      'admission 23.06.2026 0.9',
    ],
    ['a full stop of its date was not read', 'Date of Admission: 23.06 2026', 'admission 23.06.2026 0.9'],
    ['a time stands before it', 'Date of Admission: 9.05, 12.03.2026', 'admission 12.03.2026 0.9'],
    ['a dash separates it from a time', 'Date of Admission: 9.05 - 12.03.2026', 'admission 12.03.2026 0.9'],
    ['a time follows it', 'Date of Admission: 12/03/26-10:30', 'admission 12/03/26 0.9'],
    ['a space was read in its code', 'Policy No: HI - 760771', 'policy HI - 760771 0.9'],
    [
      'the colon of its Hindi label was read as a letter',
      'भर्ती की तिथिः 21-12-2026',
      'admission 21-12-2026 0.9',
    ],
    ['recognition misread the slash of its label', 'A/e No. 02417712749031', 'account 02417712749031 0.9'],
  ])('is found although %s', (_how, row, value) => {
    expect(valuesOf(understand([placed([TITLE, PATIENT, [100, 120, row]])]))).toContain(value);
  });

  it('is in doubt if words that belong to no label follow after a gap', () => {
    const row: readonly Piece[] = [
      [100, 120, 'Diagnosis: Fracture of'],
      [500, 120, 'radius'],
    ];
    expect(valuesOf(understand([placed([TITLE, PATIENT, ...row])]))).toContain('diagnosis Fracture of 0.4');
  });

  it('is in doubt if its commas show that a part of it is missing, or unread ink stands beside it', () => {
    const sum: Piece = [100, 120, 'Claimed Amount: Rs. 2,71 ,866.16'];
    expect(valuesOf(understand([placed([TITLE, PATIENT, sum])]))).toContain('amount Rs. 2,71 0.4');
    const first: Piece = [100, 120, 'Claimed Amount: Rs. 2 ,71,866.16'];
    expect(valuesOf(understand([placed([TITLE, PATIENT, first])]))).toContain('amount Rs. 2 0.4');
    const page = placed([TITLE, PATIENT, [100, 120, 'Account No: 284322444']], {
      unreadAreas: [[410, 120, 480, 144]],
    });
    expect(valuesOf(understand([page]))).toContain('account 284322444 0.5');
  });

  it.each([
    ['Claimed Amount: Rs 12 345.00', 'amount Rs 12 0.4'],
    ['Claimed Amount: Rs. 2,71,866 .16', 'amount Rs. 2,71,866 0.4'],
    ['Claimed Amount: Rs. 2.5 lakh', 'amount Rs. 2.5 0.4'],
    ['Claimed Amount: 5 लाख', 'amount 5 0.4'],
    ['Room rent per day: 1% of the sum insured', 'room_rent 1 0.4'],
    ['Date of Admission: 1.12.03.2026', 'admission 1.12.03.2026 0.4'],
  ])('is in doubt if what follows may belong to it: %s', (row, value) => {
    expect(valuesOf(understand([placed([TITLE, PATIENT, [100, 120, row]])]))).toContain(value);
  });

  it('is in doubt if it is below its label, although the values of the labels above are beside them', () => {
    const read = understand([
      placed([TITLE, PATIENT, [100, 90, 'Treating Doctor'], [100, 120, 'Course in the hospital']]),
    ]);
    expect(valuesOf(read)).toContain('doctor Course in the hospital 0.4');
  });

  it('is in doubt if a word of the cell beside it runs into its place', () => {
    const read = understand([
      placed([
        TITLE,
        PATIENT,
        [100, 120, 'Name of the Hospital'],
        [820, 120, 'Date of Admission'],
        [100, 150, 'Sample Hospital, a longer name and one of Nagpulr19/12/2025'],
      ]),
    ]);
    expect(valuesOf(read)).toContain('admission  0');
    expect(
      valuesOf(understand([placed([TITLE, PATIENT, [100, 120, 'Date of Admission: Nagpulr9/12/2025']])])),
    ).toContain('admission Nagpulr9/12/2025 0.4');
  });

  it('leaves a note on its page if its label was misread, or if such a document always states it', () => {
    expect(notesOf(TITLE, PATIENT, POLICY, [100, 120, 'UHID: IP851798'])).toEqual([]);
    expect(notesOf(TITLE, PATIENT, POLICY, [100, 120, 'eee', 0.35], [300, 120, 'IP851798'])).toEqual([
      'part-not-read',
    ]);
    expect(notesOf(TITLE)).toEqual(['part-not-read']);
  });

  it('leaves a note if the time ended before its page was read as well as possible', () => {
    expect(understand([placed([TITLE, PATIENT, POLICY], { hurried: true })]).pages[0]!.notes).toEqual([
      'part-not-read',
    ]);
  });
});

/** Returns the members of a row of a claim form, apart from its title and patient. */
const saidBy = (...rows: readonly string[]): readonly string[] =>
  valuesOf(
    understand([placed([TITLE, PATIENT, ...rows.map((row, at): Piece => [100, 120 + 30 * at, row])])]),
  ).slice(1);

describe('A label in a sentence, without a sign after it', () => {
  it.each([
    'Room rent per day 1% of the sum insured is payable',
    'Pre-hospitalization expenses 30 days',
    'Bill no 1 of 3',
    'Estimated cost 3 days stay',
    'PAN number compulsory for all',
  ])('has no value if what follows is none: %s', (row) => {
    expect(saidBy(row)).toEqual([]);
  });

  it.each([
    ['Claimed Amount Rs. 2 ,71,866.16', 'amount Rs. 2 0.4'],
    ['Claimed Amount Rs. 2,71 ,866.16', 'amount Rs. 2,71 0.4'],
    ['Claimed Amount 271866', 'amount 271866 0.4'],
    ['Room rent per day Rs. 5,000.00 is the limit', 'room_rent Rs. 5,000.00 0.4'],
    ['The maximum Room rent per day Rs. 5,000.00', 'room_rent Rs. 5,000.00 0.4'],
    ['Room rent per day 5,000, whichever is less', 'room_rent 5,000, 0.4'],
    ['Certificate no HI-1010', 'certificate HI-1010 0.4'],
    ['with a date of admission 01.04.2026 or later', 'admission 01.04.2026 0.4'],
  ])('has a value in doubt if it may be a part of the sentence: %s', (row, value) => {
    expect(saidBy(row)).toEqual([value]);
  });

  it.each([
    ['Claimed Amount Rs. 2,71,866.16', 'amount Rs. 2,71,866.16 0.9'],
    ['Claimed Amount 2,71,866.16', 'amount 2,71,866.16 0.9'],
    ['a) Claimed Amount Rs. 2,71,866/- only', 'amount Rs. 2,71,866/- 0.9'],
    ['Account number 02417712749031', 'account 02417712749031 0.9'],
    ['Date of Admission 23.06,2026', 'admission 23.06.2026 0.9'],
  ])('has a certain value if it can be nothing else: %s', (row, value) => {
    expect(saidBy(row)).toContain(value);
  });

  it('comes after a clear label of another page, or is left out', () => {
    const clear = placed([[100, 120, 'Room rent per day: Rs. 4,500.00']], { number: 2 });
    for (const prose of [
      'Room rent per day 1% of the sum insured is payable',
      'Room rent per day Rs. 9,000.00',
    ]) {
      const { members } = understand([placed([TITLE, PATIENT, [100, 120, prose]]), clear]);
      expect(members.filter(({ name }) => name === 'room_rent')).toMatchObject([
        { value: 'Rs. 4,500.00', page: 2, confidence: 0.9 },
      ]);
    }
  });

  it('comes after a certain value of another page that has no sign either', () => {
    const certain = placed([[100, 120, 'Room rent per day Rs. 4,500.00']], { number: 2 });
    const { members } = understand([
      placed([TITLE, PATIENT, [100, 120, 'Room rent per day 5000 is the maximum']]),
      certain,
    ]);
    expect(members.find(({ name }) => name === 'room_rent')).toMatchObject({ value: 'Rs. 4,500.00' });
  });
});

/** Returns the reading of a date in which a full stop is missing. */
const dateWithout = (source: 'ocr' | 'text'): readonly string[] =>
  valuesOf(understand([placed([TITLE, PATIENT, [100, 120, 'Date of Admission: 23.06 2026']], { source })]));

describe('A date in exact text', () => {
  it('is not put together from numbers that only recognition would separate', () => {
    expect(dateWithout('ocr')).toContain('admission 23.06.2026 0.9');
    expect(dateWithout('text')).toContain('admission 23.06 2026 0.4');
  });
});

describe('Handwriting', () => {
  it('is never a value, whatever its confidence, and its page has a note', () => {
    const page = placed([TITLE, PATIENT, POLICY, [100, 120, 'Date of Admission: 23.06.2026']]);
    const { members, pages } = understand([{ ...page, handwriting: [[366, 120, 506, 144]] }]);
    expect(members.find(({ name }) => name === 'admission')).toMatchObject({
      value: '',
      confidence: 0,
      source: 'handwriting',
    });
    expect(members.find(({ name }) => name === 'patient')).toMatchObject({ value: 'Meera Sample' });
    expect(pages[0]!.notes).toEqual(['handwriting']);
  });
});

describe('The number before a line of a bill', () => {
  it('is not a part of the line’s description, whatever sign was read after it', () => {
    const bill: readonly Piece[] = [
      [100, 0, 'Particulars'],
      [900, 0, 'Qty'],
      [1100, 0, 'Rate'],
      [1400, 0, 'Amount'],
      [100, 100, '2... Surgeon fee'],
      [900, 100, '2'],
      [1100, 100, '6,173.39'],
      [1400, 100, '12,346.78'],
    ];
    const { members } = understand([placed(bill)], 'hospital_bill');
    expect(JSON.parse(members.find(({ name }) => name === 'items')!.value)).toMatchObject({
      description: 'Surgeon fee',
    });
  });
});
