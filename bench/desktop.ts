// Measures desktops: the time from opening to the first frame (cold and warm), actions with and without waiting for the screen to
// settle, memory, and teardown.
// Usage: node bench/desktop.ts [--quick]
import { setTimeout as sleep } from 'node:timers/promises';
import { type Desktop, encodePng } from '../src/desktop/index.ts';
import { openDesktopBench, PAGE_URL, servePage } from './lib/desktops.ts';

const quick = process.argv.includes('--quick');
const TIMES = quick ? 5 : 40;
const PAGE = '<!doctype html><textarea style="width:900px;height:500px"></textarea>';

const percentiles = (values: readonly number[]): Readonly<Record<'p50' | 'p95' | 'min', number>> => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!);
  return { p50: at(0.5), p95: at(0.95), min: Math.round(sorted[0]!) };
};

const timed = async (task: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await task();
  return performance.now() - begun;
};

const bench = await openDesktopBench();
const { memoryMb, open } = bench;

const result = (metric: string, value: object): void =>
  console.log(JSON.stringify({ bench: 'desktop', metric, times: TIMES, ...value }));

const cold = bench.host(0, 8);
const opens: number[] = [];
const closes: number[] = [];
for (let n = 0; n < TIMES; n += 1) {
  let desktop: Desktop | undefined;
  opens.push(
    await timed(async () => {
      desktop = await open(cold);
      await encodePng(await desktop.screen());
    }),
  );
  closes.push(await timed(async () => desktop?.close()));
}
result('open_cold_to_first_png_ms', percentiles(opens));
result('close_ms', percentiles(closes));

const warm = bench.host(1, 8);
const warmOpens: number[] = [];
for (let n = 0; n < TIMES; n += 1) {
  while (warm.stats().ready === 0) await sleep(50);
  await sleep(200);
  let desktop: Desktop | undefined;
  warmOpens.push(
    await timed(async () => {
      desktop = await open(warm);
      await encodePng(await desktop.screen());
    }),
  );
  await desktop?.close();
}
result('open_warm_to_first_png_ms', percentiles(warmOpens));
await warm.close(true);

const desktop = await open(cold);
await servePage(desktop, PAGE);
result('memory_idle_mb', { value: await memoryMb(desktop) });
result('open_browser_ms', {
  value: Math.round(
    await timed(async () => desktop.perform({ action: 'open_app', app: 'browser', url: PAGE_URL })),
  ),
});
result('memory_with_page_mb', { value: await memoryMb(desktop) });
const acts: number[] = [];
const settles: number[] = [];
const views: number[] = [];
const dials: number[] = [];
for (let n = 0; n < TIMES * 3; n += 1) {
  const begun = performance.now();
  const done = await desktop.perform({ action: 'click', at: [300 + n, 300] });
  await encodePng(done.frame);
  acts.push(performance.now() - begun - done.settleMs);
  settles.push(performance.now() - begun);
  views.push(await timed(async () => encodePng(await desktop.screen())));
  dials.push(
    await timed(async () => {
      const socket = await desktop.dial();
      await new Promise((resolve) => {
        socket.once('data', resolve);
      });
      socket.destroy();
    }),
  );
}
result('click_and_png_without_settle_ms', percentiles(acts));
result('click_and_png_with_settle_ms', percentiles(settles));
result('screen_png_ms', percentiles(views));
result('dial_to_greeting_ms', percentiles(dials));
const hindi = 'नमस्ते भारत ₹५०० 😀 '.repeat(100);
result('type_2000_characters_hindi_ms', {
  value: Math.round(await timed(async () => desktop.perform({ action: 'type', text: hindi }))),
});
await desktop.close();
await cold.close(true);
await bench.close();
