import { verifyChain } from '../ledger/verify.ts';
import { requireTeam, withDatabase } from './connection.ts';
import type { Where } from './connection.ts';
import { EXIT } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** Recomputes a team's whole chain in the database. A chain that does not hold is `foundWrong`. */
export const verifyLedger = async (where: Where, teamName: string): Promise<Outcome> =>
  withDatabase(where, async ({ db, pool }) => {
    const team = await requireTeam(db, teamName);
    const found = await verifyChain(pool, team.id);
    return {
      code: found.ok ? EXIT.ok : EXIT.foundWrong,
      json: { team, ...found },
      text: found.ok
        ? `The chain of team ${team.name} holds: ${found.checked} entries.`
        : `The chain of team ${team.name} is BROKEN at seq ${found.first_broken}: ${found.reason}`,
    };
  });
