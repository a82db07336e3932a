import type { EventType } from '../../../../src/contract/webhook.ts';

/**
 * The contract's types of events, repeated here because importing its list would add its schemas to the
 * scripts. The compiler reports a missing one.
 */
export const EVENT_TYPES = Object.keys({
  'run.succeeded': true,
  'run.error': true,
  'run.escalated': true,
  'review.opened': true,
  'review.decided': true,
  'review.due_soon': true,
  'sla.breached': true,
  'payout.queued': true,
  'payout.held': true,
  'task.done': true,
  'analysis.done': true,
  'operator.done': true,
  'operator.approval_needed': true,
  'egress.blocked': true,
  'ledger.alert': true,
  'checkpoint.signed': true,
  'safety.suspended': true,
} satisfies Record<EventType, true>) as readonly EventType[];
