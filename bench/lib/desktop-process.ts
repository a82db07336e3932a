// Holds desktops until it is killed: node bench/lib/desktop-process.ts <json settings>
import { readFile } from 'node:fs/promises';
import { createPool } from '../../src/db/client.ts';
import { createDesktopLeases, DesktopHost } from '../../src/desktop/index.ts';
import { newId } from '../../src/ids.ts';
import { connectEngine } from '../../src/sandbox/connect.ts';

/** What one process is started with. */
export interface DesktopProcessSettings {
  readonly dockerHost: string;
  readonly image: string;
  readonly databaseUrl: string;
  readonly sockets: string;
  readonly installation: string;
  readonly ttlMs: number;
}

if (import.meta.main) {
  const settings = JSON.parse(process.argv[2] ?? '') as DesktopProcessSettings;
  const host = new DesktopHost({
    docker: connectEngine(settings.dockerHost),
    image: async () => settings.image,
    seccomp: await readFile(new URL('../../images/desktop/seccomp.json', import.meta.url), 'utf8'),
    installation: settings.installation,
    leases: createDesktopLeases({
      pool: createPool(settings.databaseUrl),
      host: 'bench',
      owner: newId('act'),
      ttlMs: settings.ttlMs,
    }),
    log: { info: () => undefined, warn: () => undefined },
    sockets: settings.sockets,
    ready: 1,
    max: 2,
    graceSeconds: 3,
    beatMs: 1_000,
  });
  console.log('started');
  const desktop = await host.open({
    teamId: 'team_bench',
    run: newId('op'),
    lifetimeMs: 60_000,
    waitMs: 60_000,
  });
  for (let n = 0; ; n += 1) await desktop.perform({ action: 'move', at: [n % 1_000, 300] });
}
