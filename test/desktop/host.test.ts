import { readFile, readdir } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createPool } from '../../src/store/db/client.ts';
import { createDesktopLeases, DesktopHost } from '../../src/desktop/index.ts';
import { newId } from '../../src/ids.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { createImages } from '../../src/sandbox/images.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { encodings, GREETING } from '../helpers/rfb-client.ts';

const docker = connectContainerEngine(inject('dockerHost'));
const installation = newId('act');
let sockets: string;
let image: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: ReturnType<typeof createPool>;

beforeAll(async () => {
  image = await createImages({ docker, settings: imageSettings(process.env) }).ensure('desktop');
  sockets = await mkdtemp(join(tmpdir(), 'desktops-'));
  database = await createTestDatabase();
  pool = createPool(database.url, { onIdleError: () => undefined });
}, 900_000);

afterAll(async () => {
  await pool.end();
  await database.close();
});

const hostWith = async (options: { readonly graceSeconds?: number; readonly beatMs?: number } = {}) =>
  new DesktopHost({
    docker,
    image: async () => image,
    seccomp: await readFile(new URL('../../images/desktop/seccomp.json', import.meta.url), 'utf8'),
    installation,
    leases: createDesktopLeases({ pool, host: 'test', owner: newId('act'), ttlMs: 60_000 }),
    log: { info: () => undefined, warn: () => undefined },
    sockets,
    ready: 0,
    max: 1,
    ...options,
  });

const wish = { teamId: 'team_1', run: 'op_1', lifetimeMs: 300_000, waitMs: 100 };

const inside = async (id: string, command: string): Promise<string> => {
  const exec = await docker
    .getContainer(id)
    .exec({ Cmd: ['sh', '-c', command], AttachStdout: true, AttachStderr: true });
  const stream = await exec.start({ hijack: true });
  const out = new PassThrough();
  docker.modem.demuxStream(stream, out, out);
  stream.on('end', () => out.end());
  return (await buffer(out)).toString();
};

describe('A desktop', { timeout: 180_000 }, () => {
  it('a desktop is locked down like every sandbox, and Chromium keeps its own sandbox', async () => {
    const host = await hostWith();
    const desktop = await host.open(wish);
    await expect(host.open({ ...wish, run: 'op_2' })).rejects.toMatchObject({ name: 'DesktopBusyError' });
    await desktop.perform({ action: 'open_app', app: 'browser', url: 'file:///home/operator/' });
    const { HostConfig } = await docker.getContainer(desktop.id).inspect();
    expect(HostConfig).toMatchObject({ NetworkMode: 'none', ReadonlyRootfs: true, CapDrop: ['ALL'] });
    // Viewers do not receive text that is copied on the desktop.
    const viewer = await desktop.dial();
    let told = '';
    viewer.on('data', (bytes: Buffer) => (told += bytes.toString('latin1')));
    viewer.write(Buffer.concat([GREETING, encodings(0)]));
    await desktop.perform({ action: 'click', at: [300, 300] });
    for (const keys of ['ctrl+a', 'ctrl+c']) await desktop.perform({ action: 'key', keys });
    await sleep(300);
    expect(told).toMatch(/^RFB 003\.008\n/);
    expect(told).not.toContain('Downloads');
    viewer.destroy();
    expect(await inside(desktop.id, 'grep CapBnd /proc/1/status; grep NoNewPrivs /proc/1/status')).toMatch(
      /CapBnd:\s+0{16}\s+NoNewPrivs:\s+1/,
    );
    expect(await inside(desktop.id, 'cat /proc/net/dev | tail -n +3 | cut -d: -f1 | tr -d " "')).toBe('lo\n');
    // The container cannot reach even its own machine. On any other Docker network, even an internal one, it could reach services
    // that listen there.
    const listener = createServer();
    await new Promise<void>((listening) => listener.listen(0, '0.0.0.0', listening));
    onTestFinished(() => void listener.close());
    let reached = 0;
    listener.on('connection', () => (reached += 1));
    const { port } = listener.address() as AddressInfo;
    const own = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? []).map(({ address }) => address),
    );
    const tries = ['172.17.0.1', '10.231.0.1', ...own.filter((address) => !address.includes(':'))].map(
      (address) => `(timeout 2 bash -c 'echo > /dev/tcp/${address}/${port}' && echo in) 2>/dev/null`,
    );
    expect(await inside(desktop.id, `${tries.join('; ')}; true`)).toBe('');
    expect(reached).toBe(0);
    expect(await inside(desktop.id, 'find / -xdev -perm /6000 -type f 2>/dev/null')).toBe('');
    for (const path of ['/opt/x', '/etc/x', '/run/desktop/x', '/usr/bin/x']) {
      expect(await inside(desktop.id, `touch ${path} 2>&1`)).toMatch(/Read-only|denied/);
    }
    expect(await inside(desktop.id, 'rm /run/desktop/rfb.sock 2>&1')).toMatch(/Read-only|denied/);
    expect(await inside(desktop.id, 'cp /bin/true /tmp/t && /tmp/t 2>&1')).toMatch(/denied/);
    const spaces =
      'for p in $(pgrep -f type=renderer) $(pgrep -f openbox); do readlink /proc/$p/ns/user /proc/$p/ns/net || echo hidden; done';
    const namespaces = new Set((await inside(desktop.id, spaces)).trim().split('\n'));
    expect(namespaces.size).toBeGreaterThan(2);
    expect(await inside(desktop.id, 'cat /proc/*/cmdline 2>/dev/null | tr "\\0" " "')).not.toContain(
      '--no-sandbox',
    );
    await host.close(true);
    expect(await readdir(sockets)).toEqual([]);
  });

  it('a desktop counts as held by another process for as long as that process’s egress proxy exists', async () => {
    const first = await hostWith();
    onTestFinished(async () => first.close(true));
    const desktop = await first.open({ ...wish, waitMs: 60_000 });
    const proxy = createServer();
    await new Promise<void>((listening) => proxy.listen(desktop.egressSocket, listening));
    const second = await hostWith();
    onTestFinished(async () => second.close(true));
    expect(await second.isHeld(desktop.id)).toBe(true);
    expect(await first.isHeld(desktop.id)).toBe(true);
    await new Promise((closed) => proxy.close(closed));
    expect(await second.isHeld(desktop.id)).toBe(false);
    // A desktop that is about to be handed over still belongs to its original process.
    expect(await first.isHeld(desktop.id)).toBe(true);
  });

  it('a desktop without a host ends by itself, and another process can join it before that', async () => {
    const first = await hostWith({ graceSeconds: 4 });
    const desktop = await first.open(wish);
    await desktop.perform({ action: 'move', at: [640, 400] });
    await first.close();
    const second = await hostWith({ graceSeconds: 4 });
    const joined = await second.findOrJoin(desktop.id, wish, async () => undefined);
    expect((await joined?.screen())?.width).toBe(1_280);
    await second.close();
    for (;;) {
      const left = await docker.listContainers({
        all: true,
        filters: { label: [`pramaan.installation=${installation}`] },
      });
      if (left.length === 0) break;
      await sleep(200);
    }
    const third = await hostWith();
    expect(await third.findOrJoin(desktop.id, wish, async () => undefined)).toBeUndefined();
    await third.close();
  });
});
