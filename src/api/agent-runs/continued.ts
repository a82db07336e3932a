import type { Kysely } from 'kysely';
import { type Earlier, type NotContinued, readEarlier } from '../../runs/agent/continue.ts';
import type { AgentRunKind } from '../../runs/agent/stored-result.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { ProblemError } from '../http/problem.ts';

/**
 * Returns what a run takes over from the run that it continues; undefined if it continues none.
 * @throws ProblemError 422 if that run cannot be continued
 */
export const continuedIn = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ledgerRef }: { readonly teamId: string; readonly ledgerRef: string | undefined },
  kind: AgentRunKind,
): Promise<Earlier | undefined> => {
  if (ledgerRef === undefined) return undefined;
  const earlier = await readEarlier(db, ring, { teamId, ledgerRef }, kind);
  if (typeof earlier !== 'string') return earlier;
  throw new ProblemError('invalid-request', {
    errors: [{ in: 'body', pointer: '/continue', message: WORDS[earlier] }],
  });
};

const WORDS: Readonly<Record<NotContinued, string>> = {
  unknown: 'is not the ledger_ref of such a run of this team',
  running: 'has not ended yet',
  erased: 'was erased',
};
