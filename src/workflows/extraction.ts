import type { ExtractionInput } from '../runs/document/workflow.ts';
import { sandboxOnce } from './sandbox-once.ts';

/**
 * Extracts one document. As with submitted code, the sandbox is opened, used and destroyed by one activity in the process that
 * takes the workflow's task. It has no effects, so interrupted work is simply redone in another sandbox.
 */
export const extraction = async (input: ExtractionInput): Promise<void> => {
  const { extractDocument } = sandboxOnce(input);
  await extractDocument(input);
};
