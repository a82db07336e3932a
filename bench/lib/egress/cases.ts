import { clientHello } from '../../../test/helpers/hello.ts';

/** An attempt to get through a proxy, given as the bytes that a client sends. */
export interface ProxyCase {
  readonly what: string;
  /** The parts to send. Each is written after the response to the previous one. */
  readonly send: readonly (string | Buffer)[];
  /** `none`: no bytes may reach any site. `allowed`: the allowed site, and no other, must receive bytes. */
  readonly reaches: 'none' | 'allowed';
  /** Whether the request is ambiguous. Forwarding one interpretation to the allowed site is then lenient, but not a leak. */
  readonly mild?: boolean;
}

const connect = (authority: string, host = authority): string =>
  `CONNECT ${authority} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
const get = (url: string, host = 'allowed.test', more = ''): string =>
  `GET ${url} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
const hello = (...names: readonly string[]): Buffer => clientHello({ names });
const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
const SMUGGLED = 'GET http://evil.test/ HTTP/1.1\r\nHost: evil.test\r\n\r\n';
const post = (rest: string): string => `POST http://allowed.test/ HTTP/1.1\r\nHost: allowed.test\r\n${rest}`;

const refused = (what: string, ...send: readonly (string | Buffer)[]): ProxyCase => ({
  what,
  send,
  reaches: 'none',
});
const mild = (what: string, ...send: readonly (string | Buffer)[]): ProxyCase => ({
  ...refused(what, ...send),
  mild: true,
});
const allowed = (what: string, ...send: readonly (string | Buffer)[]): ProxyCase => ({
  what,
  send,
  reaches: 'allowed',
});

export const PROXY_CASES: readonly ProxyCase[] = [
  allowed('tunnel to an allowed name', connect('allowed.test:443'), hello('allowed.test')),
  allowed('tunnel to a name below a wildcard', connect('a.wild.test:443'), hello('a.wild.test')),
  allowed('tunnel, in capitals', connect('ALLOWED.Test:443'), hello('allowed.test')),
  allowed('tunnel with a trailing dot', connect('allowed.test.:443'), hello('allowed.test')),
  allowed('request to an allowed name', get('http://allowed.test/')),
  allowed('WebSocket to an allowed name', get('http://allowed.test/', 'allowed.test', UPGRADE)),
  allowed('Host field with another name', get('http://allowed.test/', 'evil.test')),
  refused('tunnel to another name', connect('evil.test:443'), hello('evil.test')),
  refused('request to another name', get('http://evil.test/', 'evil.test')),
  refused('request to another name, Host field of the allowed', get('http://evil.test/')),
  refused(
    'tunnel to another name, Host field of the allowed',
    connect('evil.test:443', 'allowed.test:443'),
    hello('evil.test'),
  ),
  refused('name that ends like the allowed', connect('notallowed.test:443'), hello('notallowed.test')),
  refused('name above a wildcard', connect('wild.test:443'), hello('wild.test')),
  refused('WebSocket to another name', get('http://evil.test/', 'evil.test', UPGRADE)),
  refused('IPv4 address', connect('127.0.20.66:443'), hello('allowed.test')),
  mild('IPv4 address of the allowed site', connect('127.0.20.1:443'), hello('allowed.test')),
  refused('IPv4 address as a decimal', connect('2130711618:443'), hello('allowed.test')),
  refused('IPv4 address in hex', connect('0x7f001442:443'), hello('allowed.test')),
  refused('IPv4 address in octal', connect('0177.0.024.0102:443'), hello('allowed.test')),
  refused('IPv4 address in IPv6', connect('[::ffff:127.0.20.66]:443'), hello('allowed.test')),
  mild('user name before the host', connect('allowed.test:x@evil.test:443'), hello('evil.test')),
  mild('user name in a URL', get('http://allowed.test@evil.test/')),
  refused('backslash in a URL', get('http://evil.test\\.allowed.test/')),
  refused('encoded dot', connect('evil%2etest:443'), hello('evil.test')),
  refused('allowed name that leads inside', connect('inside.test:443'), hello('inside.test')),
  refused('request to an allowed name that leads inside', get('http://inside.test/', 'inside.test')),
  refused('port 25 of the allowed name', connect('allowed.test:25'), 'EHLO a\r\n'),
  refused('port 8443 of the allowed name', connect('allowed.test:8443'), hello('allowed.test')),
  refused('TLS for another name in the tunnel', connect('allowed.test:443'), hello('evil.test')),
  refused('TLS for two names', connect('allowed.test:443'), hello('allowed.test', 'evil.test')),
  refused('TLS without a name', connect('allowed.test:443'), clientHello({})),
  refused(
    'TLS with an encrypted name',
    connect('allowed.test:443'),
    clientHello({ names: ['allowed.test'], ech: true }),
  ),
  refused('no TLS in the tunnel', connect('allowed.test:443'), 'SSH-2.0-OpenSSH_9.2\r\n'),
  refused('HTTP for another host in the tunnel', connect('allowed.test:443'), get('/', 'evil.test')),
  refused('HTTP for another host in a tunnel to port 80', connect('allowed.test:80'), get('/', 'evil.test')),
  mild(
    'length and coding',
    post(`Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`),
  ),
  mild('two lengths', post(`Content-Length: 0\r\nContent-Length: 5\r\n\r\n${SMUGGLED}`)),
  mild('unknown coding', post(`Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`)),
  mild('space before a colon', post(`Content-Length : 5\r\n\r\n${SMUGGLED}`)),
  mild('folded field', post(`X: a\r\n Content-Length: 5\r\n\r\n${SMUGGLED}`)),
  mild('bare line feeds', post(`X: a\nContent-Length: 5\n\n${SMUGGLED}`)),
  mild(
    'change to HTTP/2',
    get(
      'http://allowed.test/',
      'allowed.test',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
    ),
  ),
  mild('TRACE', 'TRACE http://allowed.test/ HTTP/1.1\r\nHost: allowed.test\r\n\r\n'),
  mild('ftp through the proxy', get('ftp://allowed.test/')),
];
