import { createConnectors } from '../connectors/create.ts';
import { readConnectorsState } from '../store/connectors/breaker.ts';
import { watchConnectors } from '../observability/connector-metrics.ts';
import { StoredListener } from '../runs/code/notifications.ts';
import type { Config } from '../config.ts';
import { readConfig } from '../open-keys.ts';
import { parsePinnedHost } from '../governance/pinned-hosts.ts';
import { KeyRing } from '../store/crypto/key-ring.ts';
import { createDatabase, createPool } from '../store/db/client.ts';
import { EventHub } from '../events/hub.ts';
import { DIGEST_PURPOSE } from '../store/records/digest.ts';
import { CREDENTIAL_PURPOSE } from '../store/credentials/credentials.ts';
import { Authenticator } from '../store/keys/authenticate.ts';
import { HostsWatch } from '../store/hosts/watch.ts';
import { finishSignIn } from '../contract/operations/auth.ts';
import { Strangers } from '../people/strangers.ts';
import { IdentityProvider } from '../identity/provider.ts';
import { createLedger } from '../ledger/index.ts';
import { readLedgerState } from '../ledger/state.ts';
import { LINK_PURPOSE } from '../desktop/live-view/link.ts';
import type { Server } from 'node:http';
import { keepChecking } from './sign-in/recheck.ts';
import { createWebUiServer } from './web-ui/server.ts';
import { createLogger, type Logger } from '../observability/logger.ts';
import { allModels, choiceOf } from '../model/settings.ts';
import { readAuditState } from '../ledger/audit/state.ts';
import { watchAudit } from '../observability/audit-metrics.ts';
import { watchLedger } from '../observability/ledger-metrics.ts';
import { createMetrics } from '../observability/metrics.ts';
import { startTracing } from '../observability/tracing.ts';
import { watchReviews } from '../observability/review-metrics.ts';
import { watchWebhooks } from '../observability/webhook-metrics.ts';
import { readReviewState } from '../store/reviews/stats.ts';
import { readWebhookState } from '../store/webhooks/state.ts';
import { watchQueues } from '../observability/queue-metrics.ts';
import { readBacklogs } from '../temporal/backlog.ts';
import { watchStreams } from '../observability/stream-metrics.ts';
import { createClient } from '../temporal/client.ts';
import { SealingCodec } from '../temporal/codec.ts';
import { createApp } from './server/app.ts';
import { BodyMemoryBudget } from './body/memory-budget.ts';
import { createWorkflowClient } from './services/workflow-client.ts';
import { createLiveViewBridge, SOCKET_PATHS } from './live-view/bridge.ts';
import type { OnAnswer } from './middleware/answers.ts';
import { createServer, drain, listen } from './server/http-server.ts';
import type { ApiSettings, Services } from './services/services.ts';
import { onStopSignal, runPhases } from './server/shutdown.ts';
import { ImportSlots } from './limits/import-slots.ts';
import { ActDecider } from './agent-policies/decider.ts';
import { PastDecider } from './agent-policies/past-decider.ts';
import { RuleSetChecker } from './rule-sets/checker.ts';
import { TokenBuckets } from './limits/token-bucket.ts';
import { UnknownKeys } from './limits/unknown-keys.ts';
import type { CodeRunTimes } from '../runs/code/workflow.ts';

export interface RunningApi {
  readonly url: string;
  /** Completes the requests in progress, then closes all connections. */
  readonly stop: () => Promise<void>;
}

/**
 * Maximum time for a database statement. Appends wait up to 5 s for a locked chain, and one may have to wait for another on the
 * same connection.
 */
const STATEMENT_MS = 10_000;

/**
 * Starts the API. Neither the database nor Temporal has to be available: until they are, the API responds with 503 or accepts
 * runs that start later.
 * @param options `onAnswer` receives every response; tests check the responses against the contract
 */
export const startApi = async (
  config: Config,
  log: Logger,
  { onAnswer }: { readonly onAnswer?: OnAnswer } = {},
): Promise<RunningApi> => {
  const pool = createPool(config.DATABASE_URL, {
    max: config.DATABASE_POOL_MAX,
    statementMs: STATEMENT_MS,
    onIdleError: (error) => log.warn({ error }, 'lost an idle database connection'),
  });
  const db = createDatabase(pool);
  const ledger = createLedger({ pool });
  const client = createClient(config);
  const ring = (purpose: string): KeyRing => new KeyRing(config.ENCRYPTION_KEYS, purpose);
  const stored = new StoredListener<CodeRunTimes>({
    url: config.DATABASE_URL,
    ring: ring('case-vault'),
    onBreak: (error) =>
      log.warn({ error }, 'lost the database connection that listens for outcomes: reconnecting'),
  });
  const events = new EventHub({
    db,
    url: config.DATABASE_URL,
    onBreak: (error) =>
      log.warn(
        { error },
        'lost the database connection that listens for events: streams poll until it is back',
      ),
  });
  const connectors = createConnectors(db, config);
  const tracing = startTracing(config);
  const metrics = createMetrics();
  watchLedger(metrics.registry, async () => readLedgerState(pool));
  watchAudit(metrics.registry, async () => readAuditState(pool));
  watchConnectors(metrics.registry, async () => readConnectorsState(db));
  watchWebhooks(metrics.registry, async () => readWebhookState(db));
  watchReviews(metrics.registry, async () => readReviewState(db));
  watchQueues(metrics.registry, async () => readBacklogs(client, config));
  watchStreams(metrics.registry, () => events.readers);
  const server = createServer(SOCKET_PATHS);
  const port = await listen(server, { host: config.HOST, port: config.PORT });
  const url = `http://${config.HOST}:${port}`;
  const services: Services = {
    settings: settingsOf(config, url),
    db,
    ledger,
    pool,
    hosts: new HostsWatch(db),
    stored,
    events,
    connectors,
    workflows: createWorkflowClient(client, config.TEMPORAL_TASK_QUEUE),
    codec: new SealingCodec(ring('temporal-payload')),
    authenticator: new Authenticator(db),
    buckets: new TokenBuckets(config.RATE_LIMIT_PER_MINUTE),
    unknownKeys: new UnknownKeys(),
    strangers: new Strangers({
      db,
      ledger,
      team: config.OIDC_TEAM,
      onError: (error) => log.warn({ error }, 'the refusal of a stranger was not recorded'),
      onNoTeam: () => log.warn('the refusal of a stranger was not recorded, because OIDC_TEAM names no team'),
    }),
    identity: identityOf(config, settingsOf(config, url).publicBaseUrl),
    bodies: new BodyMemoryBudget(config.BODY_BYTES_MAX),
    imports: new ImportSlots(config.DATABASE_URL),
    ruleSetChecker: new RuleSetChecker(),
    actDecider: new ActDecider(),
    pastDecider: new PastDecider(),
    rings: {
      vault: ring('case-vault'),
      credentials: ring(CREDENTIAL_PURPOSE),
      idempotency: ring('idempotency'),
      cursor: ring('cursor'),
      codecSession: ring('codec-session'),
      liveView: ring('live-view'),
      digest: ring(DIGEST_PURPOSE),
      csrf: ring('csrf'),
      signIn: ring('sign-in'),
      webUi: ring('web-ui'),
      webhooks: ring('webhooks'),
      mcp: ring('mcp'),
    },
    log,
    metrics,
    spans: tracing.callers,
  };
  const webUi = await startWebUi(config, services);
  const stopChecking = keepChecking(services);
  const app = createApp(
    { ...services, settings: { ...services.settings, webUiUrl: webUi?.url ?? null } },
    onAnswer,
  );
  const liveView = createLiveViewBridge(services, ring(LINK_PURPOSE));
  server.on('upgrade', liveView.upgrade);
  const answer = app.callback();
  server.on('request', (request, response) => void answer(request, response));
  const stop = (): Promise<void> =>
    runPhases(
      [
        { name: 'sessions', limitMs: 1_000, run: stopChecking },
        { name: 'streams', limitMs: 1_000, run: () => events.close() },
        { name: 'views', limitMs: 1_000, run: () => liveView.close() },
        { name: 'web UI', limitMs: 1_000, run: () => webUi?.server.closeAllConnections() },
        { name: 'drain', limitMs: 15_000, run: () => drain(server) },
        { name: 'cut', limitMs: 1_000, run: () => server.closeAllConnections() },
        { name: 'spans', limitMs: 2_000, run: () => tracing.close() },
        { name: 'ledger', limitMs: 5_000, run: () => ledger.close() },
        { name: 'temporal', limitMs: 2_000, run: () => client.connection.close() },
        {
          name: 'database',
          limitMs: 5_000,
          run: async () => {
            await stored.close();
            await events.stop();
            await connectors.deps.mapper.close();
            await services.actDecider.close();
            await services.pastDecider.close();
            await pool.end();
          },
        },
      ],
      log,
    );
  return { url, stop };
};

const settingsOf = (config: Config, url: string): ApiSettings => ({
  publicBaseUrl: (config.PUBLIC_BASE_URL ?? url).replace(/\/+$/, ''),
  webUiUrl: null,
  webUiOrigin: config.TEMPORAL_UI_URL === undefined ? null : new URL(config.TEMPORAL_UI_URL).origin,
  metricsToken: config.METRICS_TOKEN,
  egressAllow: config.EGRESS_ALLOW,
  webhookPinned: new Set(config.WEBHOOK_PINNED.flatMap((entry) => parsePinnedHost(entry)?.host ?? [])),
  streamsMax: config.STREAMS_MAX,
  sandboxWaitMs: config.SANDBOX_WAIT_MS,
  openSandboxes: {
    sandboxes: config.SANDBOX_OPEN_MAX,
    memoryMb: config.SANDBOX_OPEN_MEMORY_MB,
    lifetimeMs: config.SANDBOX_OPEN_MS,
  },
  model: modelOf(config),
  operatorTools: config.OPERATOR_TOOLS,
  operatorFileKinds: config.OPERATOR_FILE_KINDS,
  ledgerOrigin: config.LEDGER_ORIGIN,
  cosigners: config.LEDGER_WITNESSES.flatMap((witness) =>
    witness.kind === 'cosigner' ? [{ name: witness.name, vkey: witness.vkey }] : [],
  ),
});

/** Starts to serve the Web UI to people who are signed in, if the API can reach it. */
const startWebUi = async (
  config: Config,
  services: Services,
): Promise<{ readonly server: Server; readonly url: string } | undefined> => {
  if (config.TEMPORAL_UI_UPSTREAM === undefined) return undefined;
  const server = createWebUiServer(services, new URL(config.TEMPORAL_UI_UPSTREAM));
  const port = await listen(server, { host: config.HOST, port: config.TEMPORAL_UI_PORT });
  const url = config.TEMPORAL_UI_URL ?? `http://${config.HOST}:${port}`;
  return { server, url: url.replace(/\/+$/, '') };
};

const identityOf = (config: Config, publicBaseUrl: string): Services['identity'] => {
  const { OIDC_ISSUER } = config;
  if (OIDC_ISSUER === undefined) return undefined;
  const provider = new IdentityProvider({ ...config, OIDC_ISSUER }, `${publicBaseUrl}${finishSignIn.path}`);
  return { settings: config, provider };
};

const modelOf = (config: Config): ApiSettings['model'] => {
  const models = allModels(config);
  const [first] = models;
  if (first === undefined) return null;
  const { budgets, operator } = first;
  return { choices: models.map(choiceOf), budgets, operator };
};

if (import.meta.main) {
  const config = await readConfig();
  const log = createLogger(config.LOG_LEVEL, 'api');
  const api = await startApi(config, log);
  log.info({ url: api.url }, 'api started');
  onStopSignal(log, api.stop);
}
