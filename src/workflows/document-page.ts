import type { DocumentPageInput, DrawnPage } from '../runs/document/workflow.ts';
import { sandboxOnce } from './sandbox-once.ts';

/** Draws one page of a document in a sandbox. */
export const documentPage = async (input: DocumentPageInput): Promise<DrawnPage> => {
  const { drawPage } = sandboxOnce(input);
  return drawPage(input);
};
