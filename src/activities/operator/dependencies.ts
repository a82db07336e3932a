import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { SuspensionWatch } from '../../store/switches/watch.ts';
import type { Db } from '../../store/db/client.ts';
import type { DesktopHost } from '../../desktop/index.ts';
import type { EgressLimits, Network } from '../../desktop/egress-proxy/index.ts';
import type { EventSink } from '../../events/sink.ts';
import type { Ledger } from '../../ledger/index.ts';

/** Dependencies of the operator activities, which run on a worker with a container engine and never in the API. */
export interface DesktopDependencies {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly vaultRing: KeyRing;
  /** Opens the credentials that are typed on desktops. */
  readonly credentialRing: KeyRing;
  /** Endings of names of files that desktops may hand back. */
  readonly fileKinds: readonly string[];
  readonly suspensions: SuspensionWatch;
  readonly events: EventSink;
  readonly desktops: DesktopHost;
  /** Network in which the egress fences look up names and open connections. */
  readonly network: Network;
  /** Limits for each run's traffic. */
  readonly egressLimits: EgressLimits;
  /** Whether the model acts on elements by ref. It then gets the page as text, and a picture too if the run asks for both. */
  readonly byElements: boolean;
  /** This host's name. */
  readonly host: string;
  /** Returns a single host's task queue. */
  readonly queueOf: (host: string) => string;
  readonly onFenceError: (error: unknown) => void;
}
