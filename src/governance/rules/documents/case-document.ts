import type { DocumentKind, ReadDocument } from '../../documents/read-document.ts';

/** The reading of a case's document, sealed like the case. */
export interface CaseDocument {
  readonly file_id: string;
  /** Keyed hash of a text; plain hash of any other file. */
  readonly sha256?: string;
  readonly document_token?: string;
  readonly format: string;
  /** The kind that the request named. */
  readonly declared: DocumentKind | null;
  readonly read: ReadDocument;
  /** Text of all pages, clipped. */
  readonly text: string;
  /** Why the document could not be read at all, in one word. */
  readonly failure: string | null;
  /** The sandbox that read it; null if none did. */
  readonly sandbox_id: string | null;
}

/** The readings of a case's documents. */
export interface CaseReading {
  readonly documents: readonly CaseDocument[];
}
