import type { TeamVertical } from '../../contract/team-vertical.ts';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import type { Day } from '../../governance/dates.ts';
import {
  type CompiledVertical,
  compileVertical,
  isCompiledVertical,
} from '../../governance/team-verticals/compile.ts';
import { onRunDay } from '../../governance/rule-sets/in-force.ts';
import { CompiledVersions } from './compiled-versions.ts';
import { ownRuleSets } from './rule-sets.ts';
import { pinnedDocument, teamVersionInForce } from './team-versions.ts';
import { type Db, findVersion } from './versions.ts';

/** A version of a team's vertical, with the pin that a run records. */
export interface AppliedVertical {
  readonly document: TeamVertical;
  readonly pin: PinnedRuleSet;
  /** Whether it is only tried. */
  readonly trial?: boolean;
}

/**
 * Returns the version of a team's vertical that new runs perform: the latest active one in force on the day.
 * A run stores the pin, and {@link pinnedVertical} returns the version again.
 * @returns undefined if the team has no such vertical, or none is in force
 */
export const verticalThatApplies = async (
  db: Db,
  { teamId, id, day }: { readonly teamId: string; readonly id: string; readonly day: Day },
): Promise<AppliedVertical | undefined> => {
  const of = { teamId, kind: 'vertical' } as const;
  const pin = await teamVersionInForce(db, { ...of, id }, onRunDay(day));
  return pin && { document: await pinnedDocument<TeamVertical>(db, of, pin), pin };
};

/** Returns a version to be tried; undefined if there is none, `draft` if it was not proposed yet and may still change. */
export const verticalToTry = async (
  db: Db,
  { teamId, id }: { readonly teamId: string; readonly id: string },
  version: number,
): Promise<AppliedVertical | 'draft' | undefined> => {
  const found = await findVersion(db, { teamId, name: id, kind: 'vertical' }, version);
  if (found === undefined) return undefined;
  if (found.state === 'draft') return 'draft';
  const pin = { id, version, sha256: found.sha256, owner: 'team' } as const;
  return { document: JSON.parse(found.document) as TeamVertical, pin, trial: true };
};

/** Returns the team's verticals of which a version is in force on the day. */
export const verticalsInForce = async (
  db: Db,
  { teamId, day }: { readonly teamId: string; readonly day: Day },
): Promise<readonly AppliedVertical[]> => {
  const ids = await ownRuleSets(db, teamId, 'vertical');
  const applied = await Promise.all(ids.map(async (id) => verticalThatApplies(db, { teamId, id, day })));
  return applied.filter((one) => one !== undefined);
};

/**
 * Returns the version that a run pinned, compiled, whether or not it is still active.
 * @throws Error if no document has the hash
 */
export const pinnedVertical = async (
  db: Db,
  teamId: string,
  pin: Pick<PinnedRuleSet, 'id' | 'version' | 'sha256'>,
): Promise<CompiledVertical> => {
  const kept = compiledVersions.get(pin.sha256);
  if (kept !== undefined) return kept;
  const compiled = compileVertical(await pinnedDocument(db, { teamId, kind: 'vertical' }, pin));
  if (!isCompiledVertical(compiled)) throw new Error('a stored vertical has faults');
  compiledVersions.keep(pin.sha256, compiled);
  return compiled;
};

const compiledVersions = new CompiledVersions<CompiledVertical>(16);
