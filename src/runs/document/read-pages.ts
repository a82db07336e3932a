import type { PageRead, PageWord, Box } from '../../governance/documents/read-document.ts';
import { type Failed, parse, clean, type Parsed } from './reading.ts';

export interface ReadPage {
  /** Position in the whole text, counted in code points. */
  readonly start: number;
  readonly end: number;
  readonly source: 'text' | 'ocr' | 'none';
  readonly confidence: number;
}

/**
 * Parses a reading into its pages, numbered from 1, with the position of each word.
 * @param sizeOf the size of a page that the reader did not measure
 */
export const parsePages = (
  json: string,
  sizeOf: (number: number) => readonly [width: number, height: number],
): readonly PageRead[] | Failed => {
  const parsed = parse(json);
  if ('unreadable' in parsed) return parsed;
  return parsed.pages.map((page, at) => {
    const number = at + 1;
    const [width, height] = page.size ?? sizeOf(number);
    const text = clean(page.text).trimEnd();
    return {
      number,
      width,
      height,
      source: page.source,
      text,
      words: wordsOf(text, page),
      // The text of such a form's pages is only its data, so nothing tells what its pages show.
      unread: page.source === 'none' || parsed.unread_form ? 1 : page.unread,
      handwriting: page.handwriting,
      unreadAreas: page.unread_areas,
      hurried: page.hurried,
    };
  });
};

/**
 * Returns a page's words. If the reader lists none, because the text was exact, white space separates them.
 */
const wordsOf = (text: string, page: Parsed['pages'][number]): readonly PageWord[] => {
  const boxOf = (at: number): Box | null => page.boxes[at] ?? null;
  const signs = [...text];
  if (page.words.length === 0) {
    if (page.source !== 'text') return [];
    const words: PageWord[] = [];
    let at = 0;
    for (const piece of text.split(/(\s+)/u)) {
      const end = at + [...piece].length;
      if (piece.trim() !== '') words.push({ start: at, end, confidence: 1, box: boxOf(words.length) });
      at = end;
    }
    return words;
  }
  const words: PageWord[] = [];
  let last = 0;
  for (const [at, [start, end, confidence]] of page.words.entries()) {
    if (start < last || end <= start || end > signs.length) continue;
    words.push({ start, end, confidence, box: boxOf(at) });
    last = end;
  }
  return words;
};
