import { getAgentTaskFile } from '../../../contract/operations/agents.ts';
import { getAnalysisFile } from '../../../contract/operations/analysis.ts';
import { actorOf, vaultRead } from '../../../ledger/index.ts';
import { findFile, openFile } from '../../../runs/agent/read-files.ts';
import type { Caller } from '../../../store/keys/authenticate.ts';
import { ProblemError } from '../../http/problem.ts';
import { type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

export interface FileCall {
  readonly caller: Caller;
  readonly params: { readonly ref: string; readonly id: string };
  readonly requestId: string;
}

/**
 * Responds with a file's bytes. They may contain identifiers, so the ledger records who read them, before they are sent.
 * @throws ProblemError 404 if the run has no such file or it was erased
 */
export const sendFile = async (
  { db, rings, ledger }: Services,
  { caller, params, requestId }: FileCall,
): Promise<Reply> => {
  const { teamId } = caller;
  const file = await findFile(db, { teamId, id: params.id });
  if (file?.ledgerRef !== params.ref) throw new ProblemError('not-found');
  const bytes = await openFile(db, rings.vault, { teamId, file });
  await ledger.append(
    vaultRead(
      { teamId, actor: actorOf(caller, requestId) },
      'A file of an agent run was read; it may contain identifiers.',
      { ref: file.ledgerRef, file_id: file.id, bytes: bytes.length },
    ),
  );
  return {
    status: 200,
    body: bytes,
    type: 'application/octet-stream',
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeName(file.name)}`,
    },
  };
};

/** Encodes a name's last part as RFC 8187 does. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.split('/').at(-1) ?? 'file').replaceAll(
    /['()*]/g,
    (character) => `%${character.codePointAt(0)!.toString(16).toUpperCase()}`,
  );

export const getAgentTaskFileRoute = route(getAgentTaskFile, async (call, services) =>
  sendFile(services, call),
);

export const getAnalysisFileRoute = route(getAnalysisFile, async (call, services) =>
  sendFile(services, call),
);
