// Measures POST /v1/run through the whole service. The baselines, which alternate with it in the same run, are a cold locked-down
// container of the same image, started through the container engine's API, and a bare warm sandbox. Also measures the sustained
// number of runs per second.
// Usage: node bench/code-run.ts [--quick] [--runtime=runc|runsc] [--soak]
import { loadavg } from 'node:os';
import type { Runtime } from '../src/sandbox/container-spec.ts';
import { startCodeService, type Times } from './lib/code-service.ts';
import { soak } from './lib/code-soak.ts';
import { round } from './lib/load.ts';
import { openSandboxBench, runCold } from './lib/sandbox.ts';

const quick = process.argv.includes('--quick');
const runtime: Runtime = process.argv.includes('--runtime=runsc') ? 'runsc' : 'runc';
const ROUNDS = quick ? 12 : 60;
const RATE_MS = quick ? 8_000 : 25_000;
const RATE_TURNS = quick ? 1 : 3;
const CLIENTS = 8;
const HELLO = "print('hello')";
const AIM = { p50: 1 / 6, p95: 1 / 3, sandbox: { runc: [10, 30], runsc: [45, 120] }[runtime] };

const at = (values: readonly number[], share: number): number =>
  round(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN, 1);
const summary = (values: readonly number[]) => ({ p50: at(values, 0.5), p95: at(values, 0.95) });

/**
 * Returns the runs per second that `CLIENTS` callers achieve without pauses, not counting the sandboxes that were ready
 * beforehand.
 */
const rateOf = async (once: () => Promise<unknown>, ready: number): Promise<number> => {
  let ran = 0;
  const begun = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - begun < RATE_MS) {
      await once();
      ran += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (ran - ready) / ((performance.now() - begun) / 1_000);
};

const measure = async (): Promise<void> => {
  const bare = await openSandboxBench(runtime, { python: 2, data: 0 });
  const service = await startCodeService(bare.dockerHost, { SANDBOX_RUNTIME: runtime });
  try {
    const load = loadavg();
    const [whole, warm, cold]: [number[], number[], number[]] = [[], [], []];
    const times: Times[] = [];
    const runWhole = async (): Promise<void> => {
      const begun = performance.now();
      const { body, times: spent } = await service.run({ code: HELLO });
      const took = performance.now() - begun;
      whole.push(took);
      if (body.stdout !== 'hello\n') throw new Error(`unexpected output: ${body.stdout}`);
      const known = Object.values(spent).reduce((sum, ms) => sum + ms, 0);
      times.push({ ...spent, 'client, http': took - known });
    };
    const runBare = async (): Promise<void> => {
      const begun = performance.now();
      await bare.host.runOnce(
        { profile: 'python', teamId: 'team_bench', run: 'run-bench', lifetimeMs: 60_000 },
        { language: 'python', code: HELLO, timeoutMs: 30_000 },
      );
      warm.push(performance.now() - begun);
    };
    const settle = async (): Promise<void> => {
      await Promise.all([bare.settle(), service.settle()]);
    };
    for (let first = 0; first < 5; first += 1) await runWhole();
    whole.length = times.length = 0;
    for (let n = 0; n < ROUNDS; n += 1) {
      await settle();
      await runWhole();
      await settle();
      await runBare();
      await settle();
      cold.push((await runCold(bare, runtime, HELLO)).ms);
    }
    const figures = { whole: summary(whole), warm: summary(warm), cold: summary(cold) };
    const share = {
      p50: round(figures.whole.p50 / figures.cold.p50, 3),
      p95: round(figures.whole.p95 / figures.cold.p95, 3),
    };
    console.log(`POST /v1/run on ${runtime}, one at a time, ${ROUNDS} rounds in turns`);
    console.table(figures);
    const phases = Object.keys(times[0] ?? {});
    const spent = Object.fromEntries(phases.map((name) => [name, summary(times.map((t) => t[name] ?? 0))]));
    console.log('how a run spends its time (ms):');
    console.table(spent);
    console.log(
      `end to end / cold: p50 ${share.p50} (aim ${round(AIM.p50, 3)}), p95 ${share.p95} (aim ${round(AIM.p95, 3)})`,
    );

    const rates = { whole: [] as number[], bare: [] as number[] };
    for (let turn = 0; turn < RATE_TURNS; turn += 1) {
      await settle();
      rates.bare.push(await rateOf(runBare, 2));
      await settle();
      rates.whole.push(
        await rateOf(async () => service.run({ code: HELLO }), (await service.containers()).length),
      );
    }
    const perSecond = { whole: round(Math.max(...rates.whole), 2), bare: round(Math.max(...rates.bare), 2) };
    console.log(
      `sustained: ${perSecond.whole} runs/s, bare pool ${perSecond.bare} runs/s, ${CLIENTS} callers`,
    );
    const { ok, checked } = await service.ledger.verify(service.teamId);
    if (!ok) throw new Error('the chain does not verify');
    console.log(
      JSON.stringify({
        bench: 'code-run',
        baseline: 'cold locked-down docker run of the same image through the API',
        quick,
        runtime,
        load,
        ...figures,
        share_of_cold: share,
        aim_met: share.p50 <= AIM.p50 && share.p95 <= AIM.p95,
        spent,
        runs_per_second: perSecond,
        throughput_ratio: round(perSecond.whole / perSecond.bare),
        ledger_rows: checked,
      }),
    );
  } finally {
    await service.close();
    await bare.close();
  }
};

if (process.argv.includes('--soak')) await soak({ runtime, runs: quick ? 100 : 1_000 });
else await measure();
