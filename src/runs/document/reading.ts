import { z } from 'zod';
import { unreadLines } from '../../governance/documents/unread-lines.ts';
import type { RecognisedWord } from '../../governance/documents/source.ts';
import type { ReadPage } from './read-pages.ts';

const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);

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
          hurried: z.boolean().default(false),
          differing: z.int().min(0).default(0),
          size: z.tuple([z.number().positive(), z.number().positive()]).optional(),
          boxes: z.array(boxSchema.nullable()).default([]),
          handwriting: z.array(boxSchema).default([]),
          unread_areas: z.array(boxSchema).default([]),
        }),
      )
      .max(100),
  }),
]);

/** Reasons why a document cannot be read. */
export const UNREADABLE = ['encrypted', 'damaged', 'unknown', 'empty', 'large', 'failed'] as const;
export type Unreadable = (typeof UNREADABLE)[number];

/** Possible gaps and errors in a document's text. */
export interface Doubts {
  /** For each page, the share (0 to 1) of its writing that was not recognised. */
  readonly unread: readonly number[];
  /** Number of places among the words of all pages where writing was not recognised. */
  readonly unreadLines: number;
  /** Number of words that look like handwriting. */
  readonly handwriting: number;
  /** Number of pages for which the time ended before they were read as well as possible. */
  readonly hurried: number;
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

/** Replaces what Postgres cannot store in a text. */
export const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

export type Parsed = Exclude<z.output<typeof readingSchema>, { error: string }>;
export type Failed = { readonly unreadable: Unreadable };

/** Checks the reader's output. Anything that does not match the schema counts as `failed`. */
export const parse = (json: string): Parsed | Failed => {
  let parsed;
  try {
    parsed = readingSchema.safeParse(JSON.parse(json));
  } catch {
    return { unreadable: 'failed' };
  }
  if (!parsed.success) return { unreadable: 'failed' };
  if (!('error' in parsed.data)) return parsed.data;
  const { error } = parsed.data;
  return { unreadable: UNREADABLE.find((reason) => reason === error) ?? 'failed' };
};

/** Parses a reading and joins its pages into one text. */
export const parseReading = (json: string): Reading | Failed => {
  const parsed = parse(json);
  if ('unreadable' in parsed) return parsed;
  const { kind, left_out } = parsed;
  const pages: ReadPage[] = [];
  const words: RecognisedWord[] = [];
  const texts: string[] = [];
  let at = 0;
  for (const page of parsed.pages) {
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
    unread: parsed.pages.map(({ unread }) => unread),
    unreadLines: parsed.pages.reduce(
      (sum, { unread_areas, boxes }) => sum + unreadLines(unread_areas, boxes).length,
      0,
    ),
    handwriting: parsed.pages.reduce((sum, { handwriting }) => sum + handwriting.length, 0),
    hurried: parsed.pages.filter(({ hurried }) => hurried).length,
    differing: parsed.pages.reduce((sum, { differing }) => sum + differing, 0),
    unreadForm: parsed.unread_form,
  };
  return { kind, pages, left_out, text: texts.join('\n'), words, doubts };
};
