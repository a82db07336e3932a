import type { Actor } from '../../../contract/actor.ts';
import type { RuleSet } from '../../../contract/rule-set.ts';
import type { RuleSetVersionSummary } from '../../../contract/rule-set-version.ts';
import type { VersionedDocument } from '../../../governance/rule-sets/canonical.ts';
import type { VersionOfTeam } from '../../../runs/rule-sets/move.ts';
import type { Db } from '../../../store/db/client.ts';
import { findVersion, type StoredVersion } from '../../../store/rule-sets/versions.ts';
import { type KnownVersion, ownVersion } from '../../rule-sets/known-versions.ts';

const moved = (by: Actor | null, at: Date | null) =>
  by === null || at === null ? null : { by, at: at.toISOString() };

/** Shows a team's own version without its document. */
export const showStored = (
  row: Omit<StoredVersion, 'document'> & { readonly title: string },
): RuleSetVersionSummary => ({
  version: row.version,
  owner: 'team',
  state: row.state,
  title: row.title,
  sha256: row.sha256,
  basis: row.basis,
  effective_from: row.effective_from,
  active_from: row.active_from,
  drafted: moved(row.drafted_by, row.drafted_at),
  proposed: moved(row.proposed_by, row.proposed_at),
  approved: moved(row.approved_by, row.approved_at),
  activated: moved(row.activated_by, row.activated_at),
  retired: moved(row.retired_by, row.retired_at),
});

const showBuiltIn = (set: RuleSet, sha256: string): RuleSetVersionSummary => ({
  version: set.version,
  owner: 'service',
  state: 'active',
  title: set.title,
  sha256,
  basis: set.basis,
  effective_from: set.effective_from,
  active_from: set.effective_from,
  drafted: null,
  proposed: null,
  approved: null,
  activated: null,
  retired: null,
});

export const showSummary = ({ pin, set, stored }: KnownVersion): RuleSetVersionSummary =>
  stored === undefined ? showBuiltIn(set, pin.sha256) : showStored({ ...stored, title: set.title });

export const showVersion = (known: KnownVersion) => ({ ...showSummary(known), document: known.set });

/** Shows a version of a team's own document, of any kind. */
export const showOwn = (name: string, stored: StoredVersion) => {
  const { set: document } = ownVersion<VersionedDocument>(name, stored);
  return { ...showStored({ ...stored, title: document.title }), document };
};

/** Shows a version that is known to exist, such as one that was just moved. */
export const showMoved = async (db: Db, of: VersionOfTeam) =>
  showOwn(of.name, (await findVersion(db, of, of.version))!);
