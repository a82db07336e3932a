import type { EgressPolicy } from '../governance/egress.ts';
import type { Dialect } from './dialect.ts';
import type { EventHub } from './hub.ts';
import type { Position } from './position.ts';
import type { Tail } from './tail.ts';

export interface StreamOptions {
  readonly hub: EventHub;
  readonly tail: Tail;
  readonly dialect: Dialect;
  readonly position: Position;
  /** Aborted when the reader has disconnected or must be disconnected. */
  readonly signal: AbortSignal;
  /** Called on each heartbeat to check whether the reader may continue. */
  readonly mayGoOn: () => Promise<boolean>;
  readonly heartbeatMs?: number;
  /** Policy for the hosts that links in a model's text may lead to; by default no links are allowed. */
  readonly links?: EgressPolicy;
}
