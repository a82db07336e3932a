import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { expect, inject, it, onTestFinished } from 'vitest';
import { freshDatabase } from '../helpers/database.ts';
import { scratchFolder } from '../provision/scratch.ts';
import { pramaan } from './run.ts';

interface Report {
  readonly ok: boolean;
  readonly findings: readonly { readonly name: string; readonly state: string; readonly meaning: string }[];
}

it('doctor finds the database and the Temporal server that the environment names', async () => {
  const env = {
    PRAMAAN_DATA_DIR: await scratchFolder(),
    DATABASE_URL: inject('postgresUrl'),
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    PORT: '0',
  };
  const ran = await pramaan(env, 'doctor', '--json');
  const { ok, findings } = JSON.parse(ran.stdout) as Report;
  expect(ran.code).toBe(0);
  expect(ok).toBe(true);
  const states = Object.fromEntries(findings.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({
    Node: 'ok',
    'database answers': 'ok',
    'Temporal answers': 'ok',
    clock: 'ok',
  });
});

it('doctor exits with 1 and names the problem that prevents a start', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const env = {
    PRAMAAN_DATA_DIR: await scratchFolder(),
    PORT: String(port),
    POSTGRES_PORT: '0',
    TEMPORAL_PORT: '0',
  };
  const ran = await pramaan({ ...env, TEMPORAL_UI_PORT: '0' }, 'doctor', '--json');
  expect(ran.code).toBe(1);
  const { findings } = JSON.parse(ran.stdout) as Report;
  expect(findings.find(({ name }) => name === 'ports')).toMatchObject({
    state: 'wrong',
    meaning: expect.stringContaining(`(pid ${process.pid}): set PORT`),
  });
});

it('doctor queries the configured container engine, and the check still passes without one', async () => {
  const env = {
    PRAMAAN_DATA_DIR: await scratchFolder(),
    DATABASE_URL: inject('postgresUrl'),
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    PORT: '0',
  };
  const ask = async (host: string) => {
    const ran = await pramaan({ ...env, DOCKER_HOST: host }, 'doctor', '--json');
    const { findings } = JSON.parse(ran.stdout) as Report;
    return [ran.code, findings.find(({ name }) => name === 'container engine')?.state];
  };
  expect(await ask(inject('dockerHost'))).toEqual([0, 'ok']);
  expect(await ask('unix:///nowhere/docker.sock')).toEqual([0, 'note']);
});

it('a support bundle says how an installation is, and holds no personal data and no secret', async () => {
  const folder = await scratchFolder();
  const { pool, url } = await freshDatabase();
  const planted = ['meera-sample', 'ABCPK1234L', '9876543210', 'meera@example.in', 'planted-token'];
  await pool.query("INSERT INTO teams (id, name) VALUES ('team_a', 'meera-sample')");
  await pool.query(
    `INSERT INTO tickets (team_id, vertical, ticket_key, ticket_id, run_id, category, subject, status, decision, reasons, trail)
     VALUES ('team_a', 'it', 'k', 't1', 'run_1', 'other', $1, 'closed', 'resolved', '[]', '[]')`,
    [planted.join(' ')],
  );
  await mkdir(join(folder, 'log'));
  const line = {
    level: 'error',
    time: new Date().toISOString(),
    name: 'worker',
    msg: planted.slice(1, 4).join(' '),
  };
  await writeFile(join(folder, 'log', 'worker.log'), `${JSON.stringify(line)}\n`);
  const out = join(folder, 'bundle.json');
  const env = { PRAMAAN_DATA_DIR: folder, DATABASE_URL: url, METRICS_TOKEN: 'planted-token' };
  expect(await pramaan(env, 'support-bundle', '--out', out)).toMatchObject({ code: 0 });
  const text = await readFile(out, 'utf8');
  for (const one of [...planted, new URL(url).password]) expect(text).not.toContain(one);
  expect(JSON.parse(text)).toMatchObject({
    versions: { pramaan: expect.any(String), node: process.versions.node },
    settings: { DATABASE_URL: '(set)', METRICS_TOKEN: '(set)' },
    health: { error: 'no service is known here' },
    database: {
      server: { version: expect.stringMatching(/^18/), is_standby: false },
      migrations: { missing: [] },
      runs: { runs: [] },
      webhooks: { pending: 0 },
    },
    logs: [{ file: 'worker.log', left_out: 0 }],
  });
  expect(await pramaan(env, 'support-bundle', '--out', out)).toMatchObject({ code: 2 });
});
