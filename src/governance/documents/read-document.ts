/** Types of a document that was read from a file: its pages as the sandbox saw them, and its content as the rules use it. */

import type { DOCUMENT_KINDS } from '../../contract/stored-document.ts';

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/**
 * A rectangle on a page: left, top, right, bottom, in the units of the page's `width` and `height`, from its
 * upper left corner. It refers to the page as the file displays it, before the reader straightens, crops or
 * turns it.
 */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A word that the sandbox read. `start` and `end` are code points of the page's text. */
export interface PageWord {
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  /** null if the reader does not know where the word is, which is only the case for fields of a form. */
  readonly box: Box | null;
}

/** A page as the sandbox read it. This is the input of {@link ReadDocument}'s makers. */
export interface PageRead {
  /** Counts from 1. */
  readonly number: number;
  /** Size of the displayed page: pixels of a picture, points of a PDF. */
  readonly width: number;
  readonly height: number;
  readonly source: 'text' | 'ocr' | 'none';
  readonly text: string;
  readonly words: readonly PageWord[];
  /** Share (0 to 1) of the page's writing that no word covers. 1 for a page that was not read. */
  readonly unread: number;
  /** Areas whose writing looks like handwriting, and areas with ink that was not read. */
  readonly handwriting: readonly Box[];
  readonly unreadAreas: readonly Box[];
  /** Whether the time ended before the page was read as well as possible. */
  readonly hurried?: boolean;
}

export type PageNote = 'part-not-read' | 'not-read' | 'poor-scan' | 'handwriting' | 'unread-form';

/** A value and its place. */
export interface ReadMember {
  /** A member's name as in a case (`pan`, `amount`, `admission`, `items`). A name may occur more than once. */
  readonly name: string;
  /**
   * As written (a recognised date with its first separator twice), or '' if there is only handwriting or
   * unread ink in the value's place.
   */
  readonly value: string;
  readonly page: number;
  readonly box: Box;
  /** From 0 to 1: the confidence of its least certain word, lower if two readers disagree. */
  readonly confidence: number;
  /** The source of the value: exact text, recognised print, or handwriting, which is not read. */
  readonly source: 'text' | 'ocr' | 'handwriting';
}

/** A document's content. */
export interface ReadDocument {
  readonly kind: DocumentKind;
  /** Why the document was classified as this kind, in a few words without values from it. */
  readonly why: string;
  readonly pages: readonly {
    readonly number: number;
    readonly width: number;
    readonly height: number;
    readonly notes: readonly PageNote[];
    /** Share (0 to 1) of the page's writing that was read. */
    readonly coverage: number;
  }[];
  readonly members: readonly ReadMember[];
}
