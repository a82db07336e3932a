import { findDocument } from '../../runs/document/document-records.ts';
import type { DocumentCheckInput } from '../../runs/document/workflow.ts';
import type { SandboxDependencies } from '../code/dependencies.ts';
import { settleDocument } from './settle-document.ts';

/**
 * Opens an uploaded document's files in a fresh sandbox, counts their pages and records the result. A refused
 * document is erased at once.
 */
export const checkDocument = async (deps: SandboxDependencies, input: DocumentCheckInput): Promise<void> => {
  const document = await findDocument(deps.db, { teamId: input.team_id, id: input.ledger_ref });
  if (document === undefined) return;
  await settleDocument(deps, document, {
    waitMs: input.wait_ms,
    ...(input.asked_by !== undefined && { askedBy: input.asked_by }),
  });
};
