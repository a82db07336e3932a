import type { JSONColumnType } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { Timestamp } from './column-types.ts';

interface DocumentsTable {
  id: string;
  team_id: string;
  /** Ref in the vault under which everything about the document is sealed. */
  root: string;
  status: 'checking' | 'ready' | 'refused';
  refusal: string | null;
  format: string;
  sha256: Buffer;
  bytes: number;
  parts: JSONColumnType<readonly StoredPart[]>;
  pages: JSONColumnType<readonly StoredPage[] | null, string | null, string | null>;
  asked_by: JSONColumnType<Actor>;
  created_at: Timestamp;
}

/** One file of a document. */
export interface StoredPart {
  readonly ref: string;
  readonly format: string;
  readonly bytes: number;
}

/** One page: its file, its position in that file, and its size in pixels of a picture or points of a PDF. */
export interface StoredPage {
  readonly part: number;
  readonly index: number;
  readonly width: number;
  readonly height: number;
}

interface CaseDocumentsTable {
  ledger_ref: string;
  position: number;
  team_id: string;
  document_id: string;
  kind: string | null;
}

/** The tables of documents of cases. */
export interface DocumentsDatabase {
  documents: DocumentsTable;
  case_documents: CaseDocumentsTable;
}
