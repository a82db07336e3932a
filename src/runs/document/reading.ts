import { z } from 'zod';
import type { RecognisedWord } from '../../governance/documents/source.ts';

/** Schema of the reader's output in the sandbox. A hostile document may have produced it, so everything in it is validated. */
const readingSchema = z.union([
  z.object({ error: z.string() }),
  z.object({
    kind: z.enum(['pdf', 'image']),
    left_out: z.int().min(0).max(1_000_000),
    unread_form: z.boolean().default(false),
    pages: z
      .array(
        z.object({
          text: z.string(),
          source: z.enum(['text', 'ocr', 'none']),
          confidence: z.number().min(0).max(1),
          words: z.array(z.tuple([z.int().min(0), z.int().min(0), z.number().min(0).max(1)])),
          unread: z.number().min(0).max(1).default(0),
          differing: z.int().min(0).default(0),
        }),
      )
      .max(100),
  }),
]);

/** Reasons why a document cannot be read. */
export const UNREADABLE = ['encrypted', 'damaged', 'unknown', 'empty', 'large', 'failed'] as const;
export type Unreadable = (typeof UNREADABLE)[number];

export interface ReadPage {
  /** Position in the whole text, counted in code points. */
  readonly start: number;
  readonly end: number;
  readonly source: 'text' | 'ocr' | 'none';
  readonly confidence: number;
}

/** Possible gaps and errors in a document's text. */
export interface Doubts {
  /** For each page, the share (0 to 1) of its writing that was not recognised. */
  readonly unread: readonly number[];
  /** Number of words with digits that the PDF library reads differently from our reader. */
  readonly differing: number;
  /** Whether the PDF has a kind of form (XFA) that can only be filled in and shown by its vendor's viewer. */
  readonly unreadForm: boolean;
}

/** A document as text. */
export interface Reading {
  readonly kind: 'pdf' | 'image';
  readonly pages: readonly ReadPage[];
  readonly left_out: number;
  readonly text: string;
  readonly words: readonly RecognisedWord[];
  readonly doubts: Doubts;
}

const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** Parses a reading and joins its pages into one text. Anything that does not match the schema counts as `failed`. */
export const parseReading = (json: string): Reading | { readonly unreadable: Unreadable } => {
  let parsed;
  try {
    parsed = readingSchema.safeParse(JSON.parse(json));
  } catch {
    return { unreadable: 'failed' };
  }
  if (!parsed.success) return { unreadable: 'failed' };
  if ('error' in parsed.data) {
    const { error } = parsed.data;
    return { unreadable: UNREADABLE.find((reason) => reason === error) ?? 'failed' };
  }
  const { kind, left_out } = parsed.data;
  const pages: ReadPage[] = [];
  const words: RecognisedWord[] = [];
  const texts: string[] = [];
  let at = 0;
  for (const page of parsed.data.pages) {
    const text = clean(page.text).trimEnd();
    const length = [...text].length;
    pages.push({ start: at, end: at + length, source: page.source, confidence: page.confidence });
    let last = 0;
    for (const [start, end, confidence] of page.words) {
      if (start < last || end <= start || end > length) continue;
      words.push([at + start, at + end, confidence]);
      last = end;
    }
    texts.push(text);
    at += length + 1;
  }
  const doubts = {
    unread: parsed.data.pages.map(({ unread }) => unread),
    differing: parsed.data.pages.reduce((sum, { differing }) => sum + differing, 0),
    unreadForm: parsed.data.unread_form,
  };
  return { kind, pages, left_out, text: texts.join('\n'), words, doubts };
};
