// Measures how soon a viewer sees the desktop, both without a browser and in Chromium with noVNC. The baseline is reading
// directly from the screen's own socket. The API, the link and a static screen run in this process, with a separate database.
// Usage: node bench/live-view.ts [--quick]
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { loadavg } from 'node:os';
import { chromium, type Page } from 'playwright-core';
import { WebSocket } from 'ws';
import { streamUrlOf } from '../src/api/live-view/stream-url.ts';
import { startApi } from '../src/api/main.ts';
import { loadConfig } from '../src/config.ts';
import { KeyRing } from '../src/store/crypto/key-ring.ts';
import { createDatabase, createPool } from '../src/store/db/client.ts';
import { announceHost } from '../src/store/hosts/hosts.ts';
import { newId } from '../src/ids.ts';
import { Authenticator } from '../src/store/keys/authenticate.ts';
import { issueKey } from '../src/store/keys/store.ts';
import { ensureTeam } from '../src/store/keys/team.ts';
import { createLedger } from '../src/ledger/index.ts';
import { LINK_PURPOSE } from '../src/desktop/live-view/link.ts';
import { startWorkerLink } from '../src/desktop/live-view/worker-link.ts';
import { createLogger } from '../src/observability/logger.ts';
import { encodings, GREETING, updateRequest } from '../test/helpers/rfb-client.ts';
import { createRfbScreen, watchedScreen } from '../test/helpers/rfb-server.ts';
import { openBenchDatabase } from './lib/database.ts';
import { round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const [ROUNDS, PAGES] = quick ? [20, 5] : [100, 25];
const PICTURE = 320 * 200 * 4;
const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

const database = await openBenchDatabase();
const config = loadConfig({
  DATABASE_URL: database.url,
  ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  PORT: '0',
});
const pool = createPool(database.url);
const db = createDatabase(pool);
const ledger = createLedger({ pool });
const screen = await createRfbScreen();
const team = await ensureTeam(db, { name: 'bench' });
const { record } = await issueKey(db, { teamId: team.id, name: 'bench' });
const run = newId('op');
const desktop = watchedScreen(screen, team.id);
const link = await startWorkerLink({
  ring: new KeyRing(config.ENCRYPTION_KEYS, LINK_PURPOSE),
  host: '127.0.0.1',
  port: 0,
  desktops: { findByRun: () => desktop },
  ledger,
  onError: (error) => console.error(error),
});
const state = { runtime: 'runc', state: 'ready', detail: '', containers: 1, ready: 0, waiting: 0 } as const;
await announceHost(db, { host: 'bench', ...state, view_address: link.address });
await pool.query(
  `INSERT INTO sandbox_leases (sandbox_id, host, owner, profile, state, team_id, run, ends_at, deadline)
   VALUES ($1, 'bench', 'act_1', 'desktop', 'claimed', $2, $3, now() + interval '1 hour', now() + interval '1 hour')`,
  [newId('sbx'), team.id, run],
);
const api = await startApi(config, createLogger('silent', 'bench'));
const rings = { liveView: new KeyRing(config.ENCRYPTION_KEYS, 'live-view') };
const address = streamUrlOf(
  { rings, settings: { publicBaseUrl: api.url } },
  { runId: run, caller: (await new Authenticator(db).byId(record.id))!, mode: 'view' },
);

const timed = async (once: () => Promise<void>): Promise<number> => {
  const begun = performance.now();
  await once();
  return performance.now() - begun;
};
const WANTED = Buffer.concat([GREETING, encodings(0), updateRequest(false)]);

/** Reads from the screen's own socket, which measures the time for just RFB. */
const direct = async (): Promise<void> => {
  const socket = connect(screen.path);
  let got = 0;
  socket.write(WANTED);
  await new Promise<void>((resolve) =>
    socket.on('data', (bytes) => {
      got += bytes.length;
      if (got > PICTURE) resolve();
    }),
  );
  socket.destroy();
};

/** Watches without a browser. The time includes WebSocket, token, link, ledger row and the first complete frame. */
const viewer = async (): Promise<void> => {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/v1/operators/view/socket`);
  let got = 0;
  socket.on('open', () => socket.send(JSON.stringify({ token: new URL(address).hash.slice(1) })));
  await new Promise<void>((resolve, reject) => {
    socket.on('close', (code) => reject(new Error(`closed with ${code}`)));
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) socket.send(WANTED);
      else if ((got += data.length) > PICTURE) resolve();
    });
  });
  socket.terminate();
};

const collect = async (times: number, once: () => Promise<void>): Promise<readonly number[]> => {
  const took: number[] = [];
  for (let i = 0; i < times; i += 1) took.push(await timed(once));
  return took.toSorted((a, b) => a - b);
};
const summary = (sorted: readonly number[]) => ({
  p50: round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, 1),
  p95: round(sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN, 1),
  min: round(sorted[0] ?? Number.NaN, 1),
});

const result: Record<string, unknown> = { bench: 'live-view', load: round(loadavg()[0]!, 1) };
result['direct_ms'] = summary(await collect(ROUNDS, direct));
result['viewer_ms'] = summary(await collect(ROUNDS, viewer));
if (BROWSER === undefined) console.log('Chromium is not installed, so the page is not measured');
else {
  const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
  const view = async (opened: Page): Promise<number> =>
    timed(async () => {
      await opened.goto(address);
      await opened.waitForSelector('body[data-connected]');
    });
  const first: number[] = [];
  const again: number[] = [];
  let requests = 0;
  let bytes = 0;
  for (let n = -1; n < PAGES; n += 1) {
    // A new context has an empty cache, so noVNC is fetched completely.
    const context = await browser.newContext();
    const opened = await context.newPage();
    opened.on('requestfinished', (request) => {
      requests += 1;
      void request.sizes().then((sizes) => (bytes += sizes.responseBodySize));
    });
    const took = await view(opened);
    if (n === -1) {
      result['page_requests'] = requests;
      result['page_kb'] = round(bytes / 1024);
    }
    await opened.goto('about:blank');
    const tookAgain = await view(opened);
    await context.close();
    // The first page is not counted because it also starts other parts of the browser.
    if (n < 0) continue;
    first.push(took);
    again.push(tookAgain);
  }
  result['page_ms'] = summary(first.toSorted((one, other) => one - other));
  result['page_cached_ms'] = summary(again.toSorted((one, other) => one - other));
  await browser.close();
}
console.log(JSON.stringify(result));
await api.stop();
await link.close();
await ledger.close();
await screen.close();
await pool.end();
await database.close();
