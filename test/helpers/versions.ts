import type { Transaction } from 'kysely';
import { dayInIndia, formatDay } from '../../src/governance/dates.ts';
import {
  canonicalRuleSet,
  ruleSetHash,
  type VersionedDocument,
} from '../../src/governance/rule-sets/canonical.ts';
import type { Db } from '../../src/store/db/client.ts';
import type { DocumentKind } from '../../src/store/db/rule-sets-schema.ts';
import type { Database } from '../../src/store/db/schema.ts';
import { createRuleSet } from '../../src/store/rule-sets/rule-sets.ts';
import { markActive, markApproved, markProposed } from '../../src/store/rule-sets/version-moves.ts';
import { findVersion, storeDraft, type StoredVersion } from '../../src/store/rule-sets/versions.ts';

const author = { actor: { kind: 'person', id: 'person_1', name: 'A. S.' }, subject: 'person_1' } as const;
const approver = { actor: { kind: 'person', id: 'person_2', name: 'B. S.' }, subject: 'person_2' } as const;

/** Writes a version of a team's document and proposes it. */
export const proposeIn = async (
  tx: Transaction<Database>,
  teamId: string,
  kind: DocumentKind,
  set: VersionedDocument,
): Promise<StoredVersion> => {
  const of = { teamId, name: set.id, kind };
  const ruleSetId = await createRuleSet(tx, of);
  const draft = { set, document: canonicalRuleSet(set), sha256: ruleSetHash(set) };
  await storeDraft(tx, { teamId, ruleSetId }, draft, author);
  const stored = (await findVersion(tx, of, set.version))!;
  await markProposed(tx, stored, author);
  return stored;
};

/** Takes a document through all moves up to an active version, as two people do. */
export const activateDocument = async (
  db: Db,
  teamId: string,
  kind: DocumentKind,
  set: VersionedDocument,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const stored = await proposeIn(tx, teamId, kind, set);
    await markApproved(tx, stored, approver);
    await markActive(tx, stored, formatDay(dayInIndia(new Date())), approver);
  });
