import pg from 'pg';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { operations } from '../../src/contract/operations/index.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startTestApi({ PUBLIC_BASE_URL: 'https://pramaan.example/' });
  ({ key } = await api.newTeam(['runs:write', 'runs:read', 'ledger:read', 'admin', 'codec']));
});

/** Writes bytes to the socket and returns everything that the server sends back. */
const speak = async (text: string): Promise<string> => {
  const { hostname, port } = new URL(api.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk.toString('latin1')));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('close', () => resolve());
  socket.on('error', reject);
  socket.write(text);
  await promise;
  return heard;
};

describe('An unknown path', () => {
  it.each([
    '/v1',
    '/v1/workforce/verticals/',
    '/V1/workforce/verticals',
    '//v1/workforce/verticals',
    '/v1/%zz',
    '/.env',
    '/v1/nowhere',
  ])('the API returns 404 with a problem for %s', async (path) => {
    const answer = await api.send('GET', path, { key });
    expect(problemOf(answer)).toBe('not-found');
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('A method that a path does not support', () => {
  const paths = [...new Set(operations.map(({ path }) => path))];

  it.each(paths)('the API returns 405 with Allow for %s', async (template) => {
    const path = template.replace('/{id}/runs', '/kyc/runs').replaceAll(/\{\w+\}/g, 'run_0');
    // A path such as `…/export` is also the path of a record with that key.
    const allowed = operations
      .filter(({ path: own }) => new RegExp(`^${own.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
      .map(({ method }) => method.toUpperCase());
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (name) => !allowed.includes(name),
    )) {
      const answer = await api.send(method, path, { key });
      expect(problemOf(answer)).toBe('method-not-allowed');
      expect(answer.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(allowed));
    }
  });

  it('the API returns 405 for TRACE, which fetch cannot send', async () => {
    const heard = await speak('TRACE /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(heard).toMatch(/^HTTP\/1\.1 405 /);
    expect(heard).toMatch(/Allow: HEAD, GET\r\n/);
  });

  it('the API handles HEAD like GET without a body', async () => {
    const answer = await api.send<string>('HEAD', '/v1/workforce/verticals');
    expect([answer.status, answer.body]).toEqual([200, '']);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(1_000);
  });
});

describe('X-Request-Id', () => {
  it('the API mints an id and repeats it in the problem and the log', async () => {
    const answer = await api.send('GET', '/nowhere');
    const id = answer.headers.get('x-request-id');
    expect(id).toMatch(/^req_[0-9a-f]{32}$/);
    expect(answer.body['request_id']).toBe(id);
    expect(
      api.logs.lines().some((line) => line['request_id'] === id && line['error_code'] === 'not-found'),
    ).toBe(true);
  });

  it('the API keeps the caller’s id when it is valid', async () => {
    const headers = { 'x-request-id': 'my-request_01' };
    expect((await api.send('GET', '/healthz', { headers })).headers.get('x-request-id')).toBe(
      'my-request_01',
    );
  });

  it.each(['req_01a21f6b921f78588f8d5e3951234567', '01234567-8901-4345-9789-012345678901'])(
    'the API keeps the caller’s id %s, whose digits are not an identifier',
    async (given) => {
      const answer = await api.send('GET', '/healthz', { headers: { 'x-request-id': given } });
      expect(answer.headers.get('x-request-id')).toBe(given);
    },
  );

  it.each([
    'short',
    'x'.repeat(65),
    'has space in it',
    'quote"quote"',
    '<script>alert(1)',
    '234567891238',
    'for-2345-6789-1239',
    'ABCPK1234L',
    'claim_ABCPK1234L_x',
    '9876543210',
  ])('the API replaces the caller’s id %s', async (given) => {
    const answer = await api.send('GET', '/healthz', { headers: { 'x-request-id': given } });
    expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
  });
});

describe('Line breaks in requests', () => {
  it('line breaks never reach a header or a log line', async () => {
    const answer = await api.send('POST', '/v1/workforce/verticals/kyc/runs', {
      key,
      body: { case: { id: 'x\r\nSet-Cookie: x=1' } },
    });
    expect(answer.status).toBe(202);
    expect(answer.headers.has('set-cookie')).toBe(false);
    await api.send('GET', '/v1/govern/ledger/wf-x%0d%0aSet-Cookie:%20x=1', { key });
    for (const line of api.logs.lines()) expect(JSON.stringify(line)).not.toContain('Set-Cookie');
  });

  it('a line break in a header gets a 400 before our code sees it', async () => {
    const heard = await speak(
      'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: abcdefgh\rSet-Cookie: x=1\r\n\r\n',
    );
    expect(heard).toMatch(/^HTTP\/1\.1 400 /);
    expect(heard).toContain('"urn:pramaan:problem:malformed-request"');
    expect(heard).not.toMatch(/^Set-Cookie/im);
  });
});

describe('Addresses in responses', () => {
  it('addresses come from the settings, whatever the Host header says', async () => {
    const post = [
      'POST /v1/workforce/verticals/kyc/runs HTTP/1.1',
      'Host: evil.example:fake@legit.example',
      'X-Forwarded-Host: evil.example',
      `Authorization: Bearer ${key}`,
      'Content-Length: 0',
      'Connection: close',
      '',
      '',
    ];
    const heard = await speak(post.join('\r\n'));
    expect(heard).toMatch(/^HTTP\/1\.1 202 /);
    expect(heard).toMatch(/^Location: https:\/\/pramaan\.example\/v1\/workforce\/runs\/run_/m);
    expect(heard).not.toContain('evil');
    const document = await api.send('GET', '/v1/openapi.json');
    expect(document.body['servers']).toEqual([{ url: 'https://pramaan.example' }]);
  });
});

describe('Requests that are not HTTP', () => {
  it.each([
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400, 'malformed-request'],
    [
      'headers of 20 KiB',
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
    [
      'two lengths',
      'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'malformed-request',
    ],
    [
      'a length together with chunks',
      'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed-request',
    ],
  ])('the API responds to %s with a problem and closes the connection', async (_name, text, status, code) => {
    const heard = await speak(text);
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(heard).toContain('Content-Type: application/problem+json');
    expect(heard).toMatch(/X-Request-Id: req_/);
    expect(heard).toContain(`"urn:pramaan:problem:${code}"`);
  });
});

describe('Every response', () => {
  it('every response forbids browsers from storing, sniffing, framing or sharing it', async () => {
    for (const path of ['/v1/workforce/runs', '/nowhere', '/healthz']) {
      const { headers } = await api.send('GET', path, { key });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(headers.has('access-control-allow-origin')).toBe(false);
      expect(headers.has('x-powered-by')).toBe(false);
    }
  });

  it('public routes return the same response with no key, a bad key and a good key', async () => {
    for (const path of ['/v1/workforce/verticals', '/v1/workforce/openapi.json', '/v1/openapi.json']) {
      const [none, bad, good] = await Promise.all([
        api.send('GET', path),
        api.send('GET', path, { key: 'pmn_live_nonsense' }),
        api.send('GET', path, { key }),
      ]);
      expect(none.status).toBe(200);
      expect(bad.body).toEqual(none.body);
      expect(good.body).toEqual(none.body);
    }
  });
});

describe('An internal error', () => {
  it('the API returns 500 without details and logs a masked stack', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    query.mockImplementation(() => {
      throw new Error('boom at 2345 6789 1238');
    });
    try {
      const answer = await api.send('GET', '/v1/workforce/runs', { key });
      expect(problemOf(answer)).toBe('internal');
      expect(JSON.stringify(answer.body)).not.toContain('boom');
    } finally {
      query.mockRestore();
    }
    const line = api.logs.lines().find(({ msg }) => msg === 'request failed');
    expect(JSON.stringify(line)).toContain('boom at XXXX XXXX 1238');
  });
});
