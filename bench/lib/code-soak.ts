import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import type { CodeRunBody } from '../../src/contract/code-run.ts';
import type { DaemonFolders } from '../../src/provision/daemon-folders.ts';
import { ensureContainerEngine } from '../../src/provision/docker.ts';
import { createProgress } from '../../src/process/progress.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import type { Runtime } from '../../src/sandbox/container-spec.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { createImages } from '../../src/sandbox/images.ts';
import { type CodeService, startCodeService } from './code-service.ts';

const CLIENTS = 6;
const ENDLESS_EVERY = 10;
const ENDLESS_LIMIT_MS = 500;
const OVERRUN_MS = 1_000;
const WHOLE =
  /^(?:sandbox\.open sandbox\.close )*sandbox\.open sandbox\.run (?:egress\.block )*sandbox\.close$/u;

interface Tally {
  readonly answers: Map<string, number>;
  readonly refs: Set<string>;
  overruns: number;
  wrong: number;
}

/**
 * Runs code continuously while containers, the worker and the container engine are killed at random. Afterwards, no container may
 * be left over, and every run must have its rows exactly once.
 * @throws when there are leftovers
 */
export const soak = async (options: { readonly runtime: Runtime; readonly runs: number }): Promise<void> => {
  const folders = {
    run: `/run/pramaan-soak-${process.pid}`,
    data: join(tmpdir(), `pramaan-soak-${process.pid}`),
  };
  const progress = createProgress(process.stderr);
  const shared = await ensureContainerEngine(progress, { env: process.env });
  if ('off' in shared) throw new Error(shared.off);
  const engine = await ensureContainerEngine(progress, { env: { ...process.env, DOCKER_HOST: '' }, folders });
  if ('off' in engine) throw new Error(engine.off);
  if (engine.host === shared.host)
    throw new Error('the soak test needs its own container engine, because it kills it');
  const docker = connectContainerEngine(engine.host);
  await progress.step('Copying the images', async () =>
    copyImages(connectContainerEngine(shared.host), docker),
  );
  const service = await startCodeService(engine.host, {
    SANDBOX_RUNTIME: options.runtime,
    SANDBOX_MAX: '8',
    SANDBOX_WAIT_MS: '20000',
  });
  const kills = { containers: 0, workers: 0, engines: 0 };
  try {
    const tally: Tally = { answers: new Map(), refs: new Set(), overruns: 0, wrong: 0 };
    const over = new AbortController();
    const killing = killAtRandom({ service, docker, folders, kills, signal: over.signal });
    await runMany(service, options.runs, tally);
    over.abort();
    await killing;
    const left = await leftovers(service, tally);
    const { ok, checked } = await service.ledger.verify(service.teamId);
    const answers = Object.fromEntries(tally.answers);
    console.log(
      JSON.stringify({
        bench: 'code-run-soak',
        ...options,
        kills,
        answers,
        overruns: tally.overruns,
        wrong: tally.wrong,
        ...left,
        chain: ok,
        rows: checked,
      }),
    );
    if (!ok || tally.overruns + tally.wrong + left.containers + left.incomplete > 0) {
      throw new Error('the soak test left something behind');
    }
  } finally {
    await service.close();
    await engine.stop?.();
    await shared.stop?.();
    await rm(folders.run, { recursive: true, force: true });
    await rm(folders.data, { recursive: true, force: true });
  }
};

const copyImages = async (from: Docker, to: Docker): Promise<void> => {
  const images = createImages({ docker: from, settings: imageSettings(process.env) });
  for (const name of ['python', 'bash'] as const) {
    const loading = await to.loadImage(await from.getImage(await images.ensure(name)).get());
    await new Promise((resolve, reject) => {
      to.modem.followProgress(loading, (error) => (error === null ? resolve(undefined) : reject(error)));
    });
  }
};

const runMany = async (service: CodeService, runs: number, tally: Tally): Promise<void> => {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < runs) {
      next += 1;
      const n = next;
      if (n % 100 === 0) console.log(`${n} runs: ${JSON.stringify(Object.fromEntries(tally.answers))}`);
      await runOne(service, n, tally).catch((error: unknown) => {
        count(tally, error instanceof Error ? error.message : 'failed');
      });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
};

const count = (tally: Tally, end: string): void => {
  tally.answers.set(end, (tally.answers.get(end) ?? 0) + 1);
};

const runOne = async (service: CodeService, n: number, tally: Tally): Promise<void> => {
  const endless = n % ENDLESS_EVERY === 0;
  const code = endless
    ? 'while True: pass'
    : `import os, time\ntime.sleep(${(n % 7) / 10})\nprint(${n}, os.listdir('/tmp'))`;
  const response = await service.post({ code, ...(endless && { timeout_ms: ENDLESS_LIMIT_MS }) });
  if (response.status !== 200) {
    const { type = String(response.status) } = (await response.json()) as { type?: string };
    const problem = type.replace('urn:pramaan:problem:', '');
    count(tally, problem);
    // Waits as the response asks, because the unavailable dependency will not recover immediately.
    if (problem === 'dependency-away') await sleep(2_000);
    return;
  }
  const outcome = (await response.json()) as CodeRunBody;
  tally.refs.add(outcome.ledger_ref);
  count(tally, endless ? 'timed out' : 'ran');
  if (outcome.duration_ms > (endless ? ENDLESS_LIMIT_MS : 30_000) + OVERRUN_MS) tally.overruns += 1;
  if (endless ? !outcome.timed_out : outcome.stdout !== `${n} []\n`) tally.wrong += 1;
};

interface Killer {
  readonly service: CodeService;
  readonly docker: Docker;
  readonly folders: DaemonFolders;
  readonly kills: { containers: number; workers: number; engines: number };
  readonly signal: AbortSignal;
}

/** Mostly kills containers, now and then the worker, and occasionally the container engine. */
const killAtRandom = async ({ service, docker, folders, kills, signal }: Killer): Promise<void> => {
  while (!signal.aborted) {
    await sleep(1_000 + Math.random() * 4_000);
    const dice = Math.random();
    if (dice < 0.7) {
      const all = await service.containers().catch(() => []);
      const one = all[Math.floor(Math.random() * all.length)];
      if (one === undefined) continue;
      const killed = await docker
        .getContainer(one.Id)
        .kill()
        .then(() => true)
        .catch(() => false);
      if (killed) kills.containers += 1;
    } else if (dice < 0.9) {
      await service.replaceWorker();
      kills.workers += 1;
    } else {
      process.kill(Number.parseInt(await readFile(join(folders.run, 'docker.pid'), 'utf8'), 10), 'SIGKILL');
      kills.engines += 1;
      await sleep(5_000);
    }
  }
};

/** Returns the leftovers after everything has ended and the reconciler has handled late runs. */
const leftovers = async (service: CodeService, tally: Tally) => {
  let incomplete: readonly string[] = [];
  for (let tries = 0; tries < 90; tries += 1) {
    incomplete = await service.incompleteRuns(WHOLE);
    if (incomplete.length === 0) break;
    await sleep(1_000);
  }
  if (incomplete.length > 0) console.log(incomplete.slice(0, 5));
  await service.stopWorker();
  let containers = await service.containers();
  for (let tries = 0; tries < 30 && containers.length > 0; tries += 1) {
    await sleep(1_000);
    containers = await service.containers();
  }
  return { answered: tally.refs.size, incomplete: incomplete.length, containers: containers.length };
};
