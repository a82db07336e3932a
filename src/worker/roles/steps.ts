import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from '@temporalio/worker';
import { createAgentActivities } from '../../activities/agent/index.ts';
import { createActivities } from '../../activities/index.ts';
import { taskAgents } from '../../activities/agent/task/agents.ts';
import { createAgentTaskActivities } from '../../activities/agent/task/index.ts';
import { createAnalysisActivities } from '../../activities/agent/analysis/index.ts';
import { liveAgents } from '../../runs/vertical/live-agents.ts';
import { createLiveActivities } from '../../activities/live/index.ts';
import { createConnectors } from '../../connectors/create.ts';
import { createEventSink } from '../../events/store.ts';
import { operatorAgents } from '../../activities/operator/agent.ts';
import { createMessageActivities } from '../../activities/messages/send.ts';
import { createOperatorActivities } from '../../activities/operator/index.ts';
import { createBacktestActivities } from '../../activities/rule-sets/index.ts';
import { createShadowActivities } from '../../activities/rule-sets/shadow.ts';
import { createTeamVerticalActivities } from '../../activities/team-verticals/index.ts';
import { createTeamLiveActivities } from '../../activities/team-verticals/live/index.ts';
import { createSandboxSessionActivities } from '../../activities/sandboxes/index.ts';
import { createReviewActivities } from '../../activities/reviews/index.ts';
import { forgetExpiredKeys } from '../../store/idempotency/sweep.ts';
import { reconcileAgentRuns } from '../reconciler/agent-runs.ts';
import { startMessages } from '../reconciler/messages.ts';
import type { ReconcilerOptions } from '../reconciler/pass.ts';
import { endExpiredSessions } from '../../people/session-end.ts';
import { endExpiredSuspensions } from '../reconciler/suspensions.ts';
import { reconcileSandboxes } from '../reconciler/sandboxes.ts';
import { reconcileBacktests } from '../reconciler/backtests.ts';
import { endExpiredShadows } from '../reconciler/shadows.ts';
import { reconcileReviews } from '../reconciler/reviews.ts';
import { reconcile } from '../reconciler/vertical-runs.ts';
import { wakeWaitingRuns } from '../reconciler/waiting-runs.ts';
import { queuesOf } from '../../temporal/queues.ts';
import { registerSearchAttributes } from '../../temporal/register.ts';
import { KeyRing } from '../../store/crypto/key-ring.ts';
import { DIGEST_PURPOSE } from '../../store/records/digest.ts';
import { createValueReader } from '../../store/vault/reader.ts';
import { prepareCheckpoints } from './checkpoints.ts';
import { startModels } from './models.ts';
import { prepareLedgerAudit } from './ledger-audit.ts';
import { createWebhookSender } from './webhooks.ts';
import type { WorkerParts } from '../parts.ts';
import type { Role } from './role.ts';

/** Creates the role for workflows, their light activities and the reconciler. Any number of workers may have this role. */
export const createStepsRole = async (parts: WorkerParts): Promise<Role> => {
  const { config, client, db, ledger, vaultRing } = parts;
  await registerSearchAttributes(client, config.TEMPORAL_NAMESPACE);
  const openValue = createValueReader(db, vaultRing);
  const egressAllow = config.EGRESS_ALLOW;
  const connectors = createConnectors(db, config);
  const digestRing = new KeyRing(config.ENCRYPTION_KEYS, DIGEST_PURPOSE);
  const stepDeps = { db, ledger, vaultRing, openValue, connectors, digestRing, egressAllow };
  const activities = createActivities(stepDeps);
  const models = await startModels(config, parts);
  const events = createEventSink(parts.pool, (error) =>
    parts.log.debug({ error }, 'stream events dropped: they could not be sent'),
  );
  const agentDeps = {
    db,
    ledger,
    vaultRing,
    suspensions: parts.suspensions,
    events,
    models: models?.models,
    spans: parts.tracing.spans,
    sandboxHoldMs: config.SANDBOX_HOLD_MS,
    agents: { ...liveAgents, ...operatorAgents(config.OPERATOR_TOOLS), ...taskAgents },
  };
  const { modelTurn, ...agent } = createAgentActivities(agentDeps);
  const { workflowBundle: _, ...activityOptions } = parts.options;
  const modelWorker = await Worker.create({
    ...activityOptions,
    taskQueue: queuesOf(config.TEMPORAL_TASK_QUEUE).models,
    activities: { modelTurn },
    maxConcurrentActivityTaskExecutions: config.MODEL_CONCURRENCY,
  });
  const worker = await Worker.create({
    ...parts.options,
    taskQueue: queuesOf(config.TEMPORAL_TASK_QUEUE).steps,
    activities: {
      ...activities.steps,
      failRun: activities.failRun,
      ...createTeamVerticalActivities(stepDeps),
      ...agent,
      ...createAgentTaskActivities(agentDeps),
      ...createAnalysisActivities(agentDeps),
      ...createLiveActivities({ ...agentDeps, ...stepDeps }),
      ...createTeamLiveActivities({ ...agentDeps, ...stepDeps }),
      ...createOperatorActivities(agentDeps),
      ...createMessageActivities({ db, ledger, vaultRing, connectors }),
      ...createReviewActivities({ db, ledger }),
      ...createSandboxSessionActivities({ db }),
      ...createBacktestActivities({ db, ledger, vaultRing }),
      ...createShadowActivities({ db, ledger, vaultRing }),
      ...(await prepareCheckpoints(parts)),
      ...(await prepareLedgerAudit(parts)),
    },
  });
  const webhooks = await createWebhookSender(parts);
  const stopping = new AbortController();
  const reconciling = reconcileUntil(stopping.signal, parts);
  return {
    workers: [worker, modelWorker, webhooks.worker],
    close: async () => {
      stopping.abort();
      await reconciling;
      webhooks.close();
      await models?.close();
      await events.close();
      await connectors.deps.mapper.close();
    },
  };
};

const reconcileUntil = async (signal: AbortSignal, parts: WorkerParts): Promise<void> => {
  const { config, log } = parts;
  const options: Pick<ReconcilerOptions, 'taskQueue' | 'graceMs' | 'report'> = {
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    graceMs: config.RECONCILE_GRACE_MS,
    report: ({ run_id, outcome, error }) => {
      if (error !== undefined) log.warn({ run_id, error }, 'run could not be reconciled');
      else if (outcome !== 'in order') log.info({ run_id, outcome }, 'run reconciled');
    },
  };
  while (!signal.aborted) {
    try {
      await endExpiredSuspensions(parts);
      await endExpiredSessions(parts.db, parts.ledger);
      await reconcile({ ...parts, ...options });
      await reconcileAgentRuns({ ...parts, ...options });
      await startMessages({ ...parts, ...options });
      await wakeWaitingRuns({ ...parts, ...options });
      await reconcileReviews({ ...parts, ...options });
      await reconcileBacktests({ ...parts, ...options });
      await endExpiredShadows(parts);
      await reconcileSandboxes({ ...parts, ...options });
      await forgetExpiredKeys(parts.db);
    } catch (error) {
      log.warn({ error }, 'reconciler pass failed');
    }
    await sleep(config.RECONCILE_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
};
