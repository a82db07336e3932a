import { SHARED_SECRET, type Shape } from './shape.ts';

/** Zendesk's ticket events. Only a created ticket starts a run. The account's number is the ticket's external id. */
export const zendesk: Shape = {
  vertical: 'support',
  types: ['application/json'],
  schemes: ['zendesk'],
  eventId: 'id',
  mapping: `type = "zen:event-type:ticket.created" ? detail.{
    "id": "ZD-" & id,
    "customer": requester.name,
    "email": requester.email,
    "account": external_id,
    "issue": $join($append(subject, description), ". ")
  }`,
};

/** The body that Freshdesk's automations send by default. PAN and account are custom fields of the ticket. */
export const freshdesk: Shape = {
  vertical: 'support',
  types: ['application/json'],
  schemes: SHARED_SECRET.filter((scheme) => scheme !== 'query'),
  eventId: 'freshdesk_webhook.($string(ticket_id) & " " & triggered_event)',
  mapping: `freshdesk_webhook.{
    "id": "FD-" & $string(ticket_id),
    "customer": ticket_contact_name,
    "email": ticket_contact_email,
    "pan": ticket_cf_pan,
    "account": ticket_cf_account,
    "issue": $join($append(ticket_subject, ticket_description), ". ")
  }`,
};

/** Ends of calls in which nobody spoke. */
const UNANSWERED = '["failed", "busy", "no-answer"]';

/**
 * Exotel's StatusCallback, and the query of its Passthru applet. All reports about one call are one event.
 * The customer is the party that Exotel did not call on our behalf.
 */
export const exotel: Shape = {
  vertical: 'voice',
  types: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
  schemes: ['query', 'basic'],
  eventId: 'CallSid',
  mapping: `CallSid and $not($lowercase(Status & "") in ${UNANSWERED}) ? {
    "id": "EX-" & CallSid,
    "phone": $contains($lowercase(Direction & ""), "outbound") ? To : $exists(From) ? From : CallFrom,
    "policy": CustomField
  }`,
};
