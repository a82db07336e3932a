import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { checkDatabase } from '../../src/cli/checks/running.ts';
import { migrate } from '../../src/store/db/migrate.ts';
import { createAuthority, type Authority, type Issued } from '../helpers/certificates.ts';
import { startSecurePostgres, type SecurePostgres } from '../helpers/secure-postgres.ts';
import { bootService } from '../helpers/use-service.ts';

let [authority, stranger]: Authority[] = [];
let [client, foreign]: Issued[] = [];
let postgres: SecurePostgres;

/** Adds settings for TLS to a connection URL. */
const secured = (url: string, settings: Readonly<Record<string, string>>): string =>
  `${url}?${new URLSearchParams(settings).toString()}`;

const trusting = (ca: Authority) => ({ sslmode: 'verify-full', sslrootcert: ca.certPath });
const identifiedBy = ({ certPath, keyPath }: Issued) => ({ sslcert: certPath, sslkey: keyPath });

beforeAll(async () => {
  const scratch = inject('scratch');
  authority = await createAuthority(scratch, 'database authority');
  stranger = await createAuthority(scratch, 'another authority');
  const server = await authority.issue('postgres', 'DNS:localhost');
  client = await authority.issue('service', 'DNS:service.test');
  foreign = await stranger.issue('foreign', 'DNS:service.test');
  postgres = await startSecurePostgres(scratch, server, authority);
  // The server reads its new settings a moment after it has been told to.
  await vi.waitUntil(
    async () => (await checkDatabase(secured(postgres.adminUrl, trusting(authority!)), true)).state === 'ok',
    { timeout: 30_000 },
  );
});
afterAll(async () => postgres.stop());

describe('A Postgres server that requires TLS and client certificates', () => {
  it('the tables are made, a run ends and a key is issued over verified connections', async () => {
    const adminUrl = secured(postgres.adminUrl, trusting(authority!));
    const url = secured(postgres.url, { ...trusting(authority!), ...identifiedBy(client!) });
    await migrate(adminUrl);
    const service = await bootService(onTestFinished, { postgres: { url, adminUrl } });
    const { id } = await service.startRun('kyc');
    expect(await service.finished(id)).toMatchObject({ status: 'succeeded' });
    await service.admin(`DO $$ BEGIN
      ASSERT (SELECT count(*) > 0 AND bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE usename = 'pramaan_service'), 'a connection is not encrypted';
    END $$`);
    const env = { PATH: process.env['PATH'], DATABASE_URL: url };
    const command = ['src/cli/main.ts', 'keys', 'create', '--team', 'acme', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env });
    expect(JSON.parse(stdout)).toMatchObject({ key: expect.any(String) });
  });

  it.for<[string, () => string, RegExp]>([
    [
      'an authority that did not sign the server’s certificate',
      () => secured(postgres.url, { ...trusting(stranger!), ...identifiedBy(client!) }),
      /unable to verify|self-signed certificate|unable to get/,
    ],
    [
      'a host that the certificate does not name',
      () => secured(postgres.url, trusting(authority!)).replace('@localhost:', '@127.0.0.1:'),
      /does not match certificate/,
    ],
    ['no TLS', () => postgres.url, /no encryption/],
    [
      'no client certificate',
      () => secured(postgres.url, trusting(authority!)),
      /requires a valid client certificate/,
    ],
    [
      'a client certificate from another authority',
      () => secured(postgres.url, { ...trusting(authority!), ...identifiedBy(foreign!) }),
      /unknown ca|certificate verify failed|reset|terminated/i,
    ],
  ])('a connection with %s is refused, and doctor says why', async ([, url, words]) => {
    expect(await checkDatabase(url(), true)).toMatchObject({
      state: 'wrong',
      meaning: expect.stringMatching(words),
    });
  });
});
