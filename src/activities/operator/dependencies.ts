import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Db } from '../../store/db/client.ts';
import type { DesktopHost } from '../../desktop/index.ts';
import type { EgressLimits, Network } from '../../desktop/egress-proxy/index.ts';
import type { EventSink } from '../../events/sink.ts';
import type { Ledger } from '../../ledger/index.ts';

/** What the activities of operators touch: on the worker that has an engine, never in the API. */
export interface DesktopDependencies {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly vaultRing: KeyRing;
  readonly events: EventSink;
  readonly desktops: DesktopHost;
  /** How the egress proxies resolve and dial. */
  readonly network: Network;
  /** Bounds of each run's traffic. */
  readonly egressLimits: EgressLimits;
  /** Whether the model acts on elements by ref: then it is told of the page in words, and shown it where a run asks for both. */
  readonly byElements: boolean;
  /** Name of this host. */
  readonly host: string;
  /** The task queue of one host alone. */
  readonly queueOf: (host: string) => string;
  readonly onFenceError: (error: unknown) => void;
}
