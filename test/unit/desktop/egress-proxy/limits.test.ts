import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../../src/config.ts';
import {
  createEgressFence,
  type EgressBlock,
  egressLimitsOf,
} from '../../../../src/desktop/egress-proxy/index.ts';
import { EGRESS_LIMITS } from '../../../../src/desktop/egress-proxy/limits.ts';
import { createLab, type Lab } from '../../../helpers/egress-lab.ts';
import { clientHello } from '../../../helpers/hello.ts';

const open = async (options: Parameters<typeof createLab>[0]): Promise<Lab> => {
  const lab = await createLab(options);
  onTestFinished(lab.close);
  return lab;
};
const connectTo = (host: string): string => `CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
const hello = (padding: number): Buffer => clientHello({ names: ['allowed.test'], padding });
const get = (path: string): string => `GET http://allowed.test${path} HTTP/1.1\r\nHost: allowed.test\r\n\r\n`;

describe('A run’s limits', () => {
  it('the byte limit ends the current transfer and refuses later requests', async () => {
    const lab = await open({ limits: { bytes: 100_000 } });
    const heard = await lab.talk(get('/bytes/5000000'));
    expect(heard.length).toBeLessThan(2_000_000);
    expect(await lab.talk(get('/'))).toMatch(/^HTTP\/1\.1 403 /);
    expect(lab.blocks).toMatchObject([
      { rule: 'bytes', via: 'limit', host: '' },
      { rule: 'bytes', via: 'limit', host: 'allowed.test', port: 80 },
    ]);
    expect(lab.fence.counts().bytes).toBeGreaterThanOrEqual(100_000);
  });

  it('the connection limit refuses a connection above the maximum and no longer counts closed ones', async () => {
    const lab = await open({ limits: { connections: 3 } });
    const sockets = [lab.open(), lab.open(), lab.open()];
    await expect.poll(() => lab.fence.counts().connections).toBe(3);
    expect(await lab.talk(get('/'))).toBe('');
    expect(lab.blocks).toMatchObject([{ rule: 'connections', via: 'limit' }]);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => lab.fence.counts().connections).toBe(0);
    expect(await lab.talk(get('/'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('the connection limit also applies to one pipelining client’s outgoing connections', async () => {
    const lab = await open({ limits: { connections: 5 } });
    const socket = lab.open();
    let heard = '';
    socket.on('data', (bytes) => (heard += bytes.toString('latin1')));
    socket.write(get('/').repeat(40));
    await expect.poll(() => lab.blocks.length).toBeGreaterThan(0);
    await expect.poll(() => heard).toContain('HTTP/1.1 200');
    expect(lab.dialled.length).toBeLessThanOrEqual(15);
    expect(lab.blocks.every(({ rule, via }) => rule === 'connections' && via === 'limit')).toBe(true);
    socket.destroy();
    await expect.poll(async () => lab.talk(get('/'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('the size limits refuse only heads and hellos that exceed them', async () => {
    const lab = await open({ limits: { headBytes: 2_000, helloBytes: 2_000 } });
    const heads = [1_000, 4_000].map((size) =>
      get('/').replace('\r\n\r\n', `\r\nX-Long: ${'x'.repeat(size)}\r\n\r\n`),
    );
    expect(await lab.talk(heads[0]!)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await lab.talk(heads[1]!)).not.toMatch(/ 200 /);
    expect(await lab.talk(connectTo('allowed.test'), hello(1_000))).toContain('TLS-ANSWER');
    expect(await lab.talk(connectTo('allowed.test'), hello(3_000))).not.toContain('TLS-ANSWER');
    expect(lab.requests()).toHaveLength(1);
    expect(lab.blocks).toMatchObject([{ rule: 'malformed' }, { rule: 'not-tls', host: 'allowed.test' }]);
  });

  it('the limits come from the settings, each with a default', () => {
    const key = `a:${Buffer.alloc(32).toString('base64')}`;
    const bounds = (given: Readonly<Record<string, string>>) =>
      egressLimitsOf(loadConfig({ DATABASE_URL: 'postgres://x', ENCRYPTION_KEYS: key, ...given }));
    expect(bounds({})).toEqual(EGRESS_LIMITS);
    expect(
      bounds({
        EGRESS_MAX_CONNECTIONS: '7',
        EGRESS_MAX_MIB: '3',
        EGRESS_MAX_HEAD_BYTES: '2048',
        EGRESS_MAX_HELLO_BYTES: '4096',
        EGRESS_MAX_ROWS: '9',
        EGRESS_HELLO_MS: '1000',
        EGRESS_DIAL_MS: '2000',
        EGRESS_IDLE_MS: '3000',
      }),
    ).toEqual({
      connections: 7,
      bytes: 3 * 1024 * 1024,
      headBytes: 2_048,
      helloBytes: 4_096,
      rows: 9,
      helloMs: 1_000,
      dialMs: 2_000,
      idleMs: 3_000,
    });
    expect(() => bounds({ EGRESS_MAX_CONNECTIONS: '0' })).toThrow(/EGRESS_MAX_CONNECTIONS/);
  });

  it('the time limits disconnect a client that is silent or sends bytes slowly', async () => {
    const lab = await open({ limits: { helloMs: 300, idleMs: 600 } });
    const silent = lab.open();
    const dripping = lab.open();
    const tunnel = lab.open();
    dripping.write('GET http://allowed.test/ HTTP/1.1\r\nHost: ');
    tunnel.write(connectTo('allowed.test'));
    const closed = [silent, dripping, tunnel].map(
      async (socket) => new Promise((resolve) => socket.resume().once('close', resolve)),
    );
    const drip = setInterval(() => dripping.write('a'), 100);
    onTestFinished(() => clearInterval(drip));
    await Promise.all(closed);
    await expect.poll(() => lab.fence.counts().connections).toBe(0);
  });
});

describe('Recording refused attempts', () => {
  it('the fence counts the browser’s own attempts per host and records one row at first and one for the rest', async () => {
    const lab = await open({});
    for (let i = 0; i < 5; i++) await lab.talk(connectTo('update.googleapis.com'));
    await lab.talk(connectTo('mtalk.google.com'));
    await lab.talk('CONNECT update.googleapis.com:22 HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(lab.fence.counts()).toMatchObject({ background: 6, attempts: 1, unreported: 0 });
    await lab.fence.close();
    expect(lab.blocks).toMatchObject([
      { n: 1, class: 'background', host: 'update.googleapis.com', count: 1 },
      { n: 2, class: 'background', host: 'mtalk.google.com', count: 1 },
      { n: 3, class: 'attempt', host: 'update.googleapis.com', port: 22 },
      { n: 4, class: 'background', host: 'update.googleapis.com', count: 4 },
    ]);
  });

  it('the fence sums up the attempts beyond the row limit in one row', async () => {
    const lab = await open({ limits: { rows: 3 } });
    for (let i = 0; i < 7; i++) await lab.talk(connectTo(`secret-${i}.evil.test`));
    await lab.fence.close();
    expect(lab.blocks.map(({ host, count, rule }) => [host, count, rule])).toEqual([
      ['secret-0.evil.test', 1, 'default-deny'],
      ['secret-1.evil.test', 1, 'default-deny'],
      ['secret-2.evil.test', 1, 'default-deny'],
      ['', 4, 'rows'],
    ]);
  });

  it('the fence records a refusal before the client sees it', async () => {
    const gate = Promise.withResolvers<void>();
    const lab = await open({ onBlock: async () => gate.promise });
    const socket = lab.open();
    let heard = '';
    socket.on('data', (bytes) => (heard += bytes.toString()));
    socket.write(connectTo('evil.test'));
    await expect.poll(() => lab.blocks.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard).toBe('');
    gate.resolve();
    await expect.poll(() => heard).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('the fence still refuses when it cannot record the refusal', async () => {
    const errors: unknown[] = [];
    const lab = await open({});
    const path = `${lab.fence.socketPath}-2`;
    const fence = await createEgressFence({
      socketPath: path,
      allow: [],
      network: lab.network,
      onBlock: async () => Promise.reject(new Error('the ledger is away')),
      onError: (error) => errors.push(error),
    });
    onTestFinished(async () => fence.close());
    const socket = connect(path);
    let heard = '';
    socket.on('data', (bytes) => (heard += bytes.toString()));
    socket.write(connectTo('evil.test'));
    await expect.poll(() => heard).toMatch(/^HTTP\/1\.1 403 /);
    expect(errors).toMatchObject([{ message: 'the ledger is away' }]);
  });
});

describe('A fence’s socket', () => {
  it('the fence replaces a socket left behind by a dead process, opens it to the desktop and removes it on close', async () => {
    const blocks: EgressBlock[] = [];
    const lab = await open({});
    const socketPath = `${lab.fence.socketPath}-stale`;
    await writeFile(socketPath, 'left behind');
    const fence = await createEgressFence({
      socketPath,
      allow: [],
      onBlock: async (block) => void blocks.push(block),
    });
    expect(statSync(socketPath).isSocket()).toBe(true);
    expect(statSync(socketPath).mode & 0o777).toBe(0o666);
    await fence.close();
    expect(existsSync(socketPath)).toBe(false);
  });

  it('the fence closes while tunnels and requests are open', async () => {
    const lab = await open({});
    const tunnel = lab.open();
    tunnel.write(connectTo('allowed.test'));
    const hanging = lab.open();
    hanging.write('POST http://allowed.test/ HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nx');
    for (const socket of [tunnel, hanging]) socket.resume();
    await expect.poll(() => lab.dialled.length).toBe(2);
    await lab.fence.close();
    await expect.poll(() => tunnel.destroyed && hanging.destroyed).toBe(true);
  });
});
