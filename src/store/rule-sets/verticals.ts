import type { TeamVertical } from '../../contract/team-vertical.ts';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import type { Day } from '../../governance/dates.ts';
import { versionInForce } from '../../governance/rule-sets/in-force.ts';
import {
  type CompiledVertical,
  compileVertical,
  isCompiledVertical,
} from '../../governance/team-verticals/compile.ts';
import { ownRuleSets } from './rule-sets.ts';
import type { Db } from './versions.ts';

/** A version of a team's vertical, with what a run records of it. */
export interface AppliedVertical {
  readonly document: TeamVertical;
  readonly pin: PinnedRuleSet;
}

/**
 * Returns the version of a team's vertical that new runs perform: of its active versions the one in force last on the day. A run
 * keeps the pin, and {@link pinnedVertical} returns the version again.
 * @returns undefined if the team has no such vertical, or none is in force
 */
export const verticalThatApplies = async (
  db: Db,
  { teamId, id, day }: { readonly teamId: string; readonly id: string; readonly day: Day },
): Promise<AppliedVertical | undefined> => {
  const active = await versions(db, teamId, id)
    .select(['v.version', 'v.basis', 'v.active_from'])
    .where('v.state', '=', 'active')
    .execute();
  const inForce = versionInForce(
    active.map((row) => ({ ...row, effective_from: row.active_from! })),
    { run_day: day, admission: undefined, policy_start: undefined },
  );
  if (inForce === undefined) return undefined;
  const { version } = inForce;
  const { document, sha256 } = await versions(db, teamId, id)
    .select(['v.document', 'v.sha256'])
    .where('v.version', '=', version)
    .executeTakeFirstOrThrow();
  return { document: JSON.parse(document) as TeamVertical, pin: { id, version, sha256, owner: 'team' } };
};

/** Returns the team's verticals of which a version is in force on the day. */
export const verticalsInForce = async (
  db: Db,
  { teamId, day }: { readonly teamId: string; readonly day: Day },
): Promise<readonly { readonly id: string; readonly title: string; readonly version: number }[]> => {
  const ids = await ownRuleSets(db, teamId, 'vertical');
  const applied = await Promise.all(ids.map(async (id) => verticalThatApplies(db, { teamId, id, day })));
  return applied.flatMap((one) =>
    one === undefined ? [] : [{ id: one.pin.id, title: one.document.title, version: one.pin.version }],
  );
};

/**
 * Returns the version that a run pinned, compiled, whether or not it is still active.
 * @throws Error if no document has the hash
 */
export const pinnedVertical = async (
  db: Db,
  teamId: string,
  { id, version, sha256 }: Pick<PinnedRuleSet, 'id' | 'version' | 'sha256'>,
): Promise<CompiledVertical> => {
  const kept = compiledVersions.get(sha256);
  if (kept !== undefined) return kept;
  const row = await versions(db, teamId, id)
    .select(['v.document'])
    .where('v.version', '=', version)
    .where('v.sha256', '=', sha256)
    .executeTakeFirst();
  if (row === undefined) throw new Error(`the vertical ${id}@${version} with the pinned hash is not here`);
  const compiled = compileVertical(JSON.parse(row.document) as TeamVertical);
  if (!isCompiledVertical(compiled)) throw new Error('a stored vertical has faults');
  compiledVersions.set(sha256, compiled);
  for (const oldest of compiledVersions.keys()) {
    if (compiledVersions.size <= KEPT) break;
    compiledVersions.delete(oldest);
  }
  return compiled;
};

/** Number of compiled versions that a process keeps. */
const KEPT = 16;

/** Compiled versions by their hash, the oldest first. Equal documents have equal hashes, whichever team wrote them. */
const compiledVersions = new Map<string, CompiledVertical>();

const versions = (db: Db, teamId: string, id: string) =>
  db
    .selectFrom('rule_set_versions as v')
    .innerJoin('rule_sets as s', 's.id', 'v.rule_set_id')
    .where('s.team_id', '=', teamId)
    .where('s.kind', '=', 'vertical')
    .where('s.name', '=', id);
