import type { verticalIds } from '../../../contract/common.ts';
import type { InboundScheme } from '../../../contract/inbound.ts';

/** How events of a shape are read unless the connector says otherwise. The expressions are JSONata. */
export interface Shape {
  readonly vertical: (typeof verticalIds)[number];
  /** Media types in which the senders send. */
  readonly types: readonly string[];
  /** Ways in which the senders prove who they are. */
  readonly schemes: readonly InboundScheme[];
  readonly eventId: string;
  /** The case; nothing for an event that starts no run. */
  readonly mapping: string;
  /** References that an answer to the sender repeats. */
  readonly context?: string;
}

/** Schemes of senders that sign nothing themselves. */
export const SHARED_SECRET: readonly InboundScheme[] = ['bearer', 'basic', 'header', 'query'];
