import { catalogChanges } from '../audit/catalog.ts';
import { verifyChain } from '../ledger/verify.ts';
import { requireTeam, withDatabase } from './connection.ts';
import type { Where } from './connection.ts';
import { EXIT } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/**
 * Recomputes a team's whole chain in the database, and holds the database's own ledger code to that of the release: a
 * verifier that was replaced says ok to everything. Either is `foundWrong`.
 */
export const verifyLedger = async (where: Where, teamName: string): Promise<Outcome> =>
  withDatabase(where, async ({ db, pool }) => {
    const team = await requireTeam(db, teamName);
    const found = await verifyChain(pool, team.id);
    const changed = await catalogChanges(pool);
    const lines = [
      found.ok
        ? `The chain of team ${team.name} holds: ${found.checked} entries.`
        : `The chain of team ${team.name} is BROKEN at seq ${found.first_broken}: ${found.reason}`,
      ...(changed ?? []).map(
        ({ name, change }) => `NOT as released: ${name} (${change}). Do not believe the line above.`,
      ),
    ];
    return {
      code: found.ok && (changed ?? []).length === 0 ? EXIT.ok : EXIT.foundWrong,
      json: { team, ...found, changed: changed ?? null },
      text: lines.join('\n'),
    };
  });
