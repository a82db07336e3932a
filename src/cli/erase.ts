import { recordable } from '../governance/recordable.ts';
import { eraseCase } from '../runs/erase.ts';
import { COMMAND_LINE, requireTeam, withDatabase, type Where } from './connection.ts';
import { EXIT, type Outcome } from './outcome.ts';

/** Destroys a sealed value's key, so that the value can never be read again. */
export const eraseStored = async (
  where: Where,
  options: { readonly team: string; readonly ref: string; readonly reason: string },
): Promise<Outcome> =>
  withDatabase(where, async ({ db, ledger }) => {
    const team = await requireTeam(db, options.team);
    const entry = await eraseCase(db, ledger, {
      teamId: team.id,
      ref: options.ref,
      reason: recordable(options.reason, 200),
      actor: COMMAND_LINE,
    });
    if (entry === undefined) {
      return {
        code: EXIT.foundWrong,
        json: { team, erased: false },
        text: 'The team has nothing stored under this ref.',
      };
    }
    const { ledger_ref, seq } = entry;
    return {
      code: EXIT.ok,
      json: { team, erased: true, ledger_ref, seq },
      text: `Erased. Row ${seq} in the ledger records this (${ledger_ref}).`,
    };
  });
