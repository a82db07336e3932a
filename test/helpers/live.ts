import { loadConfig } from '../../src/config.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { VerticalId } from '../../src/governance/verticals/definition.ts';
import { verticals } from '../../src/governance/verticals/index.ts';
import type { Message } from '../../src/model/messages.ts';
import { modelSettings } from '../../src/model/settings.ts';
import { readMessages } from '../../src/runs/agent/transcript.ts';
import { createLiveRun } from '../../src/runs/vertical/live.ts';
import { startLiveRun } from '../../src/runs/vertical/start-live.ts';
import { someKey } from './actors.ts';
import type { Environment, TestService } from './service.ts';

/** Returns the settings with which a test's service uses a fake model provider. */
export const modelEnv = (baseUrl: string, more: Environment = {}): Environment => ({
  MODEL_PROVIDER_API_KEY: 'sk-canary-0123456789abcdef',
  MODEL_PROVIDER_BASE_URL: baseUrl,
  MODEL_NAME: 'fake-model',
  MODEL_RETRY_INITIAL_MS: '50',
  // The limit is long enough for a busy machine, because abandoning a reply and requesting it again would confuse a script.
  MODEL_IDLE_TIMEOUT_MS: '15000',
  ...more,
});

export interface StartedLiveRun {
  readonly id: string;
  readonly ledgerRef: string;
}

/** Starts a live run as the API does, without its stream. */
export const startLive = async (
  service: TestService,
  vertical: VerticalId,
  value: Readonly<Record<string, unknown>> = verticals[vertical].sample,
  /** Called with the run before its workflow is started. */
  onCreated: (run: StartedLiveRun) => void = () => undefined,
  { startWorkflow = true }: { readonly startWorkflow?: boolean } = {},
): Promise<StartedLiveRun> => {
  const config = loadConfig(service.env);
  const ring = new KeyRing(config.ENCRYPTION_KEYS, 'case-vault');
  const model = modelSettings(config)!;
  const { teamId } = service;
  const run = await service.database.db
    .transaction()
    .execute((tx) => createLiveRun(tx, ring, { teamId, vertical, case: value, model, askedBy: someKey }));
  const started = { id: run.run_id, ledgerRef: run.ledger_ref };
  onCreated(started);
  if (!startWorkflow) return started;
  await startLiveRun(service.engine, {
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    run,
    deadlineMs: 10_000,
  });
  return started;
};

/** Returns all of a run's messages, unsealed. */
export const messagesOf = async (
  service: TestService,
  run: { readonly ledgerRef: string },
): Promise<readonly Message[]> => {
  const ring = new KeyRing(loadConfig(service.env).ENCRYPTION_KEYS, 'case-vault');
  return readMessages(service.database.db, ring, { teamId: service.teamId, ledgerRef: run.ledgerRef });
};
