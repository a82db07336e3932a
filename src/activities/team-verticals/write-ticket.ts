import type { Transaction } from 'kysely';
import { maskJson, maskText } from '../../governance/mask.ts';
import { recordable } from '../../governance/recordable.ts';
import type { Reason } from '../../governance/rules/reason.ts';
import type { StepDone } from '../../governance/team-verticals/done.ts';
import { finalDecision } from '../../governance/team-verticals/perform.ts';
import type { ToWrite } from '../../governance/team-verticals/prepare.ts';
import { shownCell } from '../../governance/team-verticals/row.ts';
import { type Nested, shownValue } from '../../governance/team-verticals/values.ts';
import type { Database } from '../../store/db/schema.ts';
import { closeTicket } from '../../store/records/tickets.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { ownKeyOf } from './own-key.ts';
import type { StepRun } from './step-run.ts';

/** Closes the ticket of a case, or hands it to a person, in the transaction that appends the step's row. */
export const writeTicket = async (
  tx: Transaction<Database>,
  { digestRing }: Pick<ActivityDependencies, 'digestRing'>,
  run: StepRun,
  { key = '', fields = {} }: ToWrite,
): Promise<StepDone> => {
  const { compiled, found, known, input } = run;
  const { team_id: teamId, run_id: runId, version } = input.run;
  const { decision, reasons } = finalDecision(run.vertical, run.done);
  const id = recordable(key, 64, known) || runId;
  const trail = compiled.trail.map((each) =>
    Object.fromEntries(
      Object.entries(each).map(([name, cell]) => [
        name,
        typeof cell === 'number' ? cell : shownCell(cell, found.scope),
      ]),
    ),
  );
  const { submissions } = await closeTicket(tx, teamId, runId, {
    vertical: version.id,
    ...(await ownKeyOf({ db: tx, digestRing }, run, compiled.key)),
    ticketId: id,
    category: maskText(textOf(fields['category']!), known),
    severity: null,
    subject: fields['subject'] === undefined ? null : maskText(textOf(fields['subject']), known),
    decision: decision === 'resolved' ? 'resolved' : 'escalate',
    reasons: maskJson(reasons, known) as readonly Reason[],
    trail: maskJson(trail, known) as readonly object[],
  });
  return {
    value: { written: true, ticket_id: id, submissions: BigInt(submissions) },
    reasons: [],
    summary: `Written: the ticket was ${decision === 'resolved' ? 'closed' : 'handed to a person'}.`,
    detail: { performed: true, ticket_id: id, submissions },
  };
};

/** A category or a subject may be a number, a flag or a list. */
const textOf = (value: Nested): string => {
  const shown = shownValue(value);
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
};
