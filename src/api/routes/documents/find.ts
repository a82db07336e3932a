import type { DocumentRecord } from '../../../runs/document/document-records.ts';
import { ProblemError } from '../../http/problem.ts';

/** Returns a document that still has its bytes. @throws ProblemError 404, 410 */
export const documentOf = (document: DocumentRecord | undefined): DocumentRecord => {
  if (document === undefined) throw new ProblemError('not-found');
  if (document.erased) throw new ProblemError('document-erased');
  return document;
};
