import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/store/db/migrate.ts';
import { type Postgres, startPostgres } from '../../src/provision/postgres.ts';
import { startService, type TestService } from '../helpers/service.ts';

const run = promisify(execFile);

let scratch: string;
let postgres: Postgres;
let service: TestService;

/** Returns the postmaster and all its children. */
const processes = async (): Promise<readonly number[]> => {
  const [pid] = (await readFile(join(scratch, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', pid!]);
  return [
    Number(pid),
    ...stdout
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(Number),
  ];
};

/** Returns the activity of the server's backends, as the process list shows it. */
const atWork = async (): Promise<string> =>
  (await run('ps', ['-o', 'args=', '--ppid', String((await processes())[0])])).stdout;

const signal = async (name: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
  for (const pid of await processes()) process.kill(pid, name);
};

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'hanging-database-'));
  postgres = await startPostgres({
    dataDir: join(scratch, 'postgres'),
    passwords: { admin: 'admin', service: 'service' },
  });
  await migrate(postgres.adminUrl);
  service = await startService({ postgres, worker: false });
});

afterAll(async () => {
  await signal('SIGCONT');
  await service.close();
  await postgres.stop(10_000);
  await rm(scratch, { recursive: true, force: true });
});

describe('While the database hangs', () => {
  it(
    'every request ends with 503 and Retry-After, and the service recovers with the database',
    { timeout: 180_000 },
    async () => {
      const { id, ledger_ref: ref } = await service.startRun('kyc');
      const requests: readonly (readonly [string, string, unknown?])[] = [
        ['GET', `/v1/workforce/runs/${id}`],
        ['GET', '/v1/workforce/runs'],
        ['GET', `/v1/workforce/runs/${id}/ledger`],
        ['GET', `/v1/govern/ledger/${ref}`],
        ['GET', '/v1/govern/verify'],
        ['GET', '/v1/govern/verify?since=checkpoint'],
        ['GET', '/v1/govern/export'],
        ['GET', '/v1/govern/keys'],
        ['GET', '/v1/govern/checkpoints/latest'],
        ['GET', '/v1/govern/consistency?from=1'],
        ['POST', '/v1/govern/scan', { text: 'nothing' }],
        ['POST', '/v1/workforce/verticals/it/runs', {}],
        ['POST', `/v1/workforce/runs/${id}/cancel`],
        ['GET', '/readyz'],
      ];
      // Fills the pool before the server stops, so that not only new connections but also statements hang.
      await Promise.all(
        requests.map(async ([method, path, body]) => (await service.request(method, path, body)).text()),
      );

      await signal('SIGSTOP');
      const answers = await Promise.all(
        requests.map(async ([method, path, body]) => {
          const response = await service.request(method, path, body);
          await response.text();
          return [method, path, response.status, response.headers.get('retry-after')];
        }),
      );
      expect(answers).toEqual(requests.map(([method, path]) => [method, path, 503, '2']));
      expect((await service.request('GET', '/healthz')).status).toBe(200);

      await signal('SIGCONT');
      const isBack = async () => (await service.request('GET', `/v1/workforce/runs/${id}`)).status;
      await expect.poll(isBack, { timeout: 30_000 }).toBe(200);
      expect(await service.verify()).toMatchObject({ ok: true });
    },
  );

  it('a verification in progress also ends with 503', { timeout: 180_000 }, async () => {
    // Replaces the verifier with one that sleeps for as long as it takes to verify a long chain.
    await service.admin(`CREATE OR REPLACE FUNCTION verify_agent_ledger(team_id text, from_seq bigint DEFAULT 0, from_hash bytea DEFAULT NULL)
      RETURNS TABLE (ok boolean, checked bigint, first_broken bigint, reason text) LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_sleep(600); END'`);
    const asked = service.request('GET', '/v1/govern/verify');
    await expect.poll(atWork).toMatch(/pramaan.* SELECT/);
    await signal('SIGSTOP');
    const { status, headers } = await asked;
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    await signal('SIGCONT');
  });
});
