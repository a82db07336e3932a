import type { Transaction } from 'kysely';
import { maskJson, maskText } from '../../governance/mask.ts';
import { recordable } from '../../governance/recordable.ts';
import type { Reason } from '../../governance/rules/reason.ts';
import type { Detail, StepDone } from '../../governance/team-verticals/done.ts';
import type { ToWrite } from '../../governance/team-verticals/prepare.ts';
import { trailOf } from '../../governance/team-verticals/trail.ts';
import { type Nested, shownValue } from '../../governance/team-verticals/values.ts';
import type { Database } from '../../store/db/schema.ts';
import { closeTicket } from '../../store/records/tickets.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import type { DecisionNow } from './confirm-write.ts';
import { ownKeyOf } from './own-key.ts';
import type { StepRun } from './step-run.ts';

/** Closes the ticket of a case, or hands it to a person, in the transaction that appends the step's row. */
export const writeTicket = async (
  tx: Transaction<Database>,
  { digestRing }: Pick<ActivityDependencies, 'digestRing'>,
  run: StepRun,
  { key = '', fields = {} }: ToWrite,
  { decision, reasons }: Pick<DecisionNow, 'decision' | 'reasons'>,
): Promise<StepDone> => {
  const { compiled, found, known, input } = run;
  const { team_id: teamId, run_id: runId, version } = input.run;
  const id = recordable(key, 64, known) || runId;
  const trail = maskJson(trailOf(compiled, found.scope), known) as readonly Detail[];
  const part = (name: string): string | null =>
    fields[name] === undefined ? null : maskText(textOf(fields[name]), known);
  const { submissions } = await closeTicket(tx, teamId, runId, {
    vertical: version.id,
    ...(await ownKeyOf({ db: tx, digestRing }, run, compiled.key)),
    ticketId: id,
    category: part('category')!,
    severity: part('severity'),
    subject: part('subject'),
    decision: decision === 'resolved' ? 'resolved' : 'escalate',
    reasons: maskJson(reasons, known) as readonly Reason[],
    trail,
  });
  return {
    value: { written: true, ticket_id: id, submissions: BigInt(submissions) },
    reasons: [],
    summary: `Written: the ticket was ${decision === 'resolved' ? 'closed' : 'handed to a person'}.`,
    detail: { performed: true, ticket_id: id, submissions },
    trail,
  };
};

/** A category or a subject may be a number, a flag or a list. */
const textOf = (value: Nested): string => {
  const shown = shownValue(value);
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
};
