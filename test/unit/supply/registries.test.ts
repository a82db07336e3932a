import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditPackages } from '../../../scripts/lib/supply/audit.ts';
import { pinReference, readReference } from '../../../scripts/lib/supply/digest.ts';

const DIGEST = `sha256:${'a1'.repeat(32)}`;
const ADVISORY = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Made-up prototype pollution',
  severity: 'high',
  vulnerable_versions: '<2.0.0',
  cwe: [],
  cvss: { score: 7.5, vectorString: '' },
};
const PACKAGE = {
  name: 'made-up',
  'dist-tags': { latest: '1.0.0' },
  versions: { '1.0.0': { name: 'made-up', version: '1.0.0', dist: { tarball: 'https://none.example/' } } },
};
/** What the npm registry answers: advisories, or a status without them. */
let advisories: Readonly<Record<string, unknown>> | number = {};
let folder: string;
let host: string;

const server = createServer((request, response) => {
  const { url = '' } = request;
  if (url.startsWith('/token'))
    response.end(JSON.stringify({ token: url.includes('pull') ? 't1' : 'other' }));
  else if (url.startsWith('/v2/')) {
    const isKnown = url === '/v2/library/postgres/manifests/18';
    const challenge = `Bearer realm="http://${host}/token",service="made-up",scope="repository:postgres:pull"`;
    if (request.headers.authorization !== 'Bearer t1')
      response.writeHead(401, { 'www-authenticate': challenge });
    else if (isKnown) response.setHeader('docker-content-digest', DIGEST);
    else response.statusCode = 404;
    response.end();
  } else if (url === '/made-up') response.end(JSON.stringify(PACKAGE));
  else if (typeof advisories === 'number') response.writeHead(advisories).end('{}');
  else response.setHeader('content-type', 'application/json').end(JSON.stringify(advisories));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'pramaan-audit-'));
  const dependencies = { 'made-up': '1.0.0' };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'a', version: '1.0.0', dependencies }),
  );
  const packages = {
    '': { name: 'a', version: '1.0.0', dependencies },
    'node_modules/made-up': { version: '1.0.0' },
  };
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const audit = async (level = 'high') => {
  const settings = { npm_config_registry: `http://${host}/`, npm_config_fetch_retries: '0' };
  return auditPackages(folder, level, {
    ...process.env,
    ...settings,
    npm_config_cache: join(folder, 'cache'),
  });
};

// npm itself takes seconds to start.
const SLOW = 120_000;

it('npm’s audit passes without advisories, and fails with one of the level', { timeout: SLOW }, async () => {
  advisories = {};
  expect(await audit()).toEqual({ state: 'clean' });
  advisories = { 'made-up': [ADVISORY] };
  expect(await audit()).toEqual({
    state: 'vulnerable',
    lines: [expect.stringMatching(/^made-up .*\(high\): Made-up prototype pollution$/)],
  });
  expect(await audit('critical')).toEqual({ state: 'clean' });
});

it(
  'a registry that serves no advisories is not taken for one without vulnerabilities',
  { timeout: SLOW },
  async () => {
    advisories = 405;
    expect(await audit()).toMatchObject({ state: 'unanswered', reason: expect.stringContaining('405') });
  },
);

it('an image is named by the digest that the registry gives for its tag, after it asked for a token', async () => {
  const reference = `${host}/library/postgres:18`;
  expect(await pinReference(reference)).toBe(`${reference}@${DIGEST}`);
  expect(await pinReference(`postgres@${DIGEST}`)).toBe(`postgres@${DIGEST}`);
  await expect(pinReference(`${host}/library/postgres:9`)).rejects.toThrow('answered 404');
});

it('a reference without a registry is one of Docker Hub', () => {
  expect(readReference('postgres:18')).toEqual({
    registry: 'registry-1.docker.io',
    name: 'library/postgres',
    tag: '18',
  });
  expect(readReference('registry.bank.example:5000/a/b')).toEqual({
    registry: 'registry.bank.example:5000',
    name: 'a/b',
    tag: 'latest',
  });
});
