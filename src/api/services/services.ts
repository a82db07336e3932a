import type pg from 'pg';
import type { StoredListener } from '../../runs/code/notifications.ts';
import type { HostsWatch } from '../../store/hosts/watch.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Db } from '../../store/db/client.ts';
import type { EventHub } from '../../events/hub.ts';
import type { Authenticator } from '../../store/keys/authenticate.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { ModelSettings } from '../../model/settings.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { BodyMemoryBudget } from '../body/memory-budget.ts';
import type { SealingCodec } from '../../temporal/codec.ts';
import type { WorkflowClient } from './workflow-client.ts';
import type { TokenBuckets } from '../limits/token-bucket.ts';
import type { UnknownKeys } from '../limits/unknown-keys.ts';
import type { CodeRunTimes } from '../../runs/code/workflow.ts';

export interface ApiSettings {
  /** Where clients reach the API, without a slash at the end. The Host header is never believed. */
  readonly publicBaseUrl: string;
  /** Origin of the engine's Web UI, the only one that may call across origins; null for none. */
  readonly webUiOrigin: string | null;
  /** Bearer token of /metrics, which is not served without one. */
  readonly metricsToken: string | undefined;
  /** The configured model and what a run may use of it; null without a provider key. */
  readonly model: (Pick<ModelSettings, 'budgets' | 'operator'> & { readonly name: string }) | null;
  /** Hosts that every team's operators may reach. */
  readonly egressAllow: readonly string[];
  /** Streams that this process serves at the same time: each is a connection and its buffers. */
  readonly streamsMax: number;
  /** How long submitted code waits for a sandbox. */
  readonly sandboxWaitMs: number;
  /** What the names of the teams' logs begin with. */
  readonly ledgerOrigin: string;
  /** Witnesses that cosign checkpoints, with their public keys. */
  readonly cosigners: readonly { readonly name: string; readonly vkey: string }[];
}

/** What the routes work with. */
export interface Services {
  readonly settings: ApiSettings;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly workflows: WorkflowClient;
  readonly pool: pg.Pool;
  readonly hosts: HostsWatch;
  readonly stored: StoredListener<CodeRunTimes>;
  readonly events: EventHub;
  readonly codec: Pick<SealingCodec, 'reveal'>;
  readonly authenticator: Authenticator;
  readonly buckets: TokenBuckets;
  readonly unknownKeys: UnknownKeys;
  readonly bodies: BodyMemoryBudget;
  readonly rings: {
    readonly vault: KeyRing;
    readonly idempotency: KeyRing;
    readonly cursor: KeyRing;
    readonly codecSession: KeyRing;
    readonly liveView: KeyRing;
  };
  readonly log: Logger;
  readonly metrics: Metrics;
}
