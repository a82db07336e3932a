import type { AgentPolicy } from '../../../contract/agent-policy.ts';
import type { VersionOfTeam } from '../../../runs/rule-sets/move.ts';
import type { Db } from '../../../store/db/client.ts';
import { findVersion, type StoredVersion } from '../../../store/rule-sets/versions.ts';
import { ownVersion } from '../../rule-sets/known-versions.ts';
import { showStored } from '../rule-sets/show.ts';

/** Shows a version of an agent policy with its document. */
export const showVersionOf = (name: string, stored: StoredVersion) => {
  const { set: document } = ownVersion<AgentPolicy>(name, stored);
  return { ...showStored({ ...stored, title: document.title }), document };
};

/** Shows a version that is there, such as one that was just moved. */
export const showMoved = async (db: Db, of: VersionOfTeam) =>
  showVersionOf(of.name, (await findVersion(db, of, of.version))!);
