import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLab, type Lab } from '../../../helpers/egress-lab.ts';
import { clientHello } from '../../../helpers/hello.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await createLab();
});
afterAll(async () => lab.close());

const connectTo = (authority: string, more = ''): string =>
  `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${more}\r\n`;
const get = (url: string, more = '', host = 'allowed.test'): string =>
  `GET ${url} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
const hello = (name: string) => clientHello({ names: [name] });

/** Runs one exchange and returns the attempts, lookups, connections and bytes that it caused. */
const attempt = async (...parts: readonly (string | Buffer)[]) => {
  const from = { blocks: lab.blocks.length, asked: lab.asked.length, dialled: lab.dialled.length };
  const before = { tls: lab.tlsBytes().length, requests: lab.requests().length };
  const heard = await lab.talk(...parts);
  return {
    heard,
    blocks: lab.blocks.slice(from.blocks),
    asked: lab.asked.slice(from.asked),
    dialled: lab.dialled.slice(from.dialled),
    tls: lab.tlsBytes().subarray(before.tls),
    requests: lab
      .requests()
      .slice(before.requests)
      .map((seen) => JSON.parse(seen) as Record<string, unknown>),
  };
};

describe('A name that is not on the allow list', () => {
  it.each([
    ['evil.test:443', 'evil.test', 'default-deny'],
    ['notallowed.test:443', 'notallowed.test', 'default-deny'],
    ['xallowed.test:443', 'xallowed.test', 'default-deny'],
    ['allowed.test.evil.test:443', 'allowed.test.evil.test', 'default-deny'],
    ['sub.allowed.test:443', 'sub.allowed.test', 'default-deny'],
    ['wild.test:443', 'wild.test', 'default-deny'],
    ['evilwild.test:443', 'evilwild.test', 'default-deny'],
    ['evil.test.:443', 'evil.test', 'default-deny'],
    ['dns.google:443', 'dns.google', 'default-deny'],
    ['localhost:443', 'localhost', 'default-deny'],
    ['evil.test:80', 'evil.test', 'default-deny'],
    ['allowed.test:22', 'allowed.test', 'port'],
    ['allowed.test:25', 'allowed.test', 'port'],
    ['allowed.test:8443', 'allowed.test', 'port'],
    ['allowed.test:0', 'allowed.test', 'port'],
    ['allowed.test:65536', 'allowed.test', 'port'],
    ['93.184.216.34:443', '93.184.216.34', 'ip-literal'],
    ['127.0.0.1:443', '127.0.0.1', 'ip-literal'],
    ['2130706433:443', '127.0.0.1', 'ip-literal'],
    ['0x7f000001:443', '127.0.0.1', 'ip-literal'],
    ['0x7f.1:443', '127.0.0.1', 'ip-literal'],
    ['0177.0.0.01:443', '127.0.0.1', 'ip-literal'],
    ['127.1:443', '127.0.0.1', 'ip-literal'],
    ['127.0.0.1.:443', '127.0.0.1', 'ip-literal'],
    ['[::1]:443', '[::1]:443', 'ip-literal'],
    ['[::ffff:127.0.0.1]:443', '[::ffff:127.0.0.1]:443', 'ip-literal'],
    ['[64:ff9b::a00:1]:443', '[64:ff9b::a00:1]:443', 'ip-literal'],
    ['[2002:a00:1::1]:443', '[2002:a00:1::1]:443', 'ip-literal'],
    ['[fe80::1%25eth0]:443', '[fe80::1%25eth0]:443', 'ip-literal'],
    ['::1:443', '::1:443', 'ip-literal'],
    ['allowed.test:x@evil.test:443', 'allowed.test:x@evil.test:443', 'credentials'],
    ['allowed.test@evil.test:443', 'allowed.test@evil.test:443', 'credentials'],
    ['allowed.test', 'allowed.test', 'malformed'],
    ['allowed.test:443/', 'allowed.test:443/', 'malformed'],
    ['allowed%2etest:443', 'allowed%2etest:443', 'malformed'],
    ['allowed.test%00.evil.test:443', 'allowed.test%00.evil.test:443', 'malformed'],
  ])(
    'the fence refuses and records CONNECT %s without a lookup or a connection',
    async (authority, host, rule) => {
      const { heard, blocks, asked, dialled } = await attempt(connectTo(authority), hello('allowed.test'));
      expect(heard).toMatch(/^HTTP\/1\.1 40[03] /);
      expect(blocks).toEqual([
        expect.objectContaining({ host, rule, via: 'connect', class: 'attempt', count: 1 }) as object,
      ]);
      expect([asked, dialled]).toEqual([[], []]);
    },
  );

  it.each([
    ['http://evil.test/', 'default-deny'],
    ['http://evil.test:443/', 'default-deny'],
    ['http://allowed.test:443/', 'port'],
    ['http://allowed.test:8080/', 'port'],
    ['https://allowed.test/', 'scheme'],
    ['ftp://allowed.test/', 'scheme'],
    ['http://allowed.test@evil.test/', 'credentials'],
    ['http://allowed.test:80@evil.test/', 'credentials'],
    ['http://allowed.test%20@evil.test/', 'credentials'],
    ['http://allowed.test\\@evil.test/', 'malformed'],
    ['http://evil.test\\.allowed.test/', 'malformed'],
    ['http://allowed.test#@evil.test/', 'malformed'],
    ['http://[::ffff:7f00:1]/', 'ip-literal'],
    ['http://017700000001/', 'ip-literal'],
    ['http://0x5db8d822/', 'ip-literal'],
    ['/', 'malformed'],
    ['*', 'malformed'],
    ['//allowed.test/', 'malformed'],
    ['allowed.test/', 'malformed'],
    ['http:///allowed.test/', 'malformed'],
    ['http:allowed.test/', 'malformed'],
  ])('the fence refuses GET %s under rule %s', async (url, rule) => {
    const { heard, blocks, asked } = await attempt(get(url));
    expect(heard).toMatch(/^HTTP\/1\.1 40[03] /);
    expect(blocks).toMatchObject([{ rule, via: 'http' }]);
    expect(asked).toEqual([]);
  });

  it('the fence refuses a WebSocket to that name as well', async () => {
    const { heard, blocks } = await attempt(get('http://evil.test/socket', UPGRADE));
    expect(heard).toMatch(/^HTTP\/1\.1 403 /);
    expect(blocks).toMatchObject([{ host: 'evil.test', port: 80, rule: 'default-deny', via: 'websocket' }]);
  });

  it('the fence sends no bytes and no DNS query for that name, whatever follows the request', async () => {
    await attempt(`${connectTo('evil.test:443')}${get('http://allowed.test/')}`, hello('evil.test'));
    await attempt(`POST http://evil.test/ HTTP/1.1\r\nHost: allowed.test\r\nContent-Length: 4\r\n\r\ndata`);
    expect(lab.evilBytes()).toBe(0);
    expect(lab.asked).not.toContain('evil.test');
  });
});

describe('A malformed request line that the HTTP parser tolerates', () => {
  it.each([
    'CONNECT  allowed.test:443 HTTP/1.1',
    'CONNECT allowed.test:443  HTTP/1.1',
    '\r\nCONNECT allowed.test:443 HTTP/1.1',
    '\nCONNECT allowed.test:443 HTTP/1.1',
    'GET  http://allowed.test/ HTTP/1.1',
    'GET http://allowed.test/   HTTP/1.1',
    '\r\n\r\nGET http://allowed.test/ HTTP/1.1',
    'GET http://allowed.test/ RTSP/1.0',
    'ANNOUNCE http://allowed.test/ RTSP/1.0',
    'SOURCE http://allowed.test/ ICE/1.0',
  ])('the fence refuses and records %j and opens no connection', async (line) => {
    const { heard, blocks, dialled } = await attempt(`${line}\r\nHost: allowed.test\r\n\r\n`);
    expect(heard).toMatch(/^HTTP\/1\.1 400 /);
    expect(blocks).toEqual([expect.objectContaining({ rule: 'request-shape' })]);
    expect(dialled).toEqual([]);
  });

  it('the fence refuses such a line on an open connection and inside a tunnel as well', async () => {
    const second = await attempt(get('http://allowed.test/1'), get(' http://allowed.test/2'));
    expect(second.requests).toMatchObject([{ url: '/1' }]);
    expect(second.blocks).toMatchObject([{ rule: 'request-shape' }]);
    const tunnelled = await attempt(connectTo('allowed.test:80'), get(' /2'));
    expect(tunnelled.requests).toEqual([]);
    expect(tunnelled.blocks).toMatchObject([{ rule: 'request-shape' }]);
  });

  it('the fence accepts a valid request line that arrives in pieces', async () => {
    const socket = lab.open();
    const before = lab.requests().length;
    for (const byte of get('http://allowed.test/pieces')) {
      socket.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => lab.requests().slice(before).join('')).toContain('"/pieces"');
    socket.destroy();
  });
});

describe('An allowed name', () => {
  it.each(['allowed.test:443', 'ALLOWED.Test:443', 'allowed.test.:443', 'a.wild.test:443'])(
    'CONNECT %s passes TLS bytes through from the first byte on',
    async (authority) => {
      const name = authority.replace(/\.?:443$/, '').toLowerCase();
      const { heard, blocks, asked, dialled, tls } = await attempt(connectTo(authority), hello(name), 'more');
      expect(heard).toContain('200 Connection established\r\n\r\nTLS-ANSWER');
      expect(tls).toEqual(Buffer.concat([hello(name), Buffer.from('more')]));
      expect([blocks, asked, dialled]).toEqual([[], [name], ['93.184.216.34 443']]);
    },
  );

  it('the fence accepts a hello sent with the request, byte by byte, or in many records', async () => {
    const bytes = clientHello({ names: ['allowed.test'], padding: 3_000 }, 500);
    expect((await attempt(Buffer.concat([Buffer.from(connectTo('allowed.test:443')), bytes]))).tls).toEqual(
      bytes,
    );
    const socket = lab.open();
    const before = lab.tlsBytes().length;
    socket.write(connectTo('allowed.test:443'));
    for (const byte of hello('allowed.test')) {
      socket.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => lab.tlsBytes().subarray(before)).toEqual(hello('allowed.test'));
    socket.destroy();
  });

  it('the fence routes by the target and never by the Host field', async () => {
    const spoofed = await attempt(
      `CONNECT allowed.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n`,
      hello('allowed.test'),
    );
    expect(spoofed.tls.length).toBeGreaterThan(0);
    const { requests } = await attempt(get('http://allowed.test/path?a=b', '', 'evil.test'));
    expect(requests).toMatchObject([{ url: '/path?a=b', headers: { host: 'allowed.test' } }]);
    const other = await attempt(get('http://evil.test/', '', 'allowed.test'));
    expect(other.blocks).toMatchObject([{ host: 'evil.test' }]);
    expect(lab.evilBytes()).toBe(0);
  });

  it('the fence removes proxy fields from a request and forwards its body unchanged', async () => {
    const fields =
      'Proxy-Authorization: Basic x\r\nProxy-Connection: keep-alive\r\nTE: trailers\r\nX-Own: 1\r\n';
    const sized = await attempt(
      `POST http://allowed.test/a HTTP/1.1\r\nHost: allowed.test\r\n${fields}Content-Length: 4\r\n\r\ndata`,
    );
    expect(sized.requests).toMatchObject([{ method: 'POST', body: 'data' }]);
    const { headers } = sized.requests[0] as { headers: Record<string, string> };
    expect(Object.keys(headers).toSorted()).toEqual(['connection', 'content-length', 'host', 'x-own']);
    const chunked = await attempt(
      'POST http://allowed.test/a HTTP/1.1\r\nHost: allowed.test\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ndata\r\n0\r\n\r\n',
    );
    expect(chunked.requests).toMatchObject([{ body: 'data', headers: { 'transfer-encoding': 'chunked' } }]);
  });

  it('the fence checks every request on a persistent connection', async () => {
    const { heard, requests, blocks } = await attempt(
      get('http://allowed.test/1'),
      get('http://allowed.test/2'),
      get('http://evil.test/3'),
    );
    expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 403']);
    expect(requests).toMatchObject([{ url: '/1' }, { url: '/2' }]);
    expect(blocks).toMatchObject([{ host: 'evil.test' }]);
  });

  it('the fence forwards WebSockets in absolute form and through a tunnel', async () => {
    const direct = await attempt(get('http://allowed.test/socket', UPGRADE), 'ping');
    expect(direct.heard).toMatch(/^HTTP\/1\.1 101 .*hello/s);
    expect(direct.heard).toContain('echo ping');
    const tunnelled = await attempt(connectTo('allowed.test:80'), get('/socket', UPGRADE), 'ping');
    expect(tunnelled.heard).toContain('echo ping');
    expect([...direct.blocks, ...tunnelled.blocks]).toEqual([]);
  });

  it('the fence returns 502 when the server switches protocols unasked', async () => {
    const { heard } = await attempt(get('http://allowed.test/switch'));
    expect(heard).toMatch(/^HTTP\/1\.1 502 /);
  });

  it('the fence returns 502 but does not record a block when the server cannot be reached', async () => {
    for (const host of ['nowhere.test', 'dead.test']) {
      const { heard, blocks } = await attempt(connectTo(`${host}:443`));
      expect(heard).toMatch(/^HTTP\/1\.1 502 /);
      expect(blocks).toEqual([]);
    }
  });
});

describe('An allowed name that resolves to a private address', () => {
  it.each([
    'inside.test',
    'loop.test',
    'metadata.test',
    'mapped.test',
    'nat64.test',
    'mixed.test',
    'own.test',
  ])('the fence looks up %s once and opens no connection', async (host) => {
    const { heard, blocks, asked, dialled } = await attempt(connectTo(`${host}:443`), hello(host));
    expect(heard).toMatch(/^HTTP\/1\.1 403 /);
    expect(blocks).toMatchObject([{ host, port: 443, rule: 'private-address', via: 'dial' }]);
    expect([asked, dialled]).toEqual([[host], []]);
    const plain = await attempt(get(`http://${host}/`));
    expect(plain.blocks).toMatchObject([{ host, port: 80, rule: 'private-address' }]);
    expect(plain.dialled).toEqual([]);
  });
});

describe('A tunnel whose bytes do not match its purpose', () => {
  it.each([
    ['another name', clientHello({ names: ['evil.test'] }), 'sni-mismatch', 'evil.test'],
    ['another allowed name', clientHello({ names: ['a.wild.test'] }), 'sni-mismatch', 'a.wild.test'],
    ['a subdomain', clientHello({ names: ['sub.allowed.test'] }), 'sni-mismatch', 'sub.allowed.test'],
    ['a name with a port', clientHello({ names: ['allowed.test:443'] }), 'sni-mismatch', 'allowed.test'],
    ['a name with a NUL', clientHello({ names: ['allowed.test\0.evil.test'] }), 'sni-mismatch', undefined],
    ['two names', clientHello({ names: ['allowed.test', 'evil.test'] }), 'sni-mismatch', 'evil.test'],
    [
      'two lists',
      clientHello({ names: ['allowed.test', 'evil.test'], apart: true }),
      'sni-mismatch',
      'evil.test',
    ],
    ['no server name', clientHello({}), 'no-sni', 'allowed.test'],
    ['an empty server name', clientHello({ names: [''] }), 'no-sni', 'allowed.test'],
    ['an encrypted server name', clientHello({ names: ['allowed.test'], ech: true }), 'ech', 'allowed.test'],
    [
      'plain HTTP instead of TLS',
      Buffer.from('GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n'),
      'not-tls',
      'allowed.test',
    ],
    ['SSH', Buffer.from('SSH-2.0-OpenSSH\r\n'), 'not-tls', 'allowed.test'],
    [
      'a truncated hello',
      clientHello({ names: ['allowed.test'] }).subarray(0, -3),
      'not-tls',
      'allowed.test',
    ],
    [
      'an endless hello',
      Buffer.concat([Buffer.from([22, 3, 1, 64, 0, 1, 255, 255, 255]), Buffer.alloc(90_000)]),
      'not-tls',
      'allowed.test',
    ],
  ])(
    'the fence closes a tunnel that carries %s before forwarding any of it',
    async (_what, bytes, rule, host) => {
      const { heard, blocks, tls } = await attempt(connectTo('allowed.test:443'), bytes, 'x'.repeat(2_000));
      await expect.poll(() => lab.blocks.at(-1)?.rule).toBe(rule);
      expect(heard).toBe('HTTP/1.1 200 Connection established\r\n\r\n');
      expect(tls.length).toBe(0);
      if (blocks.length > 0) expect(blocks).toMatchObject([{ port: 443, via: 'tls', ...(host && { host }) }]);
    },
  );

  it.each([
    ['TLS', clientHello({ names: ['allowed.test'] }), 'malformed'],
    ['another host', get('/', '', 'evil.test'), 'host-mismatch'],
    ['a request in absolute form', get('http://evil.test/'), 'request-shape'],
    ['a WebSocket to another host', get('/socket', UPGRADE, 'evil.test'), 'host-mismatch'],
    ['a tunnel inside the tunnel', connectTo('evil.test:443'), 'default-deny'],
  ])('the fence refuses %s in a tunnel to port 80', async (_what, bytes, rule) => {
    const { heard, blocks, requests } = await attempt(connectTo('allowed.test:80'), bytes);
    expect(heard).toMatch(/200 Connection established\r\n\r\nHTTP\/1\.1 40[03] /);
    expect(blocks).toMatchObject([{ rule }]);
    expect(requests).toEqual([]);
  });
});

describe('An ambiguous or invalid request', () => {
  const smuggled = 'GET http://evil.test/ HTTP/1.1\r\nHost: evil.test\r\n\r\n';
  it.each([
    [
      'both a length and a transfer coding',
      `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', `Content-Length: 0\r\nContent-Length: 5\r\n\r\n${smuggled}`],
    ['a list of lengths', `Content-Length: 0, 5\r\n\r\n${smuggled}`],
    ['a signed length', `Content-Length: +5\r\n\r\n${smuggled}`],
    [
      'two transfer codings',
      `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['an unknown transfer coding', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['another coding before chunked', `Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a tab before its coding', `Transfer-Encoding:\tchunked\x0b\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a space before the colon', `Content-Length : 5\r\n\r\n${smuggled}`],
    ['a folded field', `X: a\r\n Content-Length: 5\r\n\r\n${smuggled}`],
    ['bare line feeds', `X: a\nContent-Length: 5\n\n${smuggled}`],
    ['a NUL in a field', `X: a\0b\r\n\r\n`],
    ['a bare carriage return', `X: a\rContent-Length: 5\r\n\r\n`],
    ['a length that Connection removes', `Connection: close, Content-Length\r\nContent-Length: 0\r\n\r\n`],
    ['a second host', `Host: evil.test\r\n\r\n`],
    ['a chunk size with a line feed', `Transfer-Encoding: chunked\r\n\r\n1\nx\r\n0\r\n\r\n${smuggled}`],
    ['a chunk size that overflows', `Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nx`],
  ])('the fence forwards nothing for a request with %s', async (_what, rest) => {
    const { heard, requests, blocks } = await attempt(
      `POST http://allowed.test/ HTTP/1.1\r\nHost: allowed.test\r\n${rest}`,
    );
    expect(heard).toMatch(/^HTTP\/1\.1 (400|502) /);
    expect(heard.match(/HTTP\/1\.1/g)?.length).toBe(1);
    expect(requests).toEqual([]);
    expect(blocks.length).toBe(1);
    expect(['malformed', 'request-shape']).toContain(blocks[0]?.rule);
    expect(lab.evilBytes()).toBe(0);
  });

  it.each([
    ['a request without a host', 'GET http://allowed.test/ HTTP/1.1\r\n\r\n'],
    ['a space in the address', 'GET http://allowed.test/ a HTTP/1.1\r\nHost: allowed.test\r\n\r\n'],
    [
      'a line break in the address',
      'GET http://allowed.test/\r\nX: y HTTP/1.1\r\nHost: allowed.test\r\n\r\n',
    ],
    [
      'letters from another script in the name',
      'GET http://аllowed.test/ HTTP/1.1\r\nHost: allowed.test\r\n\r\n',
    ],
    ['a TRACE request', 'TRACE http://allowed.test/ HTTP/1.1\r\nHost: allowed.test\r\n\r\n'],
    ['CONNECT with a body', 'CONNECT allowed.test:443 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\ndata'],
    ['cleartext HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a backslash in a CONNECT target', connectTo('allowed.test\\.evil.test:443')],
    ['a fragment in a CONNECT target', connectTo('allowed.test#.evil.test:443')],
    ['bytes that are not HTTP', '\u0005\u0001\u0000'],
  ])('the fence forwards nothing for %s', async (_what, bytes) => {
    const { heard, requests, dialled } = await attempt(bytes);
    expect(heard).toMatch(/^(HTTP\/1\.1 40[03] |$)/);
    expect([requests, dialled]).toEqual([[], []]);
  });

  it('the fence refuses every upgrade other than a WebSocket', async () => {
    const h2c = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
    for (const more of [
      h2c,
      UPGRADE.replace('websocket', 'websocket, h2c'),
      `${UPGRADE}Content-Length: 3\r\n`,
    ]) {
      const { heard, blocks, requests } = await attempt(get('http://allowed.test/', more));
      expect(heard).toMatch(/^HTTP\/1\.1 400 /);
      expect(blocks).toMatchObject([{ rule: 'upgrade', via: 'websocket' }]);
      expect(requests).toEqual([]);
    }
    const early = await attempt(`${get('http://allowed.test/socket', UPGRADE)}${get('http://evil.test/')}`);
    expect(early.blocks).toMatchObject([{ rule: 'upgrade' }]);
    const changed = await attempt(get('http://allowed.test/other', UPGRADE));
    expect(changed.heard).toMatch(/^HTTP\/1\.1 502 /);
  });
});
