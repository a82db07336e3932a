import { writtenOf } from '../../../governance/members.ts';
import { recordable } from '../../../governance/recordable.ts';
import { readTicket } from '../../../governance/rules/support/ticket.ts';
import { support } from '../../../governance/verticals/support.ts';
import { resetAccess } from '../../../store/records/accounts.ts';
import { queueMessage } from '../../../store/records/messages.ts';
import { closeTicket } from '../../../store/records/tickets.ts';
import { codesOf, factsOf, reasonsFrom, reasonsToFacts, sourcesToFacts, textFact } from '../common/facts.ts';
import { pinIn, rulesFacts } from '../common/rules.ts';
import type { StepFunction } from '../common/step.ts';
import { accountOf } from './account.ts';
import { ticketKeyOf } from './identify.ts';

/** Step 6. */
export const giveAccessBack: StepFunction = async (context) => {
  const { db, teamId, runId } = context;
  const number = factsOf(context, 3)['account'] as string | null;
  const account = number === null ? undefined : await accountOf(context, number);
  const reasons = [...reasonsFrom(factsOf(context, 4))];
  // Somebody may have put the account on hold since step 3.
  if (reasons.length === 0 && account?.status !== 'active' && account?.status !== 'locked')
    reasons.push({ code: 'SUP-CHANGED', detail: 'the account has changed since it was looked up' });
  if (reasons.length > 0 || account === undefined)
    return {
      summary: `Access not reset, no alert sent${codesOf(reasons)}.`,
      detail: { reset: false, device_alert: null, reasons: reasonsToFacts(reasons) },
    };
  await resetAccess(db, teamId, runId, { account: account.number, ...(await ticketKeyOf(context)) });
  // A given email address equals the one on file, because otherwise there would be a reason against the
  // reset.
  const given = factsOf(context, 2)['email'] === 'match' ? readTicket(context.case).email : undefined;
  await queueMessage(db, context.vaultRing, context, {
    kind: 'device_alert',
    to: account.email ?? given,
    toMasked: account.emailMasked,
    body: `Access to account ${account.number} was reset. If you did not ask for this, contact us.`,
  });
  return {
    summary: `Access to account ${account.number} reset; device alert queued to the address on file.`,
    detail: {
      reset: true,
      reasons: [],
      account: account.number,
      device_alert: { state: 'queued', to: account.emailMasked },
      ...sourcesToFacts(context.answers),
    },
  };
};

/** Step 7. */
export const closeSupportTicket: StepFunction = async (context) => {
  const { db, teamId, runId, case: given, known } = context;
  const identity = factsOf(context, 2);
  const account = factsOf(context, 3);
  const reset = factsOf(context, 6)['reset'] === true;
  const reasons = reasonsFrom(factsOf(context, 6));
  const decision = reset ? 'resolved' : 'escalate';
  const id = recordable(writtenOf(given, 'id'), 64, known) || runId;
  const intent = textFact(factsOf(context, 1), 'intent');
  const trail = [
    { step: 1, intent },
    { step: 2, pan: identity['pan'], pan_masked: identity['pan_masked'], email: identity['email'] },
    { step: 3, account: account['account'], status: account['status'] },
    { step: 6, reset },
  ] as const;
  const { submissions } = await closeTicket(db, teamId, runId, {
    vertical: 'support',
    ...(await ticketKeyOf(context)),
    ticketId: id,
    category: intent,
    severity: null,
    subject: account['account'] as string | null,
    decision,
    reasons,
    trail,
  });
  return {
    summary: reset ? 'Ticket closed as resolved.' : `Ticket handed to a person${codesOf(reasons)}.`,
    detail: {
      decision,
      ...rulesFacts(context.facts, support),
      reasons: reasonsToFacts(reasons),
      ticket_id: id,
      submissions,
    },
    decision: { decision, reasons, risk: null, decidedUnder: pinIn(context.facts) },
  };
};
