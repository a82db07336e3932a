import type { SystemBody } from '../../contract/system.ts';
import { dayInIndia } from '../../governance/dates.ts';
import { type KnownSystem, systemsOf } from '../../governance/suspension/inventory.ts';
import { teamPrompts } from '../../runs/team-verticals/live-agent.ts';
import { livePrompts } from '../../runs/vertical/live-agents.ts';
import { modelsOfTeam } from '../../store/models/allowed.ts';
import { describedSystems, type StoredSystem } from '../../store/systems/systems.ts';
import { verticalsInForce } from '../../store/rule-sets/verticals.ts';
import type { Services } from '../services/services.ts';

/**
 * Returns a team's inventory: all systems of this release that the team may use and its own verticals, each
 * with the team's description.
 */
export const inventoryOf = async (
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  teamId: string,
): Promise<readonly SystemBody[]> => {
  const allowed = await modelsOfTeam(db, teamId);
  const choices = settings.model?.choices ?? [];
  const models = choices.filter(({ name }) => allowed === undefined || allowed.includes(name));
  const own = await verticalsInForce(db, { teamId, day: dayInIndia(new Date()) });
  const described = new Map((await describedSystems(db, teamId)).map((system) => [system.id, system]));
  const titled = own.map(({ document, pin }) => ({
    id: pin.id,
    title: document.title,
    version: pin.version,
  }));
  const prompts = [...livePrompts, ...own.flatMap(({ document }) => teamPrompts(document))];
  return systemsOf(models, prompts, titled).map((system) =>
    describedSystem(system, described.get(system.id)),
  );
};

export const describedSystem = (system: KnownSystem, said: StoredSystem | undefined): SystemBody => ({
  id: system.id,
  kind: system.kind,
  name: system.name,
  version: system.version,
  provider: system.provider,
  owner: said?.owner ?? null,
  risk_tier: said?.risk_tier ?? null,
  validator: said?.validator ?? null,
  approved_on: said?.approved_on ?? null,
  next_review: said?.next_review ?? null,
  updated_at: said?.updated_at.toISOString() ?? null,
});
