// Measures a warm sandbox's latency. The baseline, which alternates with it, is a cold locked-down container of the same image,
// started through the container engine's API.
// Usage: node bench/sandbox-latency.ts [--quick] [--runtime=runc|runsc]
import { loadavg } from 'node:os';
import type { Runtime } from '../src/sandbox/container-spec.ts';
import type { Profile } from '../src/sandbox/index.ts';
import { round } from './lib/load.ts';
import { openSandboxBench, runCold } from './lib/sandbox.ts';

const quick = process.argv.includes('--quick');
const runtime: Runtime = process.argv.includes('--runtime=runsc') ? 'runsc' : 'runc';
const ROUNDS = quick ? 15 : 60;
const CHART_ROUNDS = quick ? 3 : 10;
const RATE_MS = quick ? 6_000 : 20_000;
const TARGETS = { runc: { p50: 10, p95: 30 }, runsc: { p50: 45, p95: 120 } }[runtime];

const HELLO = "print('hello')";
const CHART = `
import pandas as pd, matplotlib.pyplot as plt
df = pd.DataFrame({'month': ['a', 'b', 'c'], 'sales': [3, 1, 2]})
df.plot.bar(x='month', y='sales')
plt.savefig('/tmp/sales.png')
print('hello')`;

const say = (line: string): void => console.log(line);
const at = (values: readonly number[], share: number): number =>
  round(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN, 1);
const summary = (values: readonly number[]) => ({
  p50: at(values, 0.5),
  p95: at(values, 0.95),
  min: at(values, 0),
});

const bench = await openSandboxBench(runtime, { python: 4, data: 1 });

/** Runs a program in a separate sandbox, and measures the time from the request to the outcome. */
const runWarm = async (profile: Profile, code: string): Promise<{ ms: number; codeMs: number }> => {
  const begun = performance.now();
  const { outcome } = await bench.host.runOnce(
    { profile, teamId: 'team_bench', run: 'run-bench', lifetimeMs: 120_000 },
    { language: 'python', code, timeoutMs: 100_000 },
  );
  const ms = performance.now() - begun;
  if (outcome.stdout !== 'hello\n') throw new Error(`unexpected output: ${outcome.stdout}${outcome.stderr}`);
  return { ms, codeMs: outcome.duration_ms };
};

const hello = async () => {
  const [warm, code, cold]: number[][] = [[], [], []];
  for (let number = 0; number < ROUNDS; number += 1) {
    await bench.settle();
    const { ms, codeMs } = await runWarm('python', HELLO);
    warm?.push(ms);
    code?.push(codeMs);
    await bench.settle();
    const ran = await runCold(bench, runtime, HELLO);
    if (ran.output !== 'hello\n') throw new Error(`unexpected output: ${ran.output}`);
    cold?.push(ran.ms);
  }
  return { warm: summary(warm ?? []), code: summary(code ?? []), cold: summary(cold ?? []) };
};

/** Draws the same chart twice: with preloaded libraries and without. */
const chart = async () => {
  const [loaded, unloaded]: number[][] = [[], []];
  for (let number = 0; number < CHART_ROUNDS; number += 1) {
    await bench.settle();
    loaded?.push((await runWarm('data', CHART)).ms);
    await bench.settle();
    unloaded?.push((await runWarm('python', CHART)).ms);
  }
  return { loaded: summary(loaded ?? []), unloaded: summary(unloaded ?? []) };
};

/** Returns how many single-use sandboxes per second this machine can continuously create, use and destroy. */
const rate = async (): Promise<number> => {
  await bench.settle();
  let ran = 0;
  const begun = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - begun < RATE_MS) {
      await runWarm('python', HELLO);
      ran += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  // Subtracts the pool's first sandboxes, which were created before the clock started.
  return round((ran - 4) / ((performance.now() - begun) / 1_000));
};

const load = loadavg();
try {
  say(
    `Sandbox on ${runtime}: warm, alternating with a cold locked-down container of the same image, ${ROUNDS} rounds`,
  );
  const latency = await hello();
  const ratios = {
    p50: round(latency.cold.p50 / latency.warm.p50, 1),
    p95: round(latency.cold.p95 / latency.warm.p95, 1),
  };
  say(`hello   warm p50 ${latency.warm.p50} p95 ${latency.warm.p95} ms (code ${latency.code.p50})`);
  say(`        cold p50 ${latency.cold.p50} p95 ${latency.cold.p95} ms: x${ratios.p50} and x${ratios.p95}`);
  const charts = await chart();
  const chartRatio = round(charts.loaded.p50 / charts.unloaded.p50);
  say(
    `chart   loaded ahead p50 ${charts.loaded.p50} ms, not p50 ${charts.unloaded.p50} ms: ${chartRatio} of the time`,
  );
  const perSecond = await rate();
  say(`refill  ${perSecond} sandboxes made, used and destroyed per second`);
  const met = latency.warm.p50 <= TARGETS.p50 && latency.warm.p95 <= TARGETS.p95 && chartRatio <= 0.34;
  say(`aim     p50 ${TARGETS.p50} p95 ${TARGETS.p95} ms, chart 0.33: ${met ? 'met' : 'not met'}`);
  say(
    JSON.stringify({
      bench: 'sandbox-latency',
      baseline: 'cold locked-down docker run of the same image through the API',
      quick,
      runtime,
      load,
      ...latency,
      ratios,
      charts,
      chart_ratio: chartRatio,
      refill_per_s: perSecond,
    }),
  );
} finally {
  await bench.close();
}
