import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { checkTemporalServer } from '../../src/cli/checks/running.ts';
import { temporalTroubleIn } from '../../src/temporal/trouble.ts';
import { type Authority, createAuthority, type Issued } from '../helpers/certificates.ts';
import { type TemporalGateway, startTemporalGateway } from '../helpers/temporal-gateway.ts';
import { startStuckWorker } from '../helpers/process.ts';
import type { Environment } from '../helpers/service.ts';
import { bootService } from '../helpers/use-service.ts';

const API_KEY = 'made-up-engine-key';
const SERVER_NAME = 'engine.test';

let scratch: string;
let [authority, stranger]: Authority[] = [];
let [server, client, foreign]: Issued[] = [];
let gateway: TemporalGateway;
/** Settings that work. */
let good: Environment;

beforeAll(async () => {
  scratch = inject('scratch');
  authority = await createAuthority(scratch, 'authority');
  stranger = await createAuthority(scratch, 'stranger');
  server = await authority.issue('server', `DNS:${SERVER_NAME}`);
  client = await authority.issue('client', 'DNS:client.test');
  foreign = await stranger.issue('foreign', 'DNS:client.test');
  gateway = await startTemporalGateway({
    address: inject('temporalAddress'),
    server,
    clients: authority,
    apiKey: API_KEY,
  });
  await writeFile(join(scratch, 'engine-key'), `${API_KEY}\n`);
  good = {
    TEMPORAL_ADDRESS: `127.0.0.1:${gateway.port}`,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: authority.certPath,
    TEMPORAL_TLS_CLIENT_CERT_PATH: client.certPath,
    TEMPORAL_TLS_CLIENT_KEY_PATH: client.keyPath,
    TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
    TEMPORAL_API_KEY: API_KEY,
  };
});
afterAll(async () => gateway.close());

describe('A Temporal server behind TLS, client certificates and API keys', () => {
  it('the API, the worker, the probe and the doctor can use the server', async () => {
    const service = await bootService(onTestFinished, { env: good });
    const { id } = await service.startRun('kyc');
    expect(await service.finished(id)).toMatchObject({ status: 'succeeded' });
    expect(gateway.calls()).toBeGreaterThan(10);
    const env = { PATH: process.env['PATH'], ...service.env };
    await promisify(execFile)(process.execPath, ['src/cli/probe.ts', 'worker'], { env });
    const address = good['TEMPORAL_ADDRESS']!;
    expect(await checkTemporalServer(address, { env, isUp: true })).toMatchObject({ state: 'ok' });
    expect(await checkTemporalServer(address, { env: {}, isUp: true })).toMatchObject({ state: 'wrong' });
  });

  it('the service accepts certificates from the environment and the key from a file', async () => {
    const { TEMPORAL_API_KEY: _, ...rest } = good;
    const inline = {
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: '',
      TEMPORAL_TLS_SERVER_CA_CERT_DATA: authority!.cert.toString(),
      TEMPORAL_TLS_CLIENT_CERT_PATH: '',
      TEMPORAL_TLS_CLIENT_CERT_DATA: client!.cert.toString(),
      TEMPORAL_TLS_CLIENT_KEY_PATH: '',
      TEMPORAL_TLS_CLIENT_KEY_DATA: client!.key.toString(),
      TEMPORAL_API_KEY_FILE: join(scratch, 'engine-key'),
    };
    expect(await temporalTroubleIn({ ...rest, ...inline })).toBeUndefined();
  });

  it.for<[string, () => Environment, RegExp]>([
    [
      'an authority that did not sign its certificate',
      () => ({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: stranger!.certPath }),
      /not signed by the authority in TEMPORAL_TLS_SERVER_CA_CERT_PATH/,
    ],
    [
      'no authority of its own',
      () => ({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: '' }),
      /not signed by the authority/,
    ],
    ['a wrong server name', () => ({ TEMPORAL_TLS_SERVER_NAME: 'other.test' }), /TEMPORAL_TLS_SERVER_NAME/],
    ['no server name', () => ({ TEMPORAL_TLS_SERVER_NAME: '' }), /TEMPORAL_TLS_SERVER_NAME/],
    [
      'no client certificate',
      () => ({ TEMPORAL_TLS_CLIENT_CERT_PATH: '', TEMPORAL_TLS_CLIENT_KEY_PATH: '' }),
      /requires a client certificate/,
    ],
    [
      'a client certificate from an unknown authority',
      () => ({
        TEMPORAL_TLS_CLIENT_CERT_PATH: foreign!.certPath,
        TEMPORAL_TLS_CLIENT_KEY_PATH: foreign!.keyPath,
      }),
      /rejects the certificate in TEMPORAL_TLS_CLIENT_CERT_PATH/,
    ],
    [
      'another certificate’s key',
      () => ({ TEMPORAL_TLS_CLIENT_KEY_PATH: foreign!.keyPath }),
      /does not belong to the client certificate/,
    ],
    [
      'half a client certificate',
      () => ({ TEMPORAL_TLS_CLIENT_KEY_PATH: '' }),
      /TEMPORAL_TLS_CLIENT_KEY_PATH: expected a client certificate and its key/,
    ],
    ['a wrong API key', () => ({ TEMPORAL_API_KEY: 'wrong-key' }), /rejects the key in TEMPORAL_API_KEY/],
    ['no API key', () => ({ TEMPORAL_API_KEY: '' }), /requires an API key/],
    ['TLS turned off', () => ({ TEMPORAL_TLS: 'false' }), /TEMPORAL_TLS: expected true/],
    [
      'a missing file',
      () => ({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/nowhere/ca.pem' }),
      /TEMPORAL_TLS_SERVER_CA_CERT_PATH: the file cannot be read \(ENOENT\)/,
    ],
    [
      'a file that is not a certificate',
      () => ({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: join(scratch, 'engine-key') }),
      /TEMPORAL_TLS_SERVER_CA_CERT_PATH: expected PEM/,
    ],
    [
      'both a value and a file',
      () => ({ TEMPORAL_API_KEY_FILE: join(scratch, 'engine-key') }),
      /TEMPORAL_API_KEY_FILE: expected this or TEMPORAL_API_KEY, not both/,
    ],
    [
      'an unknown namespace',
      () => ({ TEMPORAL_NAMESPACE: 'elsewhere' }),
      /no namespace with the name in TEMPORAL_NAMESPACE/,
    ],
    [
      'a Temporal server without TLS',
      () => ({ TEMPORAL_ADDRESS: inject('temporalAddress') }),
      /does not speak TLS: unset TEMPORAL_TLS/,
    ],
    ['an address where nothing listens', () => ({ TEMPORAL_ADDRESS: '127.0.0.1:1' }), /nothing responds/],
  ])('the check names the setting at fault for %s without quoting its value', async ([, wrong, words]) => {
    const said = await temporalTroubleIn({ ...good, ...wrong() });
    expect(said).toMatch(words);
    expect(said).not.toMatch(/wrong-key|made-up|nowhere/);
  });

  it('the check says that TLS is required when none of the settings is given', async () => {
    const said = await temporalTroubleIn({ TEMPORAL_ADDRESS: good['TEMPORAL_ADDRESS']! });
    expect(said).toMatch(/requires TLS: set TEMPORAL_TLS/);
  });

  it.for<[string, Environment, string]>([
    ['a wrong key', { TEMPORAL_API_KEY: 'wrong-key' }, 'it rejects the key in TEMPORAL_API_KEY'],
    [
      'no client certificate',
      { TEMPORAL_TLS_CLIENT_CERT_PATH: '', TEMPORAL_TLS_CLIENT_KEY_PATH: '' },
      'it requires a client certificate',
    ],
  ])('a worker with %s waits and says why', async ([, wrong, words]) => {
    const service = await bootService(onTestFinished, { worker: false, env: good });
    const worker = await startStuckWorker({ ...service.env, WORKER_ROLES: 'steps', ...wrong });
    expect(worker.output()).toContain(`Temporal cannot be used yet: ${words}`);
    await worker.kill('SIGKILL');
  });
});
