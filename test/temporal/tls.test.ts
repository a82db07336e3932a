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
/** The settings that are right. */
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

describe('An engine behind TLS, client certificates and API keys', () => {
  it('serves the API, the worker, the probe and the doctor', async () => {
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

  it('is found with certificates in the environment and the key in a file', async () => {
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
      /not signed by the authority of TEMPORAL_TLS_SERVER_CA_CERT_PATH/,
    ],
    [
      'no authority of its own',
      () => ({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: '' }),
      /not signed by the authority/,
    ],
    ['another name', () => ({ TEMPORAL_TLS_SERVER_NAME: 'other.test' }), /TEMPORAL_TLS_SERVER_NAME/],
    ['no name', () => ({ TEMPORAL_TLS_SERVER_NAME: '' }), /TEMPORAL_TLS_SERVER_NAME/],
    [
      'no client certificate',
      () => ({ TEMPORAL_TLS_CLIENT_CERT_PATH: '', TEMPORAL_TLS_CLIENT_KEY_PATH: '' }),
      /asks for a client certificate/,
    ],
    [
      'a client certificate of a stranger',
      () => ({
        TEMPORAL_TLS_CLIENT_CERT_PATH: foreign!.certPath,
        TEMPORAL_TLS_CLIENT_KEY_PATH: foreign!.keyPath,
      }),
      /refuses the certificate of TEMPORAL_TLS_CLIENT_CERT_PATH/,
    ],
    [
      'the key of another certificate',
      () => ({ TEMPORAL_TLS_CLIENT_KEY_PATH: foreign!.keyPath }),
      /not the key of the client certificate/,
    ],
    [
      'half a client certificate',
      () => ({ TEMPORAL_TLS_CLIENT_KEY_PATH: '' }),
      /TEMPORAL_TLS_CLIENT_KEY_PATH: expected a client certificate and its key/,
    ],
    [
      'another API key',
      () => ({ TEMPORAL_API_KEY: 'wrong-key' }),
      /does not take the key of TEMPORAL_API_KEY/,
    ],
    ['no API key', () => ({ TEMPORAL_API_KEY: '' }), /asks for an API key/],
    ['TLS turned off', () => ({ TEMPORAL_TLS: 'false' }), /TEMPORAL_TLS: expected true/],
    [
      'a file that is not there',
      () => ({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/nowhere/ca.pem' }),
      /TEMPORAL_TLS_SERVER_CA_CERT_PATH: the file cannot be read \(ENOENT\)/,
    ],
    [
      'a file that holds something else',
      () => ({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: join(scratch, 'engine-key') }),
      /TEMPORAL_TLS_SERVER_CA_CERT_PATH: expected PEM/,
    ],
    [
      'a value and a file of the same',
      () => ({ TEMPORAL_API_KEY_FILE: join(scratch, 'engine-key') }),
      /TEMPORAL_API_KEY_FILE: expected this or TEMPORAL_API_KEY, not both/,
    ],
    [
      'another namespace',
      () => ({ TEMPORAL_NAMESPACE: 'elsewhere' }),
      /no namespace of the name in TEMPORAL_NAMESPACE/,
    ],
    [
      'an engine without TLS',
      () => ({ TEMPORAL_ADDRESS: inject('temporalAddress') }),
      /does not speak TLS: unset TEMPORAL_TLS/,
    ],
    ['nobody at the address', () => ({ TEMPORAL_ADDRESS: '127.0.0.1:1' }), /nobody answers/],
  ])('with %s is named by the setting, and no value is quoted', async ([, wrong, words]) => {
    const said = await temporalTroubleIn({ ...good, ...wrong() });
    expect(said).toMatch(words);
    expect(said).not.toMatch(/wrong-key|made-up|nowhere/);
  });

  it('without any of the settings is said to want TLS', async () => {
    const said = await temporalTroubleIn({ TEMPORAL_ADDRESS: good['TEMPORAL_ADDRESS']! });
    expect(said).toMatch(/wants TLS: set TEMPORAL_TLS/);
  });

  it.for<[string, Environment, string]>([
    ['a wrong key', { TEMPORAL_API_KEY: 'wrong-key' }, 'it does not take the key of TEMPORAL_API_KEY'],
    [
      'no client certificate',
      { TEMPORAL_TLS_CLIENT_CERT_PATH: '', TEMPORAL_TLS_CLIENT_KEY_PATH: '' },
      'it asks for a client certificate',
    ],
  ])('makes a worker with %s wait and say why', async ([, wrong, words]) => {
    const service = await bootService(onTestFinished, { worker: false, env: good });
    const worker = await startStuckWorker({ ...service.env, WORKER_ROLES: 'steps', ...wrong });
    expect(worker.output()).toContain(`the engine cannot be used yet: ${words}`);
    await worker.kill('SIGKILL');
  });
});
