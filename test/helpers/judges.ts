import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deadPort } from './api.ts';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('../judges/', import.meta.url));
const PROGRAMS = ['./judge', './keeper', 'filippo.io/torchwood/cmd/litewitness'];

/** Returns whether this machine has Go, in which the judges are written. */
export const hasGo = async (): Promise<boolean> =>
  run('go', ['version']).then(
    () => true,
    () => false,
  );

export interface Judges {
  /** Returns one verdict for each claim: `ok`, or the reason why it is wrong (test/judges/judge/main.go). */
  readonly judge: (claims: readonly object[]) => Promise<readonly string[]>;
  /** Starts a litewitness that knows one log. */
  readonly witness: (origin: string, vkeys: readonly string[]) => Promise<RunningWitness>;
  readonly close: () => Promise<void>;
}

export interface RunningWitness {
  readonly url: string;
  readonly vkey: string;
  readonly stop: () => Promise<void>;
}

/** Builds the judges from the Go module proxy. The first build takes a minute; later ones use Go's cache. */
export const buildJudges = async (): Promise<Judges> => {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-judges-'));
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly -buildvcs=false' };
  await run('go', ['build', '-o', `${folder}/`, ...PROGRAMS], { cwd: FOLDER, env });
  const witnesses: RunningWitness[] = [];
  return {
    judge: async (claims) => judge(folder, claims),
    witness: async (origin, vkeys) => {
      const witness = await startWitness(folder, `${witnesses.length}`, origin, vkeys);
      witnesses.push(witness);
      return witness;
    },
    close: async () => {
      await Promise.all(witnesses.map(async (witness) => witness.stop()));
      await rm(folder, { recursive: true });
    },
  };
};

const judge = async (folder: string, claims: readonly object[]): Promise<readonly string[]> => {
  const child = spawn(join(folder, 'judge'), { stdio: ['pipe', 'pipe', 'inherit'] });
  const verdicts: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => verdicts.push(line));
  child.stdin.end(claims.map((claim) => `${JSON.stringify(claim)}\n`).join(''));
  await once(child, 'close');
  if (verdicts.length !== claims.length) throw new Error('the judge left a claim without a verdict');
  return verdicts;
};

const startWitness = async (
  folder: string,
  name: string,
  origin: string,
  vkeys: readonly string[],
): Promise<RunningWitness> => {
  const [socket, database] = [join(folder, `agent-${name}`), join(folder, `witness-${name}.db`)];
  const keeper = spawn(join(folder, 'keeper'), [socket, database, origin, ...vkeys], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [fingerprint] = (await once(createInterface({ input: keeper.stdout }), 'line')) as [string];
  const address = `127.0.0.1:${await deadPort()}`;
  const options = {
    name: 'witness.example/w1',
    db: database,
    'ssh-agent': socket,
    listen: address,
    key: fingerprint,
  };
  const flags = Object.entries(options).flatMap(([flag, value]) => [`-${flag}`, value]);
  const litewitness = spawn(join(folder, 'litewitness'), flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const vkey = await new Promise<string>((resolve, reject) => {
    createInterface({ input: litewitness.stderr }).on('line', (line) => {
      const [, found] = /vkey="?([^\s"]+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    litewitness.once('exit', (code) => reject(new Error(`litewitness ended with ${code}`)));
  });
  await untilAnswers(`http://${address}/`);
  return {
    url: `http://${address}`,
    vkey,
    stop: async () => {
      const ended = [litewitness, keeper].map(async (child) => child.exitCode ?? once(child, 'exit'));
      litewitness.kill('SIGINT');
      keeper.stdin.end();
      await Promise.all(ended);
    },
  };
};

const untilAnswers = async (url: string): Promise<void> => {
  for (;;) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(20);
  }
};
