import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { locate, refusalOf } from '../../../src/connectors/common/address.ts';
import { ConnectorError } from '../../../src/connectors/common/errors.ts';
import { exchange } from '../../../src/connectors/http/exchange.ts';
import { type Answering, json, startCoreSystem } from '../../connectors/core-system.ts';

const core = await startCoreSystem(json({ ok: true }));
afterAll(core.close);

const surroundings = {
  pinned: [{ host: 'core.bank.example', address: '127.0.0.1', port: core.port }],
  network: {
    resolve: async (host: string) =>
      host.startsWith('mixed')
        ? ['93.184.216.34', '10.0.0.7']
        : [host.startsWith('public') ? '93.184.216.34' : '10.0.0.7'],
    ownAddresses: () => ['93.184.216.99'],
  },
};

const ask = async (answering: Answering, url = 'http://core.bank.example/x', timeoutMs = 20_000) => {
  core.behave(answering);
  return exchange({ method: 'GET', url, headers: {} }, { ...surroundings, timeoutMs });
};

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConnectorError)) throw error ?? new Error('nothing failed');
  return { code: error.code, mayHaveArrived: error.mayHaveArrived };
};

describe('exchange', () => {
  it('an answer arrives with its status', async () => {
    const { status, body } = await ask(json({ a: 1 }, 404));
    expect([status, body.toString()]).toEqual([404, '{"a":1}']);
  });

  it.each([
    ['does not answer', 'timed_out', () => undefined],
    ['sends a part and stops', 'timed_out', (_received, response) => void response.writeHead(200).write('{')],
    [
      'closes in the middle of its answer',
      'closed_early',
      (_received, response, socket) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"a":');
        setImmediate(() => socket.destroy());
      },
    ],
    ['closes at once', 'closed_early', (_received, _response, socket) => socket.destroy()],
    [
      'redirects',
      'redirected',
      (_received, response) => response.writeHead(307, { location: 'http://10.0.0.7/' }).end(),
    ],
    ['sends too much', 'too_large', (_received, response) => response.end('x'.repeat(300_000))],
    ['does not speak HTTP', 'closed_early', (_received, _response, socket) => socket.end('HELLO\r\n\r\n')],
  ] satisfies [string, string, Answering][])('a system that %s gives %s', async (_name, code, answering) => {
    const limit = code === 'timed_out' ? 500 : undefined;
    const work = ask(answering, undefined, limit);
    expect(await failureOf(work)).toEqual({ code, mayHaveArrived: true });
  });

  it('of two answers to one request only the first counts', async () => {
    const one = 'HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\n{"a":1}';
    const { body } = await ask((_received, _response, socket) => socket.end(one + one.replace('1}', '2}')));
    expect(body.toString()).toBe('{"a":1}');
  });

  it('a request to an unreachable system certainly did not arrive', async () => {
    const closed = createServer();
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    const pinned = [{ host: 'core.bank.example', address: '127.0.0.1', port }];
    const work = exchange(
      { method: 'GET', url: 'http://core.bank.example/', headers: {} },
      { pinned, timeoutMs: 20_000 },
    );
    expect(await failureOf(work)).toEqual({ code: 'unreachable', mayHaveArrived: false });
  });

  it.each([
    'http://public.example.in/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://localhost/',
    'https://user:secret@public.example.in/',
    'https://public.example.in/#x',
    'ftp://public.example.in/',
    'not an address',
  ])('%s is refused before anything is looked up', async (url) => {
    expect(refusalOf(url, surroundings)).toBeDefined();
    expect(await failureOf(ask(json({}), url))).toEqual({ code: 'address_refused', mayHaveArrived: false });
  });

  it.each(['private.example.in', 'mixed.example.in'])(
    '%s is refused, because one of its addresses is not public',
    async (host) => {
      expect(refusalOf(`https://${host}/`, surroundings)).toBeUndefined();
      expect(await failureOf(ask(json({}), `https://${host}/`))).toEqual({
        code: 'address_refused',
        mayHaveArrived: false,
      });
    },
  );

  it('a public name leads to the addresses of the one look-up, and a pinned one to its own', async () => {
    expect(await locate({ host: 'public.example.in', port: 443 }, surroundings)).toEqual([
      { address: '93.184.216.34', port: 443 },
    ]);
    expect(await locate({ host: 'core.bank.example', port: 443 }, surroundings)).toEqual([
      { address: '127.0.0.1', port: core.port },
    ]);
  });
});
