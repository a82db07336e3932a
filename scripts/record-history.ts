// Records the current workflows' histories for the replay tests, either for all workflows or for the given names. A label
// identifies a released version of a workflow; histories with earlier labels are never recorded again.
// Usage: node scripts/record-history.ts <label> [<name>…]
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { storeCode } from '../src/runs/code/code-runs.ts';
import { storeDocument } from '../src/runs/document/documents.ts';
import { loadConfig } from '../src/config.ts';
import { KeyRing } from '../src/store/crypto/key-ring.ts';
import { createDatabase, createPool, type Db } from '../src/store/db/client.ts';
import { migrate } from '../src/store/db/migrate.ts';
import type { VerticalId } from '../src/governance/verticals/definition.ts';
import { verticals } from '../src/governance/verticals/index.ts';
import { ensureTeam } from '../src/store/keys/team.ts';
import { DIGEST_PURPOSE } from '../src/store/records/digest.ts';
import { modelSettings } from '../src/model/settings.ts';
import { createLedger } from '../src/ledger/index.ts';
import { createLogger } from '../src/observability/logger.ts';
import { ensureContainerEngine } from '../src/provision/docker.ts';
import { startPostgres } from '../src/provision/postgres.ts';
import { createProgress, silent } from '../src/process/progress.ts';
import { ensureTemporalBinary } from '../src/provision/temporal-binary.ts';
import { startTemporal } from '../src/provision/temporal.ts';
import { awaitCodeRun, startCodeRun } from '../src/runs/code/start.ts';
import { executeExtraction } from '../src/runs/document/start.ts';
import { queuesOf } from '../src/temporal/queues.ts';
import { startTeamCheckpoint } from '../src/temporal/checkpoints.ts';
import { createRun } from '../src/runs/vertical/create.ts';
import { createClient } from '../src/temporal/client.ts';
import { installRuntime } from '../src/temporal/runtime.ts';
import { startVerticalRun } from '../src/runs/vertical/start.ts';
import { startWorker } from '../src/worker.ts';
import type { ledgerAudit, retention } from '../src/workflows/ledger-audit.ts';
import type { ledgerCheckpoints } from '../src/workflows/ledger-checkpoints.ts';
import { someKey } from '../test/helpers/actors.ts';
import { modelEnv } from '../test/helpers/live.ts';
import { REPLAY_KEYS } from '../test/helpers/replay-keys.ts';
import { openai } from '../test/model-provider/openai.ts';
import { createRunScripts } from '../test/model-provider/scripts.ts';
import { startFakeProvider } from '../test/model-provider/server.ts';
import { agentRunScript, recordAgentRuns } from '../test/replay/agent-recordings.ts';
import { DOCUMENTS, recordDocuments } from '../test/replay/document-recordings.ts';
import { recordMessage, recordWait, startRecordedCore } from '../test/replay/connector-recordings.ts';
import { recordLiveRuns } from '../test/replay/live-recordings.ts';
import { operatorScript, recordOperators } from '../test/replay/operator-recordings.ts';
import { recordSuspended, SUSPENDED } from '../test/replay/suspended-recordings.ts';
import { recordBacktest } from '../test/replay/backtest-recordings.ts';
import { recordSandbox } from '../test/replay/sandbox-recordings.ts';
import { runInShadow } from '../test/replay/shadow-recordings.ts';
import { recordReview } from '../test/replay/review-recordings.ts';
import {
  recordTeamCode,
  recordTeamLive,
  recordTeamVertical,
} from '../test/replay/team-vertical-recordings.ts';
import { recordWebhook } from '../test/replay/webhook-recordings.ts';
import { startWebhookReceiver } from '../test/helpers/webhook-receiver.ts';

interface Recording {
  readonly name: string;
  readonly vertical: VerticalId;
  readonly case: Readonly<Record<string, unknown>>;
  /** Whether to cancel the run right after the start. */
  readonly cancel?: boolean;
}

const recordings: readonly Recording[] = [
  ...Object.values(verticals).map(({ id, sample }) => ({ name: id, vertical: id, case: sample })),
  { name: 'kyc-escalated', vertical: 'kyc', case: { ...verticals.kyc.sample, pan: 'not a pan' } },
  { name: 'kyc-cancelled', vertical: 'kyc', case: verticals.kyc.sample, cancel: true },
];

const record = async (
  client: Client,
  db: Db,
  ring: KeyRing,
  teamId: string,
  what: Recording,
): Promise<object> => {
  const run = await db
    .transaction()
    .execute((tx) =>
      createRun(tx, ring, { teamId, vertical: what.vertical, case: what.case, askedBy: someKey }),
    );
  await startVerticalRun(client, {
    taskQueue: 'steps',
    deadlineMs: 10_000,
    input: run,
  });
  const handle = client.workflow.getHandle(run.run_id);
  if (what.cancel === true) {
    await sleep(120);
    await handle.cancel();
  }
  await handle.result().catch(() => undefined);
  return historyOf(client, run.run_id);
};

/** Records sandbox work, whose workflow has a single activity. */
const recordSandboxWork = async (
  client: Client,
  db: Db,
  ring: KeyRing,
  teamId: string,
): Promise<Readonly<Record<string, object>>> => {
  const taskQueue = queuesOf('steps').sandboxes;
  const limits = { team_id: teamId, timeout_ms: 10_000, wait_ms: 60_000 };
  const code = { language: 'python', code: "print('hello')", timeout_ms: 10_000 };
  const codeRef = await storeCode(db, ring, { teamId, code, start: {} });
  const input = { ...limits, ledger_ref: codeRef, profile: 'python' } as const;
  await startCodeRun(client, { taskQueue, delayMs: 0, input });
  await awaitCodeRun(client, input);
  const document = { type: 'auto', text: 'PAN ABCPK1234L' };
  const documentRef = await storeDocument(db, ring, { teamId, document });
  await executeExtraction(client, { taskQueue, input: { ...limits, ledger_ref: documentRef } });
  return { 'code-run': await historyOf(client, codeRef), extraction: await historyOf(client, documentRef) };
};

/** Records the checkpoint workflows, both on demand and as started by the schedule. */
const recordCheckpoints = async (
  client: Client,
  teamId: string,
): Promise<Readonly<Record<string, object>>> => {
  const taskQueue = queuesOf('steps').steps;
  const team = { taskQueue, teamId, workflowId: 'replay-team-checkpoint', deadlineMs: 30_000 };
  await (await startTeamCheckpoint(client, team)).result();
  const workflowId = 'replay-ledger-checkpoints';
  await client.workflow.execute<typeof ledgerCheckpoints>('ledgerCheckpoints', {
    taskQueue,
    workflowId,
    args: [{ after: '' }],
  });
  return {
    'team-checkpoint': await historyOf(client, team.workflowId),
    'ledger-checkpoints': await historyOf(client, workflowId),
  };
};

/** Records the ledger audit and the erasure of expired values, as started by their schedules. */
const recordAudit = async (client: Client): Promise<Readonly<Record<string, object>>> => {
  const taskQueue = queuesOf('steps').steps;
  const [audit, erasing] = ['replay-ledger-audit', 'replay-retention'];
  await client.workflow.execute<typeof ledgerAudit>('ledgerAudit', { taskQueue, workflowId: audit });
  await client.workflow.execute<typeof retention>('retention', { taskQueue, workflowId: erasing });
  return { 'ledger-audit': await historyOf(client, audit), retention: await historyOf(client, erasing) };
};

const historyOf = async (client: Client, workflowId: string): Promise<object> =>
  JSON.parse(historyToJSON(await client.workflow.getHandle(workflowId).fetchHistory())) as object;

const [label, ...only] = process.argv.slice(2);
if (label === undefined || !/^[a-z0-9.-]+$/.test(label)) {
  console.error('usage: node scripts/record-history.ts <label> [<name>…], for example 0.1.0');
  process.exit(2);
}
const isWanted = (...names: readonly string[]): boolean =>
  only.length === 0 || names.some((name) => only.includes(name));
installRuntime((level, message) => console.error(level, message));
const scratch = await mkdtemp(join(tmpdir(), 'pramaan-record-'));
const postgres = await startPostgres({ dataDir: join(scratch, 'postgres') });
const temporal = await startTemporal({
  binary: await ensureTemporalBinary(silent, process.env),
  logFile: join(scratch, 'temporal.log'),
});
await migrate(postgres.adminUrl);
const engine = await ensureContainerEngine(createProgress(process.stdout), { env: process.env });
if ('off' in engine) throw new Error(engine.off);
const scripts = createRunScripts();
const provider = await startFakeProvider(
  openai,
  (asked) => agentRunScript(asked) ?? operatorScript(asked) ?? scripts.script(asked),
);
const core = await startRecordedCore();
const receiver = await startWebhookReceiver();
let failures = 0;
receiver.on('/', (_, response) => {
  failures += 1;
  response.writeHead(failures === 1 ? 500 : 204).end();
});
const config = loadConfig({
  ...modelEnv(provider.baseUrl, { MODEL_IDLE_TIMEOUT_MS: '60000', SANDBOX_HOLD_MS: '0' }),
  DATABASE_URL: postgres.url,
  TEMPORAL_ADDRESS: temporal.address,
  ENCRYPTION_KEYS: REPLAY_KEYS,
  DOCKER_HOST: engine.host,
  CONNECTOR_PINNED: core.pinned,
  WEBHOOK_PINNED: `hooks.bank.example=127.0.0.1:${receiver.port}`,
});
const worker = await startWorker(config, createLogger('warn', 'record'));
const pool = createPool(config.DATABASE_URL);
const db = createDatabase(pool);
const client = createClient(config);
const team = await ensureTeam(db, {
  name: 'replay',
  demoRecords: new KeyRing(config.ENCRYPTION_KEYS, DIGEST_PURPOSE),
});
const ring = new KeyRing(config.ENCRYPTION_KEYS, 'case-vault');
const folder = new URL(`../test/replay/histories/${label}/`, import.meta.url);
await mkdir(folder, { recursive: true });
const write = async (name: string, history: object): Promise<void> => {
  if (!isWanted(name)) return;
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(history)}\n`);
  console.log(`${label}/${name}.json`);
};
for (const recording of recordings.filter(({ name }) => isWanted(name))) {
  await write(recording.name, await record(client, db, ring, team.id, recording));
}
if (isWanted('code-run', 'extraction')) {
  const sandboxWork = await recordSandboxWork(client, db, ring, team.id);
  for (const [name, history] of Object.entries(sandboxWork)) await write(name, history);
}
if (isWanted(...DOCUMENTS)) {
  const ids = await recordDocuments({ client, db, ring, teamId: team.id });
  for (const [name, id] of Object.entries(ids)) await write(name, await historyOf(client, id));
}
if (isWanted('team-checkpoint', 'ledger-checkpoints')) {
  const checkpoints = await recordCheckpoints(client, team.id);
  for (const [name, history] of Object.entries(checkpoints)) await write(name, history);
}
if (isWanted('ledger-audit', 'retention')) {
  for (const [name, history] of Object.entries(await recordAudit(client))) await write(name, history);
}
if (only.length === 0 || only.some((name) => name.startsWith('live'))) {
  const model = modelSettings(config)!;
  const ledger = createLedger({ pool });
  const ids = await recordLiveRuns({ client, db, ledger, ring, teamId: team.id, model, scripts });
  for (const [name, id] of Object.entries(ids)) await write(name, await historyOf(client, id));
}
if (only.length === 0 || only.some((name) => name.startsWith('operator'))) {
  const ids = await recordOperators({ client, db, ring, teamId: team.id });
  for (const [name, id] of Object.entries(ids)) await write(name, await historyOf(client, id));
}
if (isWanted(...SUSPENDED)) {
  const model = modelSettings(config)!;
  const ledger = createLedger({ pool });
  const ids = await recordSuspended({ client, db, ledger, ring, teamId: team.id, model, scripts });
  for (const [name, id] of Object.entries(ids)) await write(name, await historyOf(client, id));
}
if (isWanted('agent-task', 'agent-task-asked', 'agent-task-released', 'analysis', 'analysis-unreadable')) {
  const model = modelSettings(config)!;
  const ledger = createLedger({ pool });
  const ids = await recordAgentRuns({ client, db, ledger, ring, teamId: team.id, model });
  for (const [name, id] of Object.entries(ids)) await write(name, await historyOf(client, id));
}
if (isWanted('webhook-delivery')) {
  const url = 'http://hooks.bank.example/';
  const id = await recordWebhook({ client, config, db, teamId: team.id, url });
  await write('webhook-delivery', await historyOf(client, id));
}
if (isWanted('kyc-waited', 'message-delivery')) {
  const recorder = { client, config, db, ring, teamId: team.id };
  const waited = await recordWait(recorder, core);
  await write('kyc-waited', await historyOf(client, waited));
  await write('message-delivery', await historyOf(client, await recordMessage(recorder, core, waited)));
}
if (isWanted('review-clock')) {
  const id = await recordReview({ client, config, db, pool, teamId: team.id });
  await write('review-clock', await historyOf(client, id));
}
if (isWanted('sandbox-session')) {
  const id = await recordSandbox({ client, db, ring, teamId: team.id });
  await write('sandbox-session', await historyOf(client, id));
}
if (isWanted('rule-set-backtest')) {
  const id = await recordBacktest({ client, config, db, teamId: team.id });
  await write('rule-set-backtest', await historyOf(client, id));
}
if (isWanted('team-vertical')) {
  const id = await recordTeamVertical({ client, db, pool, ring, teamId: team.id });
  await write('team-vertical', await historyOf(client, id));
}
if (isWanted('team-vertical-code')) {
  const id = await recordTeamCode({ client, db, pool, ring, teamId: team.id });
  await write('team-vertical-code', await historyOf(client, id));
}
if (isWanted('team-live')) {
  const model = modelSettings(config)!;
  const id = await recordTeamLive({ client, db, pool, ring, teamId: team.id, model, scripts });
  await write('team-live', await historyOf(client, id));
}
if (isWanted('kyc-shadow')) {
  await runInShadow(db, team.id);
  const recording = { name: 'kyc-shadow', vertical: 'kyc' as const, case: verticals.kyc.sample };
  await write('kyc-shadow', await record(client, db, ring, team.id, recording));
}
await worker.stop();
await core.close();
await receiver.close();
await provider.close();
await client.connection.close();
await pool.end();
await temporal.stop(10_000);
await postgres.stop(10_000);
await engine.stop?.();
await rm(scratch, { recursive: true, force: true });
