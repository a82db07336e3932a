import type { DocumentCheckInput } from '../runs/document/workflow.ts';
import { sandboxOnce } from './sandbox-once.ts';

/** Opens an uploaded document's files in a sandbox and counts their pages. */
export const documentCheck = async (input: DocumentCheckInput): Promise<void> => {
  const { checkDocument } = sandboxOnce(input);
  await checkDocument(input);
};
