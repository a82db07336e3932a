import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import type { RuleSet } from '../../contract/rule-set.ts';
import type { VersionedDocument } from '../../governance/rule-sets/canonical.ts';
import { builtInRuleSet } from '../../governance/rule-sets/built-in/compiled.ts';
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

/** Returns a version that comes with the service; undefined if there is none with the id. */
export const builtInVersion = (id: string): KnownVersion | undefined => {
  const found = builtInRuleSet(id);
  if (found === undefined) return undefined;
  const { compiled, sha256 } = found;
  const { version } = compiled.set;
  return { pin: { id, version, sha256, owner: 'service' }, set: compiled.set, stored: undefined };
};

/** Returns a version of a rule set; undefined if the team can see none with the number. */
export const knownVersion = async (
  db: Db,
  of: RuleSetOfTeam,
  version: number,
): Promise<KnownVersion | undefined> => {
  const stored = await findVersion(db, of, version);
  if (stored !== undefined) return ownVersion(of.name, stored);
  const builtIn = builtInVersion(of.name);
  return builtIn?.pin.version === version ? builtIn : undefined;
};

export const ownVersion = <Document extends VersionedDocument = RuleSet>(
  id: string,
  stored: StoredVersion,
): KnownVersion<Document> => ({
  pin: { id, version: stored.version, sha256: stored.sha256, owner: 'team' },
  set: JSON.parse(stored.document) as Document,
  stored,
});
