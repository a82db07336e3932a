import type { Transaction } from 'kysely';
import { writeDraft } from '../../../runs/rule-sets/draft.ts';
import type { VersionedDocument } from '../../../governance/rule-sets/canonical.ts';
import type { DocumentKind } from '../../../store/db/rule-sets-schema.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { Reply } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { expectNamedInPath } from './expect-named-in-path.ts';
import { type MoveCall, moverOf, problemOfMove, versionIn } from './perform-move.ts';
import { showMoved } from './show.ts';

/** Returns the faults of a draft that is not stored. */
export const checkDraft = async (
  { ruleSetChecker }: Services,
  document: unknown,
  kind?: DocumentKind,
): Promise<Reply> => {
  const answer = await ruleSetChecker.check(document, kind);
  return { status: 200, body: { ok: answer.faults.length === 0, ...answer } };
};

/**
 * Stores a draft of a document of any kind, or replaces one. A draft may have faults; they are in the response.
 * @param expect refuses the draft in its transaction
 */
export const putDraft = async (
  call: Pick<MoveCall, 'caller' | 'params' | 'requestId'> & { readonly body: VersionedDocument },
  services: Services,
  kind?: DocumentKind,
  expect?: (tx: Transaction<Database>) => Promise<void>,
): Promise<Reply> => {
  const of = versionIn(call, kind);
  const { body: set } = call;
  expectNamedInPath(set, of);
  const { faults } = await services.ruleSetChecker.check(set, of.kind);
  const { db, ledger } = services;
  const { status, shown } = await db.transaction().execute(async (tx) => {
    await expect?.(tx);
    const mover = await moverOf(tx, call);
    const written = await writeDraft(tx, ledger, of, mover, { set, faults: faults.length });
    if ('refused' in written) throw problemOfMove(written);
    return { status: written.isNew ? 201 : 200, shown: await showMoved(tx, of) };
  });
  return { status, body: { ...shown, faults: [...faults] } };
};
