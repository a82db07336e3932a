import { checkHolds } from '../../src/governance/documents/checks.ts';
import { concludeExtraction, draftExtraction } from '../../src/governance/documents/extract.ts';
import type { Extraction } from '../../src/governance/documents/result.ts';
import type { DocumentType } from '../../src/governance/documents/verdict.ts';

/** Returns the service's extraction from text, without the second check in the sandbox. */
export const extractFrom = (text: string, type: DocumentType = 'auto'): Extraction => {
  const draft = draftExtraction(text, type);
  return concludeExtraction(draft, draft.checks.map(checkHolds));
};
