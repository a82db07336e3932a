import type { Kysely } from 'kysely';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import type { VersionedDocument } from '../../governance/rule-sets/canonical.ts';
import { versionInForce, type BasisDays } from '../../governance/rule-sets/in-force.ts';
import type { DocumentKind } from '../db/rule-sets-schema.ts';
import type { Database } from '../db/schema.ts';

/** A document of a team, by its kind and its id. */
export interface DocumentOfTeam {
  readonly teamId: string;
  readonly kind: DocumentKind;
  readonly id: string;
}

const versions = (db: Kysely<Database>, { teamId, kind, id }: DocumentOfTeam) =>
  db
    .selectFrom('rule_set_versions as v')
    .innerJoin('rule_sets as s', 's.id', 'v.rule_set_id')
    .where('s.team_id', '=', teamId)
    .where('s.kind', '=', kind)
    .where('s.name', '=', id);

/**
 * Returns the pin of a team's version in force: the latest active one on the day that its `basis` names.
 * @returns undefined if the team has no such document, or none was in force on the day
 */
export const teamVersionInForce = async (
  db: Kysely<Database>,
  of: DocumentOfTeam,
  days: BasisDays,
): Promise<PinnedRuleSet | undefined> => {
  const active = await versions(db, of)
    .select(['v.version', 'v.basis', 'v.active_from', 'v.sha256'])
    .where('v.state', '=', 'active')
    .execute();
  const inForce = versionInForce(
    // A version decides from the day of its activation at the earliest, whatever its document says.
    active.map((row) => ({ ...row, effective_from: row.active_from! })),
    days,
  );
  if (inForce === undefined) return undefined;
  return { id: of.id, version: inForce.version, sha256: inForce.sha256, owner: 'team' };
};

/** Returns a version's document and hash, even if the version is no longer active. */
export const teamDocument = async (
  db: Kysely<Database>,
  of: DocumentOfTeam,
  version: number,
): Promise<{ readonly document: string; readonly sha256: string } | undefined> =>
  versions(db, of).select(['v.document', 'v.sha256']).where('v.version', '=', version).executeTakeFirst();

const WORDS = { rules: 'rule set', vertical: 'vertical', policy: 'agent policy' } as const;

/**
 * Returns the document of a pinned version.
 * @throws Error if it is missing, or does not have the hash
 */
export const pinnedDocument = async <Document extends VersionedDocument>(
  db: Kysely<Database>,
  { teamId, kind }: Pick<DocumentOfTeam, 'teamId' | 'kind'>,
  { id, version, sha256 }: Pick<PinnedRuleSet, 'id' | 'version' | 'sha256'>,
): Promise<Document> => {
  const stored = await teamDocument(db, { teamId, kind, id }, version);
  if (stored?.sha256 !== sha256)
    throw new Error(`the ${WORDS[kind]} ${id}@${version} with the pinned hash does not exist`);
  return JSON.parse(stored.document) as Document;
};
