import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { READER_FILES, READER_PROGRAM } from '../../src/runs/document/sandbox-programs.ts';
import type { ReaderPage, Truth } from './document-truth.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../fixtures/documents/${name}`, import.meta.url), 'utf8');

const require = createRequire(import.meta.url);

const face = (name: string, path: string): { readonly name: string; readonly content: Buffer } => ({
  name,
  content: readFileSync(path),
});

/** Fonts that look like handwriting, for tuning and for judging. The sandbox image has none. */
export const HANDWRITING_FILES = [
  face('hand-0.woff', require.resolve('@fontsource/caveat/files/caveat-latin-400-normal.woff')),
  face(
    'hand-1.woff',
    require.resolve('@fontsource/homemade-apple/files/homemade-apple-latin-400-normal.woff'),
  ),
];

/** Files that a sandbox needs to make documents and read them (test/fixtures/documents/reading.py). */
export const MADE_DOCUMENT_FILES = [
  ...READER_FILES,
  { name: 'reader.py', content: READER_PROGRAM },
  ...['papers.py', 'drawing.py', 'generate.py', 'reading.py'].map((name) => ({ name, content: read(name) })),
];

/** `hindi` is a form in Hindi, `hand` has values in handwriting, and `columns` has prose in two columns. */
export type MadeKind = 'usual' | 'hindi' | 'hand' | 'columns';

export interface MeasuredDocument {
  readonly seed: number;
  readonly way: 'scan' | 'photo';
  readonly truth: Truth;
  readonly read: { readonly pages: readonly ReaderPage[] };
  /** Processor time in seconds, and the peak memory of the process, in MiB. */
  readonly cpu: number;
  readonly mb: number;
  readonly plain?: string;
  readonly plain_cpu?: number;
}

/** Returns code that makes and measures documents. Its result is the file `measured.json`. */
export const measuring = (
  half: 'tuning' | 'judging',
  way: 'scan' | 'photo',
  seeds: readonly number[],
  { plain = false, what = 'usual' }: { readonly plain?: boolean; readonly what?: MadeKind } = {},
): string =>
  `from reading import measured\nmeasured(${half === 'tuning' ? 0 : 1}, '${way}', ${JSON.stringify(seeds)}, ${plain ? 'True' : 'False'}, '${what}')`;
