import { describe, expect, it } from 'vitest';
import { parseChecked } from '../../../../src/runs/document/check.ts';
import { parsePages } from '../../../../src/runs/document/read-pages.ts';

const page = { part: 0, index: 0, width: 100, height: 200 };

/** The reader's output for one page of two words. */
const readerSays = (more: object): string =>
  JSON.stringify({
    kind: 'image',
    left_out: 0,
    pages: [
      {
        text: 'a b',
        source: 'ocr',
        confidence: 1,
        words: [
          [0, 1, 0.9],
          [2, 3, 0.8],
        ],
        ...more,
      },
    ],
  });

describe("The sandbox's report about a document", () => {
  it('the service accepts pages and known refusals unchanged', () => {
    expect(parseChecked(JSON.stringify({ pages: [page] }), 1)).toEqual({ pages: [page] });
    expect(parseChecked('{"error": "encrypted", "part": 0}', 1)).toEqual({ refusal: 'encrypted' });
  });

  it.each([
    ['no report', ''],
    ['an unknown reason', '{"error": "toString"}'],
    ['a page of another file', JSON.stringify({ pages: [{ ...page, part: 1 }] })],
    ['a page without a size', JSON.stringify({ pages: [{ ...page, width: 0 }] })],
    ['too many pages', JSON.stringify({ pages: Array.from({ length: 51 }, () => page) })],
  ])('%s counts as a damaged document', (_, report) => {
    expect(parseChecked(report, 1)).toEqual({ refusal: 'damaged' });
  });

  it('pages get the size and boxes that the reader measured, and none that it did not', () => {
    expect(
      parsePages(readerSays({ size: [10, 20], boxes: [[1, 2, 3, 4], null] }), () => [1, 1]),
    ).toMatchObject([{ width: 10, height: 20, words: [{ box: [1, 2, 3, 4] }, { box: null }] }]);
    expect(parsePages(readerSays({}), () => [7, 8])).toMatchObject([
      { number: 1, width: 7, height: 8, words: [{ box: null }, { box: null }] },
    ]);
    expect(parsePages('{', () => [1, 1])).toEqual({ unreadable: 'failed' });
  });

  it('the words of an exact text are separated by white space', () => {
    const json = JSON.stringify({
      kind: 'pdf',
      left_out: 0,
      pages: [{ text: '🙏 PAN:  A', source: 'text', confidence: 1, words: [], boxes: [null, [1, 1, 2, 2]] }],
    });
    expect(parsePages(json, () => [1, 1])).toMatchObject([
      {
        words: [
          { start: 0, end: 1 },
          { start: 2, end: 6, box: [1, 1, 2, 2] },
          { start: 8, end: 9, confidence: 1 },
        ],
      },
    ]);
  });
});
