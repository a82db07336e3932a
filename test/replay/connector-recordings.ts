import type { Client } from '@temporalio/client';
import type { Config } from '../../src/config.ts';
import { divide } from '../../src/connectors/common/settings.ts';
import { putConnectorBody } from '../../src/contract/connector.ts';
import { startMessage } from '../../src/runs/message/start.ts';
import { workflowIdOf } from '../../src/runs/message/workflow.ts';
import { createRun } from '../../src/runs/vertical/create.ts';
import { startVerticalRun } from '../../src/runs/vertical/start.ts';
import { CONNECTOR_PURPOSE, deleteConnector, putConnector } from '../../src/store/connectors/connectors.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { Db } from '../../src/store/db/client.ts';
import { queueMessage } from '../../src/store/records/messages.ts';
import { someKey } from '../helpers/actors.ts';
import { type Answering, json, startCoreSystem } from '../connectors/core-system.ts';

interface Recorder {
  readonly client: Client;
  readonly config: Config;
  readonly db: Db;
  readonly ring: KeyRing;
  readonly teamId: string;
}

const POLICY = {
  number: 'CORE-77',
  status: 'active',
  cover_from: '2026-01-01',
  cover_to: '2026-12-31',
  sum_insured: 500_000,
  used: 0,
};

/** Fails once, so that the workflow sleeps before it asks again. */
const failingOnce = (answer: unknown): Answering => {
  let isFirst = true;
  return (received, response, socket) => {
    const status = isFirst ? 503 : 200;
    isFirst = false;
    return json(answer, status)(received, response, socket);
  };
};

/** The name under which the recordings' connectors find their system; `CONNECTOR_PINNED` gives its address. */
const HOST = 'core.bank.example';

/** Starts the system that both recordings call. */
export const startRecordedCore = async () => {
  const core = await startCoreSystem(json(POLICY));
  return { ...core, pinned: `${HOST}=127.0.0.1:${core.port}` };
};

type Core = Awaited<ReturnType<typeof startRecordedCore>>;

const withConnector = async (
  { db, config, teamId }: Recorder,
  serves: 'policies' | 'messages',
  http: object,
  work: () => Promise<void>,
): Promise<void> => {
  const ring = new KeyRing(config.ENCRYPTION_KEYS, CONNECTOR_PURPOSE);
  const body = putConnectorBody.parse({ kind: 'http', serves, http });
  const connector = { teamId, name: serves, kind: body.kind, serves, ...divide(body) };
  await db.transaction().execute(async (tx) => putConnector(tx, ring, connector));
  await work();
  await deleteConnector(db, { teamId, name: serves });
};

/** Records a claim that waits for its policy. @returns the workflow's id */
export const recordWait = async (recorder: Recorder, core: Core): Promise<string> => {
  const { client, db, ring, teamId } = recorder;
  core.behave(failingOnce(POLICY));
  let id = '';
  await withConnector(recorder, 'policies', { url: `http://${HOST}/{key}` }, async () => {
    const claim = { id: 'CLM-77', policy: 'CORE-77', amount: '1000', admission: '2026-11-04' };
    const input = await db
      .transaction()
      .execute(async (tx) => createRun(tx, ring, { teamId, vertical: 'kyc', case: claim, askedBy: someKey }));
    id = input.run_id;
    await startVerticalRun(client, { taskQueue: 'steps', deadlineMs: 10_000, input });
    await client.workflow.getHandle(id).result();
  });
  return id;
};

/** Records a message that the gateway takes at the second attempt. @returns the workflow's id */
export const recordMessage = async (recorder: Recorder, core: Core, runId: string): Promise<string> => {
  const { client, db, ring, teamId } = recorder;
  core.behave(failingOnce({ accepted: true }));
  const input = { team_id: teamId, run_id: runId, kind: 'text_message' } as const;
  const http = { method: 'POST', url: `http://${HOST}/send`, body: { to: '{to}', text: '{text}' } };
  await withConnector(recorder, 'messages', http, async () => {
    const { ledger_ref: ledgerRef } = await db
      .selectFrom('runs')
      .select('ledger_ref')
      .where('id', '=', runId)
      .executeTakeFirstOrThrow();
    await db
      .transaction()
      .execute(async (tx) =>
        queueMessage(
          tx,
          ring,
          { teamId, runId, ledgerRef },
          { kind: 'text_message', to: '+910000000000', toMasked: 'XXXXXX0000', body: 'A text.' },
        ),
      );
    await startMessage(client, { taskQueue: 'steps', input, deadlineMs: 10_000 });
    await client.workflow.getHandle(workflowIdOf(input)).result();
  });
  return workflowIdOf(input);
};
