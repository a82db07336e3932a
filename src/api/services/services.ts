import type pg from 'pg';
import type { StoredListener } from '../../runs/code/notifications.ts';
import type { HostsWatch } from '../../store/hosts/watch.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Db } from '../../store/db/client.ts';
import type { Connectors } from '../../connectors/look-up.ts';
import type { EventHub } from '../../events/hub.ts';
import type { Authenticator } from '../../store/keys/authenticate.ts';
import type { IdentityProvider } from '../../identity/provider.ts';
import type { IdentitySettings } from '../../identity/settings.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { Strangers } from '../../people/strangers.ts';
import type { ModelChoice, ModelSettings } from '../../model/settings.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Spans } from '../../observability/tracing.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { BodyMemoryBudget } from '../body/memory-budget.ts';
import type { SealingCodec } from '../../temporal/codec.ts';
import type { WorkflowClient } from './workflow-client.ts';
import type { ActDecider } from '../agent-policies/decider.ts';
import type { PastDecider } from '../agent-policies/past-decider.ts';
import type { RuleSetChecker } from '../rule-sets/checker.ts';
import type { TokenBuckets } from '../limits/token-bucket.ts';
import type { ImportSlots } from '../limits/import-slots.ts';
import type { UnknownKeys } from '../limits/unknown-keys.ts';
import type { TeamBounds } from '../../store/sandboxes/sessions.ts';
import type { CodeRunTimes } from '../../runs/code/workflow.ts';

export interface ApiSettings {
  /** Address at which clients reach the API, without a trailing slash. The Host header is never trusted. */
  readonly publicBaseUrl: string;
  /** Origin of Temporal's Web UI, the only one that may make cross-origin calls; null for none. */
  readonly webUiOrigin: string | null;
  /** Address at which browsers open the Web UI through this API, without a trailing slash; null if it does not serve it. */
  readonly webUiUrl: string | null;
  /** Bearer token for /metrics, which is not served if there is no token. */
  readonly metricsToken: string | undefined;
  /** The models that requests may choose, the default one first, and a run's budgets; null without a provider key. */
  readonly model:
    (Pick<ModelSettings, 'budgets' | 'operator'> & { readonly choices: readonly ModelChoice[] }) | null;
  /** Hosts that every team's operators may reach. */
  readonly egressAllow: readonly string[];
  /** Hosts on the internal network that webhooks may reach. */
  readonly webhookPinned: ReadonlySet<string>;
  /** OPERATOR_TOOLS. */
  readonly operatorTools: string;
  /** OPERATOR_FILE_KINDS. */
  readonly operatorFileKinds: readonly string[];
  /** Maximum number of streams that this process serves at the same time; each is a connection with its buffers. */
  readonly streamsMax: number;
  /** Maximum time in milliseconds that submitted code waits for a sandbox. */
  readonly sandboxWaitMs: number;
  /** Bounds of the sandboxes that a team keeps open. */
  readonly openSandboxes: TeamBounds & { readonly lifetimeMs: number };
  /** Prefix of the origin in each team's checkpoints. */
  readonly ledgerOrigin: string;
  /** Witnesses that cosign checkpoints, with their public keys. */
  readonly cosigners: readonly { readonly name: string; readonly vkey: string }[];
}

/** The dependencies of the routes. */
export interface Services {
  readonly settings: ApiSettings;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly workflows: WorkflowClient;
  readonly pool: pg.Pool;
  readonly hosts: HostsWatch;
  readonly stored: StoredListener<CodeRunTimes>;
  readonly events: EventHub;
  readonly connectors: Connectors;
  readonly codec: Pick<SealingCodec, 'reveal'>;
  readonly authenticator: Authenticator;
  readonly buckets: TokenBuckets;
  readonly unknownKeys: UnknownKeys;
  readonly strangers: Strangers;
  /** The identity provider; undefined without one. */
  readonly identity: { readonly settings: IdentitySettings; readonly provider: IdentityProvider } | undefined;
  readonly bodies: BodyMemoryBudget;
  readonly imports: ImportSlots;
  readonly ruleSetChecker: RuleSetChecker;
  readonly actDecider: ActDecider;
  readonly pastDecider: PastDecider;
  readonly rings: {
    readonly vault: KeyRing;
    readonly credentials: KeyRing;
    readonly idempotency: KeyRing;
    readonly cursor: KeyRing;
    readonly codecSession: KeyRing;
    readonly liveView: KeyRing;
    readonly digest: KeyRing;
    readonly csrf: KeyRing;
    readonly signIn: KeyRing;
    readonly webUi: KeyRing;
    readonly webhooks: KeyRing;
    readonly mcp: KeyRing;
  };
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Spans of requests whose callers trace them. */
  readonly spans: Spans;
}
