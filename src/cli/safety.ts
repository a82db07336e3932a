import { newLedgerRef } from '../ids.ts';
import { createLedger } from '../ledger/index.ts';
import { requireSecondPerson, suspendedNow } from '../store/switches/switches.ts';
import { requireTeam, type Where, withDatabase } from './connection.ts';
import { EXIT, type Outcome } from './outcome.ts';

/** Shows what a team has suspended. */
export const showSuspended = async (where: Where, teamName: string): Promise<Outcome> =>
  withDatabase(where, async ({ db }) => {
    const team = await requireTeam(db, teamName);
    const suspended = await suspendedNow(db, team.id);
    const lines = suspended.map(
      ({ scope, until, actor, reason }) =>
        `${scope} until ${until ?? 'somebody resumes it'}, by ${actor.name}: ${reason}`,
    );
    const text = lines.length === 0 ? `Team ${team.name} has suspended nothing.` : lines.join('\n');
    return { code: EXIT.ok, json: { team, suspended }, text };
  });

/** Sets whether a team requires two people to end a suspension. The change is a row of the team's ledger. */
export const setTwoPeople = async (where: Where, teamName: string, required: boolean): Promise<Outcome> =>
  withDatabase(where, async ({ db, pool }) => {
    const team = await requireTeam(db, teamName);
    const ledger = createLedger({ pool });
    const ledgerRef = newLedgerRef('setting');
    await db.transaction().execute(async (tx) => {
      await requireSecondPerson(tx, team.id, required);
      await ledger.appendIn(tx, {
        teamId: team.id,
        ledgerRef,
        step: 1,
        action: 'setting.changed',
        governance: 'recorded',
        summary: `Ending a suspension ${required ? 'now requires' : 'no longer requires'} a second person.`,
        detail: { setting: 'safety.second_person', value: required },
        actor: { kind: 'service', id: 'cli', name: 'command line' },
      });
    });
    const text = `Team ${team.name} ${required ? 'requires' : 'does not require'} a second person to end a suspension.`;
    return { code: EXIT.ok, json: { team, second_person: required }, text };
  });
