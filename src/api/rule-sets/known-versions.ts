import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import type { RuleSet } from '../../contract/rule-set.ts';
import type { VersionedDocument } from '../../governance/rule-sets/canonical.ts';
import { builtInVersions } from '../../governance/rule-sets/built-in/compiled.ts';
import type { Db } from '../../store/db/client.ts';
import { findVersion, type StoredVersion } from '../../store/rule-sets/versions.ts';
import type { RuleSetOfTeam } from '../../store/rule-sets/rule-sets.ts';

/** A version that a team can see: its own, or one that comes with the service. */
export interface KnownVersion<Document extends VersionedDocument = RuleSet> {
  readonly pin: PinnedRuleSet;
  readonly set: Document;
  /** Undefined for one that comes with the service. */
  readonly stored: StoredVersion | undefined;
}

/** Returns the versions of a rule set that come with the service, newest first. */
export const versionsOfService = (id: string): readonly KnownVersion[] =>
  builtInVersions(id).map(({ compiled: { set }, sha256 }) => ({
    pin: { id, version: set.version, sha256, owner: 'service' },
    set,
    stored: undefined,
  }));

/** Returns a version of a rule set; undefined if the team can see none with the number. */
export const knownVersion = async (
  db: Db,
  of: RuleSetOfTeam,
  version: number,
): Promise<KnownVersion | undefined> => {
  const stored = await findVersion(db, of, version);
  if (stored !== undefined) return ownVersion(of.name, stored);
  return versionsOfService(of.name).find(({ pin }) => pin.version === version);
};

export const ownVersion = <Document extends VersionedDocument = RuleSet>(
  id: string,
  stored: StoredVersion,
): KnownVersion<Document> => ({
  pin: { id, version: stored.version, sha256: stored.sha256, owner: 'team' },
  set: JSON.parse(stored.document) as Document,
  stored,
});
