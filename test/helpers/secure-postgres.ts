import { chmod, chown, copyFile, mkdtemp, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../src/provision/postgres.ts';
import type { Authority, Issued } from './certificates.ts';

export interface SecurePostgres {
  readonly port: number;
  /** Connection URLs without settings for TLS, for the host `localhost`. */
  readonly url: string;
  readonly adminUrl: string;
  readonly stop: () => Promise<void>;
}

const named = (url: string): string => url.replace('@127.0.0.1:', '@localhost:');

/**
 * Starts a Postgres server that accepts only TLS connections, and requires a client certificate for the
 * service's login.
 * @param clients the authority whose certificates that login needs
 */
export const startSecurePostgres = async (
  parent: string,
  server: Issued,
  clients: Authority,
): Promise<SecurePostgres> => {
  const dataDir = join(await mkdtemp(join(parent, 'secure-')), 'postgres');
  const postgres = await startPostgres({ dataDir });
  const { uid, gid } = await stat(dataDir);
  const files = [
    [server.certPath, 'server.pem'],
    [server.keyPath, 'server.key'],
    [clients.certPath, 'clients.pem'],
  ] as const;
  for (const [from, name] of files) {
    await copyFile(from, join(dataDir, name));
    await chown(join(dataDir, name), uid, gid);
    await chmod(join(dataDir, name), 0o600);
  }
  await writeFile(
    join(dataDir, 'pg_hba.conf'),
    [
      'hostssl all pramaan_service 127.0.0.1/32 scram-sha-256 clientcert=verify-ca',
      'hostssl all all 127.0.0.1/32 scram-sha-256',
    ].join('\n'),
  );
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  for (const [name, value] of [
    ['ssl_cert_file', 'server.pem'],
    ['ssl_key_file', 'server.key'],
    ['ssl_ca_file', 'clients.pem'],
    ['ssl', 'on'],
  ])
    await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  return {
    port: postgres.port,
    url: named(postgres.url),
    adminUrl: named(postgres.adminUrl),
    stop: async () => postgres.stop(10_000),
  };
};
