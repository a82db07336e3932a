import type { ExtractionInput } from '../runs/document/workflow.ts';
import { sandboxOnce } from './sandbox-once.ts';

/**
 * Extracts one document. As with submitted code, a single activity opens, uses and destroys the sandbox, in the same process that
 * takes the workflow's task. Extraction has no side effects, so interrupted work is simply repeated in another sandbox.
 */
export const extraction = async (input: ExtractionInput): Promise<void> => {
  const { extractDocument } = sandboxOnce(input);
  await extractDocument(input);
};
