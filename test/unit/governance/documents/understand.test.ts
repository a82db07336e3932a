import { describe, expect, it } from 'vitest';
import { hiddenBoxes } from '../../../../src/governance/documents/hidden-boxes.ts';
import type { PageRead } from '../../../../src/governance/documents/read-document.ts';
import { understand } from '../../../../src/governance/documents/understanding/understand.ts';

/** Returns a page on which each word has a box of its own: 100 wide, at 100 times its position in the text. */
const pageOf = (text: string, more: Partial<PageRead> = {}): PageRead => ({
  number: 1,
  width: 1_000,
  height: 1_000,
  source: 'ocr',
  text,
  words: [...text.matchAll(/\S+/gu)].map(({ index, 0: word }, at) => ({
    start: index,
    end: index + word.length,
    confidence: 0.9,
    box: [100 * at, 0, 100 * at + 90, 20],
  })),
  unread: 0,
  handwriting: [],
  unreadAreas: [],
  ...more,
});

/** Returns a page with pieces of text at places (left, top). A letter is 14 wide and 24 high. */
const placed = (...pieces: readonly (readonly [left: number, top: number, text: string])[]): PageRead => {
  const text = pieces.map((piece) => piece[2]).join('\n');
  let at = 0;
  const words = pieces.flatMap(([left, top, piece]) => {
    const start = at;
    at += piece.length + 1;
    return [...piece.matchAll(/\S+/gu)].map(({ index, 0: word }) => ({
      start: start + index,
      end: start + index + word.length,
      confidence: 0.9,
      box: [left + 14 * index, top, left + 14 * (index + word.length), top + 24] as const,
    }));
  });
  return { ...pageOf(text), width: 1_700, height: 1_000, words };
};

describe('A document that was read', () => {
  it('a value has the box around its words and the confidence of the least certain one', () => {
    const page = pageOf('CLAIM FORM\nDate of admission: 12 Oct 2026');
    const words = page.words.map((word, at) => (at === 6 ? { ...word, confidence: 0.6 } : word));
    expect(understand([{ ...page, words }])).toMatchObject({
      kind: 'claim_form',
      why: 'it is titled as a claim form',
      members: [
        {
          name: 'admission',
          value: '12 Oct 2026',
          page: 1,
          box: [500, 0, 790, 20],
          confidence: 0.6,
          source: 'ocr',
        },
      ],
    });
  });

  it('the kind that the sender named counts, and an unknown one becomes other', () => {
    expect(understand([pageOf('CLAIM FORM')], 'hospital_bill').kind).toBe('hospital_bill');
    expect(understand([pageOf('Namaste')])).toMatchObject({ kind: 'other' });
  });

  it('a page states how much of it was read, and a page without a reading counts as unread', () => {
    const { pages } = understand([
      pageOf('a', { unread: 0.4 }),
      pageOf('', { number: 2, source: 'none', unread: 1 }),
      pageOf('b', { number: 3, handwriting: [[0, 0, 1, 1]] }),
    ]);
    expect(pages).toMatchObject([
      { notes: ['part-not-read'], coverage: 0.6 },
      { notes: ['not-read'], coverage: 0 },
      { notes: ['handwriting'], coverage: 1 },
    ]);
  });

  it('numbering before the next label is not the value of the one before it, and a value below may have several words', () => {
    const page = placed(
      [100, 0, 'a) Policy No'],
      [800, 0, 'd) Name of the Patient'],
      [100, 50, 'SHI/715451'],
      [800, 50, 'Ravi Kumar Specimen Namuna Udaharan'],
    );
    expect(understand([page], 'claim_form').members).toMatchObject([
      { name: 'policy', value: 'SHI/715451' },
      { name: 'patient', value: 'Ravi Kumar Specimen Namuna Udaharan' },
    ]);
  });

  it('a line of a bill with unread ink is in doubt, and its page has a note', () => {
    const bill = [
      [100, 0, 'Particulars'],
      [900, 0, 'Qty'],
      [1100, 0, 'Rate'],
      [1400, 0, 'Amount'],
      [300, 100, 'function test'],
      [900, 100, '2'],
      [1100, 100, '6,173.39'],
      [1400, 100, '12,346.78'],
      [900, 200, 'Grand Total'],
      [1400, 200, '12,346.78'],
    ] as const;
    const read = understand([placed(...bill)], 'hospital_bill');
    const cut = understand([{ ...placed(...bill), unreadAreas: [[250, 100, 290, 122]] }], 'hospital_bill');
    const line = ({ members }: typeof read) => members.find(({ name }) => name === 'items');
    expect(line(read)).toMatchObject({ confidence: 0.9 });
    expect(line(cut)).toMatchObject({ confidence: 0.5 });
    expect([read.pages[0]!.notes, cut.pages[0]!.notes]).toEqual([[], ['part-not-read']]);
  });
});

describe('Masking a page before it is shown', () => {
  it('only identifiers, names and unread parts are painted over', () => {
    const page = pageOf('Bill of PAN ABCPK1234L for Rs 500', { unreadAreas: [[5, 5, 6, 6]] });
    expect(hiddenBoxes(page)).toEqual([
      [5, 5, 6, 6],
      [300, 0, 390, 20],
    ]);
  });

  it('a page cannot be masked if an identifier has no known place, or if writing was not read', () => {
    const page = pageOf('PAN ABCPK1234L');
    expect(
      hiddenBoxes({ ...page, words: page.words.map((word) => ({ ...word, box: null })) }),
    ).toBeUndefined();
    expect(hiddenBoxes({ ...page, unread: 0.3 })).toBeUndefined();
    expect(hiddenBoxes({ ...page, source: 'none' })).toBeUndefined();
  });
});
