import type { Transaction } from 'kysely';
import {
  canonicalRuleSet,
  ruleSetHash,
  type VersionedDocument,
} from '../../governance/rule-sets/canonical.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { findVersion, highestVersion, storeDraft } from '../../store/rule-sets/versions.ts';
import { createRuleSet } from '../../store/rule-sets/rule-sets.ts';
import { type Moving, type RefusedMove, rowActorOf, type VersionOfTeam } from './move.ts';
import { ruleSetRow } from './rows.ts';

/**
 * Stores a draft, or replaces one.
 * @param faults number of faults that the check found, for the row
 * @returns whether the version is new, or why it cannot be written
 */
export const writeDraft = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  of: VersionOfTeam,
  mover: Moving,
  { set, faults }: { readonly set: VersionedDocument; readonly faults: number },
): Promise<{ readonly isNew: boolean } | RefusedMove> => {
  const { teamId, name, version } = of;
  const ruleSetId = await createRuleSet(tx, of);
  const before = await findVersion(tx, of, version);
  if (before !== undefined && before.state !== 'draft')
    return { refused: 'rule-set-state', detail: `The version is ${before.state}. Write a new one.` };
  const highest = await highestVersion(tx, ruleSetId);
  if (before === undefined && version <= highest)
    return { refused: 'rule-set-state', detail: `A new version has a number above ${highest}.` };
  const sha256 = ruleSetHash(set);
  await storeDraft(tx, { teamId, ruleSetId }, { set, document: canonicalRuleSet(set), sha256 }, mover);
  await ledger.appendIn(
    tx,
    ruleSetRow({
      ...of,
      ruleSetId,
      sha256,
      action: 'rules.drafted',
      key: mover.requestId,
      summary: `A draft of ${name}@${version} was written.`,
      detail: { replaced: before?.sha256 ?? null, tests: set.tests.length, faults },
      actor: rowActorOf(mover),
    }),
  );
  return { isNew: before === undefined };
};
