import { settingChanged } from '../ledger/index.ts';
import { needsSecondPerson, requireSecondPerson, suspendedNow } from '../store/switches/switches.ts';
import { COMMAND_LINE, requireTeam, type Where, withDatabase } from './connection.ts';
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

/** Sets whether a team requires two people to end a suspension. */
export const setTwoPeople = async (where: Where, teamName: string, required: boolean): Promise<Outcome> =>
  withDatabase(where, async ({ db, ledger }) => {
    const team = await requireTeam(db, teamName);
    await db.transaction().execute(async (tx) => {
      const before = await needsSecondPerson(tx, team.id);
      if (before === required) return;
      await requireSecondPerson(tx, team.id, required);
      const act = { teamId: team.id, actor: COMMAND_LINE };
      await ledger.appendIn(tx, settingChanged(act, 'second-person', { before, after: required }));
    });
    const text = `Team ${team.name} ${required ? 'requires' : 'does not require'} a second person to end a suspension.`;
    return { code: EXIT.ok, json: { team, second_person: required }, text };
  });
