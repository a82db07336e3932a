// Measures how many desktops fit on one host. Opens desktops, each with a page in its browser, until memory runs out, opening
// takes too long or the limit is reached.
// Usage: node bench/desktop-density.ts [--quick] [--idle] [limit]. With --idle, the desktops do not have a browser.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { type Desktop, encodePng } from '../src/desktop/index.ts';
import { openDesktopBench, PAGE_URL, servePage } from './lib/desktops.ts';
import { round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const idle = process.argv.includes('--idle');
const given = process.argv.slice(2).find((word) => /^\d+$/.test(word));
const MOST = Number(given ?? (quick ? 6 : 150));
/** Memory to leave free for everything else on the host. */
const RESERVE_MIB = 3_072;
/** Maximum time to open a desktop. A slower one would be useless. */
const SLOWEST_MS = 30_000;
const LONGEST_MS = 400_000;
const ACTS = 20;
const PAGE = '<!doctype html><h1>Claim CLM-1</h1><textarea style="width:900px;height:500px"></textarea>';

const availableMib = (): number =>
  Math.round(Number(/MemAvailable:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) / 1024);

const bench = await openDesktopBench();
const host = bench.host(0, MOST);
const desktops: Desktop[] = [];
const firstFrames: number[] = [];
const pages: number[] = [];
const before = availableMib();
const begun = performance.now();
let stoppedBy = '';
while (stoppedBy === '') {
  const start = performance.now();
  try {
    const desktop = await bench.open(host);
    desktops.push(desktop);
    await encodePng(await desktop.screen());
    firstFrames.push(performance.now() - start);
    if (!idle) {
      await servePage(desktop, PAGE);
      await desktop.perform({ action: 'open_app', app: 'browser', url: PAGE_URL });
    }
  } catch (error) {
    stoppedBy = `error: ${error instanceof Error ? error.message : 'unknown'}`;
    break;
  }
  pages.push(performance.now() - start);
  const took = pages.at(-1)!;
  if (desktops.length % 10 === 0)
    console.error(`${desktops.length}: ${Math.round(took)} ms, ${availableMib()} MiB left`);
  if (desktops.length >= MOST) stoppedBy = `bound of ${MOST}`;
  else if (availableMib() < RESERVE_MIB) stoppedBy = `memory: less than ${RESERVE_MIB} MiB left`;
  else if (took > SLOWEST_MS) stoppedBy = `time: the last took ${Math.round(took)} ms`;
  else if (performance.now() - begun > LONGEST_MS) stoppedBy = `time: ${LONGEST_MS / 1_000} s`;
}
const after = availableMib();
const load = round(loadavg()[0]!, 1);

// Measures actions on some of the desktops while all of them are open.
const acts: number[] = [];
for (let n = 0; n < ACTS; n += 1) {
  const desktop = desktops[(n * 7) % desktops.length]!;
  const at = performance.now();
  const done = await desktop.perform({ action: 'click', at: [300 + n, 300] });
  await encodePng(done.frame);
  acts.push(performance.now() - at - done.settleMs);
}
const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN);
const memory = await bench.memoryMb(desktops[0]!);
const closing = performance.now();
await Promise.all(desktops.map(async (desktop) => desktop.close()));
console.log(
  JSON.stringify({
    bench: 'desktop-density',
    with: idle ? 'no browser' : 'a page',
    desktops: desktops.length,
    stopped_by: stoppedBy,
    host_mib_before: before,
    host_mib_after: after,
    host_mib_each: round((before - after) / desktops.length, 1),
    own_mib: memory,
    load_at_the_end: load,
    first_frame_ms: { p50: median(firstFrames), last_ten: median(firstFrames.slice(-10)) },
    page_ms: { p50: median(pages), last_ten: median(pages.slice(-10)) },
    click_p50_ms: median(acts),
    close_all_ms: Math.round(performance.now() - closing),
    left: await bench.containers(),
  }),
);
await host.close(true);
await bench.close();
