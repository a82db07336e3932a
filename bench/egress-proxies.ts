// Compares which requests the egress fence, squid and smokescreen let through, and how fast they are. The other proxies are
// optional. Needs permission to listen on low ports.
// Usage: SQUID=/usr/sbin/squid SMOKESCREEN=~/go/bin/smokescreen node bench/egress-proxies.ts [--quick]
// To install them: apt-get install squid-openssl; go install github.com/stripe/smokescreen@v0.1.0
import { connect, type Socket } from 'node:net';
import { loadavg } from 'node:os';
import { clientHello } from '../test/helpers/hello.ts';
import { PROXY_CASES, type ProxyCase } from './lib/egress/cases.ts';
import { type Proxy, startFence, startSmokescreen, startSquid } from './lib/egress/proxies.ts';
import { ADDRESSES, openSites } from './lib/egress/sites.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const MIB = quick ? 32 : 256;
const ROUNDS = quick ? 3 : 7;
const SILENCE_MS = 150;
const PATIENCE_MS = 1_200;

const sites = await openSites();

/** Writes the parts, waiting for a response or a pause before each next part, and then waits until no more data arrives. */
const talk = async (socket: Socket, parts: readonly (string | Buffer)[]): Promise<void> => {
  const state = { heard: 0, closed: false };
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => (state.heard += bytes.length));
  socket.on('close', () => (state.closed = true));
  for (const part of parts) {
    const before = state.heard;
    if (!state.closed) socket.write(part);
    for (
      const end = performance.now() + PATIENCE_MS;
      state.heard === before && !state.closed && performance.now() < end;
    ) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  socket.destroy();
};

/** Outcome of an attempt. `lenient` means that one interpretation of an ambiguous request reached the allowed site. */
type Outcome = 'holds' | 'lenient' | 'fails';

const judge = async (proxy: Proxy, { send, reaches, mild = false }: ProxyCase): Promise<Outcome> => {
  sites.forget();
  await talk(proxy.open(), send);
  const inside = sites.got('allowed');
  if (sites.got('evil') + sites.got('inside') !== '') return 'fails';
  if (reaches === 'allowed') return inside === '' ? 'fails' : 'holds';
  if (inside === '') return 'holds';
  return mild && !inside.includes('evil.test') ? 'lenient' : 'fails';
};

/** Transfers `MIB` MiB through an open path. @returns MiB per second */
const transfer = async (socket: Socket, before: readonly (string | Buffer)[]): Promise<number> => {
  socket.on('error', () => undefined);
  for (const part of before) {
    socket.write(part);
    await new Promise((resolve) => socket.once('data', resolve));
  }
  const begun = performance.now();
  let got = 0;
  socket.write(`GET /mib/${MIB} HTTP/1.1\r\nHost: allowed.test\r\n\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.on('close', () => reject(new Error('the transfer was cut')));
    socket.on('data', (bytes) => {
      got += bytes.length;
      if (got >= MIB * 1_048_576) resolve();
    });
  });
  socket.destroy();
  return MIB / ((performance.now() - begun) / 1_000);
};

const TUNNEL = [
  'CONNECT allowed.test:443 HTTP/1.1\r\nHost: allowed.test:443\r\n\r\n',
  clientHello({ names: ['allowed.test'] }),
];

/** Returns the time in milliseconds from the first byte of CONNECT to the echo of the hello. */
const opening = async (proxy: Proxy): Promise<number> => {
  const begun = performance.now();
  const socket = proxy.open();
  socket.on('error', () => undefined);
  for (const part of TUNNEL) {
    socket.write(part);
    await new Promise((resolve) => socket.once('data', resolve));
  }
  socket.destroy();
  return performance.now() - begun;
};

const proxies: Proxy[] = [await startFence()];
for (const [name, start] of [
  ['squid', async () => startSquid(false)],
  ['squid, peek and splice', async () => startSquid(true)],
  ['smokescreen', startSmokescreen],
] as const) {
  const proxy = await start().catch((error: unknown) =>
    console.log(`${name} did not start: ${String(error)}`),
  );
  if (proxy === undefined) console.log(`${name}: not here, left out`);
  else proxies.push(proxy);
}

const outcomes = new Map<string, readonly Outcome[]>();
const countOf = (name: string, wanted: Outcome): number =>
  outcomes.get(name)!.filter((outcome) => outcome === wanted).length;
for (const proxy of proxies) {
  const found: Outcome[] = [];
  for (const one of PROXY_CASES) found.push(await judge(proxy, one));
  outcomes.set(proxy.name, found);
  console.log(`${proxy.name}: ${countOf(proxy.name, 'holds')} of ${PROXY_CASES.length} hold`);
  for (const [i, { what }] of PROXY_CASES.entries()) {
    if (found[i] !== 'holds') console.log(`  ${found[i]}: ${what}`);
  }
}

const direct: number[] = [];
const rates = new Map<string, number[]>(proxies.map(({ name }) => [name, []]));
const openings = new Map<string, number[]>(proxies.map(({ name }) => [name, []]));
for (let i = 0; i < ROUNDS; i += 1) {
  direct.push(await transfer(connect(443, ADDRESSES.allowed), []));
  for (const proxy of proxies) {
    rates.get(proxy.name)!.push(await transfer(proxy.open(), TUNNEL));
    for (let n = 0; n < 10; n += 1) openings.get(proxy.name)!.push(await opening(proxy));
  }
}
const result = {
  bench: 'egress-proxies',
  load: round(loadavg()[0]!, 1),
  cases: PROXY_CASES.length,
  direct_mib_s: round(median(direct), 0),
  proxies: proxies.map(({ name }) => ({
    name,
    fails: countOf(name, 'fails'),
    lenient: countOf(name, 'lenient'),
    mib_s: round(median(rates.get(name)!), 0),
    of_direct: round(median(rates.get(name)!) / median(direct)),
    open_ms: round(median(openings.get(name)!)),
  })),
};
console.log(JSON.stringify(result));
for (const proxy of proxies) await proxy.close();
await sites.close();
if (countOf('egress fence', 'holds') < PROXY_CASES.length) process.exitCode = 1;
process.exit();
