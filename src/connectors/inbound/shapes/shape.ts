import type { verticalIds } from '../../../contract/common.ts';
import type { InboundScheme } from '../../../contract/inbound.ts';

/** The defaults for reading events of a shape; a connector can override them. The expressions are JSONata. */
export interface Shape {
  readonly vertical: (typeof verticalIds)[number];
  /** Media types that the senders use. */
  readonly types: readonly string[];
  /** Authentication schemes that the senders support. */
  readonly schemes: readonly InboundScheme[];
  readonly eventId: string;
  /** The case; empty for an event that starts no run. */
  readonly mapping: string;
  /** References that an answer to the sender repeats. */
  readonly context?: string;
}

/** Schemes for senders that do not sign their events. */
export const SHARED_SECRET: readonly InboundScheme[] = ['bearer', 'basic', 'header', 'query'];
