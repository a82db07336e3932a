import { type JsonObject, settingChanged } from '../ledger/index.ts';
import type { Team } from '../store/keys/team.ts';
import {
  allowForTeam,
  EgressEntryError,
  teamEntries,
  withdrawFromTeam,
} from '../store/egress-lists/egress-lists.ts';
import { ProvisionError } from '../provision/problem.ts';
import { COMMAND_LINE, requireTeam, withDatabase } from './connection.ts';
import type { Where } from './connection.ts';
import { EXIT } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** Shows the hosts that a team's desktops may reach in addition to EGRESS_ALLOW. */
export const showEgress = async (where: Where, teamName: string): Promise<Outcome> =>
  withDatabase(where, async ({ db }) => {
    const team = await requireTeam(db, teamName);
    const entries = await teamEntries(db, team.id);
    const text = entries.length === 0 ? `No hosts were added for team ${team.name}.` : entries.join('\n');
    return { code: EXIT.ok, json: { team, entries }, text };
  });

/** Lets a team's desktops reach a host, starting with the next run. @throws ProvisionError for an entry that is not a host */
export const allowEgress = async (where: Where, teamName: string, entry: string): Promise<Outcome> =>
  withDatabase(where, async ({ db, ledger }) => {
    const team = await requireTeam(db, teamName);
    try {
      const kept = await db.transaction().execute(async (tx) => {
        const { entry: allowed, isNew } = await allowForTeam(tx, team.id, entry);
        if (isNew) await ledger.appendIn(tx, changed(team, { added: [allowed] }));
        return allowed;
      });
      return { code: EXIT.ok, json: { team, entry: kept }, text: `Team ${team.name} may reach ${kept}.` };
    } catch (error) {
      if (!(error instanceof EgressEntryError)) throw error;
      throw new ProvisionError(error.message, 'Give a host such as portal.example.in, or *.example.in.');
    }
  });

/** Removes a host from a team's list. */
export const withdrawEgress = async (where: Where, teamName: string, entry: string): Promise<Outcome> =>
  withDatabase(where, async ({ db, ledger }) => {
    const team = await requireTeam(db, teamName);
    const gone = await db.transaction().execute(async (tx) => {
      const removed = await withdrawFromTeam(tx, team.id, entry);
      if (removed !== undefined) await ledger.appendIn(tx, changed(team, { removed: [removed] }));
      return removed !== undefined;
    });
    const text = gone
      ? `Team ${team.name} may no longer reach ${entry}.`
      : `The list of team ${team.name} does not contain ${entry}.`;
    return {
      code: gone ? EXIT.ok : EXIT.foundWrong,
      json: gone ? { team, entry } : { error: `the list of team ${team.name} does not contain ${entry}` },
      text,
    };
  });

const changed = (team: Team, change: JsonObject) =>
  settingChanged({ teamId: team.id, actor: COMMAND_LINE }, 'egress', change);
