import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import pg from 'pg';
import { inject } from 'vitest';
import { startApi } from '../../src/api/main.ts';
import { loadConfig } from '../../src/config.ts';
import type { z } from 'zod';
import type { entriesSchema } from '../../src/contract/ledger.ts';
import type { RunBody } from '../../src/contract/run.ts';
import { createDatabase, createPool, type Db } from '../../src/store/db/client.ts';
import type { VerticalId } from '../../src/governance/verticals/definition.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { DIGEST_PURPOSE } from '../../src/store/records/digest.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { createClient } from '../../src/temporal/client.ts';
import { installRuntime } from '../../src/temporal/runtime.ts';
import { startWorker } from '../../src/worker.ts';
import { METRICS_TOKEN, watchAnswers } from './contract.ts';
import { createTestDatabase } from './database.ts';

type LedgerBody = z.output<typeof entriesSchema>;

export type Environment = Readonly<Record<string, string>>;

export interface TestService {
  readonly url: string;
  readonly key: string;
  /** Id of the key that requests are made with. */
  readonly keyId: string;
  readonly teamId: string;
  /** Environment to start another process of this service with. */
  readonly env: Environment;
  readonly database: { readonly db: Db; readonly adminUrl: string };
  readonly engine: Client;
  readonly request: (method: string, path: string, body?: unknown) => Promise<Response>;
  readonly startRun: (vertical: VerticalId, value?: Readonly<Record<string, unknown>>) => Promise<RunBody>;
  readonly run: (id: string) => Promise<RunBody>;
  /** Polls until the run has ended, as a client does; retries on 503. */
  readonly finished: (id: string) => Promise<RunBody>;
  readonly ledgerOf: (id: string) => Promise<LedgerBody>;
  /** Returns the team's row from verify_agent_ledger. */
  readonly verify: () => Promise<unknown>;
  /** Resolves when the team's chain has at least this many rows. */
  readonly rowsAtLeast: (count: number) => Promise<void>;
  /** Runs statements as superuser. */
  readonly admin: (statements: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface TestServiceOptions {
  /** false when the test starts its own workers. */
  readonly worker?: boolean;
  readonly temporalAddress?: string;
  /** A migrated server for this test alone, instead of a database on the shared one. */
  readonly postgres?: { readonly url: string; readonly adminUrl: string };
  readonly env?: Environment;
}

installRuntime(() => undefined);

/** Starts the whole service with real parts: an API on a socket, a worker, and a database and a task queue of its own. */
export const startService = async (options: TestServiceOptions = {}): Promise<TestService> => {
  const own = options.postgres === undefined ? await createTestDatabase() : undefined;
  const database = options.postgres ?? own!;
  const env: Environment = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: options.temporalAddress ?? inject('temporalAddress'),
    TEMPORAL_TASK_QUEUE: `test-${randomBytes(6).toString('hex')}`,
    WORKFLOW_BUNDLE: inject('workflowBundle'),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '100000',
    // Each pass makes a dozen queries, and each test's service makes them.
    RECONCILE_EVERY_MS: '600',
    RECONCILE_GRACE_MS: '1000',
    // The audit writes its alerts as rows, which would disturb tests that tamper with the ledger and count rows.
    LEDGER_AUDIT_EVERY_S: '0',
    // All tests share one Temporal server, so a schedule for each test would keep running for as long as that server does.
    LEDGER_CHECKPOINT_EVERY_S: '0',
    METRICS_TOKEN,
    LOG_LEVEL: 'info',
    ...options.env,
  };
  const config = loadConfig(env);
  const log = createLogger('silent', 'test');
  const answers = watchAnswers();
  const api = await startApi(config, log, answers);
  const worker = options.worker === false ? undefined : await startWorker(config, log);
  const pool = createPool(database.url, { onIdleError: () => undefined });
  const db = createDatabase(pool);
  const team = await ensureTeam(db, {
    name: `team-${randomBytes(4).toString('hex')}`,
    demoRecords: new KeyRing(config.ENCRYPTION_KEYS, DIGEST_PURPOSE),
  });
  const { key, record } = await issueKey(db, { teamId: team.id, name: 'test' });
  const engine = createClient(config);

  const request: TestService['request'] = async (method, path, body) =>
    fetch(`${api.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  const read = async <T>(path: string): Promise<T> => {
    const response = await request('GET', path);
    if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}`);
    return (await response.json()) as T;
  };

  const admin = async (statements: string): Promise<void> => {
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    try {
      await client.query(statements);
    } finally {
      await client.end();
    }
  };

  return {
    url: api.url,
    key,
    keyId: record.id,
    teamId: team.id,
    env,
    database: { db, adminUrl: database.adminUrl },
    engine,
    request,
    admin,
    startRun: async (vertical, value) => {
      const path = `/v1/workforce/verticals/${vertical}/runs`;
      const response = await request('POST', path, value === undefined ? undefined : { case: value });
      if (response.status !== 202) throw new Error(`POST ${path} answered ${response.status}`);
      return (await response.json()) as RunBody;
    },
    run: async (id) => read<RunBody>(`/v1/workforce/runs/${id}`),
    finished: async (id) => {
      for (;;) {
        const response = await request('GET', `/v1/workforce/runs/${id}`);
        if (response.status === 200) {
          const run = (await response.json()) as RunBody;
          if (run.status !== 'running') return run;
        } else if (response.status !== 503) {
          throw new Error(`polling answered ${response.status}`);
        }
        await sleep(50);
      }
    },
    ledgerOf: async (id) => read<LedgerBody>(`/v1/workforce/runs/${id}/ledger`),
    verify: async () => {
      const { rows } = await pool.query<object>('SELECT * FROM verify_agent_ledger($1)', [team.id]);
      return rows[0];
    },
    rowsAtLeast: async (count) => {
      for (;;) {
        const { rows } = await pool.query<{ n: number }>(
          'SELECT count(*) AS n FROM agent_actions WHERE team_id = $1',
          [team.id],
        );
        if (rows[0]!.n >= count) return;
        await sleep(10);
      }
    },
    close: async () => {
      await worker?.stop();
      await api.stop();
      await engine.connection.close();
      await pool.end();
      await own?.close();
      answers.assertAllFit();
    },
  };
};
