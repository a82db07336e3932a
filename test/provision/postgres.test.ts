import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '../../src/provision/postgres.ts';
import type { Postgres } from '../../src/provision/postgres.ts';
import { scratchFolder } from './scratch.ts';

const passwords = { admin: 'admin-password-of-a-test', service: 'service-password-of-a-test' };

const start = async (folder: string): Promise<Postgres> => {
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), passwords });
  onTestFinished(async () => postgres.stop(10_000));
  return postgres;
};

const query = async (url: string, text: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

it('Postgres finds its data again after a stop', async () => {
  const folder = await scratchFolder();
  const first = await start(folder);
  await query(first.adminUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop(10_000);
  const second = await start(folder);
  expect(await query(second.adminUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

it('Postgres recovers all committed data in the same folder after kill -9', async () => {
  const folder = await scratchFolder();
  const first = await start(folder);
  await query(first.adminUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  const second = await start(folder);
  expect(await query(second.adminUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

it('Postgres starts despite another process’s pid file and leaves that process alone', async () => {
  const folder = await scratchFolder();
  const first = await start(folder);
  await first.stop(10_000);
  const pidFile = join(folder, 'postgres/postmaster.pid');
  await writeFile(pidFile, `${process.ppid}\n${join(folder, 'postgres')}\n1\n5432\n\n127.0.0.1\n`);
  const second = await start(folder);
  expect(await readFile(pidFile, 'utf8')).toMatch(new RegExp(`^${second.pid}\n`));
  expect(process.kill(process.ppid, 0)).toBe(true);
});

it('Postgres starts when a killed start left a server running on its data folder', async () => {
  const folder = await scratchFolder();
  const orphan = await start(folder);
  const second = await start(folder);
  expect(await orphan.exited).toEqual({ code: 0, signal: null });
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('the service’s login may act as pramaan_app and has no other rights', async () => {
  const { url } = await start(await scratchFolder());
  const roles = await query(
    url,
    'SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user',
  );
  expect(roles).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
  expect(await query(url, 'SET ROLE pramaan_app')).toEqual([]);
  await expect(query(url, 'SET ROLE postgres')).rejects.toThrow('permission denied');
});

it('Postgres tells the administrator how to proceed when the passwords do not match the folder', async () => {
  const folder = await scratchFolder();
  await (await start(folder)).stop(10_000);
  const other = { ...passwords, admin: 'another-password-of-a-test' };
  await expect(startPostgres({ dataDir: join(folder, 'postgres'), passwords: other })).rejects.toMatchObject({
    message: expect.stringContaining('rejects the password'),
    remedy: expect.stringContaining('Restore the secrets.json'),
  });
});

it('Postgres keeps values out of its log when a statement fails', async () => {
  const folder = await scratchFolder();
  const { adminUrl } = await start(folder);
  await query(adminUrl, 'CREATE TABLE people (name text PRIMARY KEY)');
  await query(adminUrl, "INSERT INTO people VALUES ('Planted Name')");
  await expect(query(adminUrl, "INSERT INTO people VALUES ('Planted Name')")).rejects.toThrow(
    'duplicate key',
  );
  const log = await readFile(join(folder, 'postgres.log'), 'utf8');
  expect(log).toContain('duplicate key');
  expect(log).not.toContain('Planted');
});
