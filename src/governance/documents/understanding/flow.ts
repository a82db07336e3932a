/** The rows of all pages as one text, with the way back from a part of the text to its words. */
import type { PageRead, ReadMember } from '../read-document.ts';
import type { Place, RecognisedWord } from '../source.ts';
import { aroundWords, type Row, type Word } from './layout.ts';

export interface Flow {
  readonly text: string;
  /** Ranges and confidences of recognised words, in code points. */
  readonly words: readonly RecognisedWord[];
  /** Returns a part of the text as written. */
  readonly written: (place: Place) => string;
  /** Makes a member of a part of the text. */
  readonly member: (name: string, value: string, place: Place, most?: number) => ReadMember;
}

interface PlacedWord {
  readonly start: number;
  readonly end: number;
  readonly word: Word;
  readonly page: PageRead;
}

export const flowOf = (
  pages: readonly { readonly page: PageRead; readonly rows: readonly Row[] }[],
): Flow => {
  const placed: PlacedWord[] = [];
  const parts: string[] = [];
  let at = 0;
  const add = (text: string): void => {
    parts.push(text);
    at += [...text].length;
  };
  for (const { page, rows } of pages) {
    for (const row of rows) {
      for (const [nth, word] of row.entries()) {
        if (nth > 0) add(word.apart ? '  ' : ' ');
        const start = at;
        add(word.text);
        placed.push({ start, end: at, word, page });
      }
      add('\n');
    }
  }
  const text = parts.join('');
  const signs = [...text];
  return {
    text,
    written: ({ start, end }) => signs.slice(start, end).join('').replaceAll(/\s+/g, ' '),
    words: placed.map(({ start, end, word }) => [start, end, word.confidence]),
    member: (name, value, { start, end }, most = 1) => {
      const found = placed.filter((each) => each.end > start && each.start < end);
      const page = found[0]?.page ?? pages[0]!.page;
      const words = found.filter((each) => each.page === page).map(({ word }) => word);
      return {
        name,
        value,
        page: page.number,
        box: aroundWords(words) ?? [0, 0, page.width, page.height],
        confidence: Math.min(most, ...words.map(({ confidence }) => confidence)),
        source: page.source === 'text' ? 'text' : 'ocr',
      };
    },
  };
};
