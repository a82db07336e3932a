import { chown, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type ProvidedContext } from 'vitest';
import type { RunBody } from '../../src/contract/run.ts';
import { command } from './commands.ts';
import { startEngine } from './engine.ts';
import { createNetwork } from './network.ts';
import { createStack, type Stack } from './stack.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const API = 'http://127.0.0.1:3000';
export const WEB_UI = 'http://127.0.0.1:8233';

export interface Verdict {
  /** Number of rows that no signed checkpoint covers. */
  readonly newer: number;
}

/** A running deployment, as its users see it. */
export interface Deployment {
  readonly stack: Stack;
  /** Folder of `.env` and the files of scripts. */
  readonly folder: string;
  /** Sets the API key of all requests. */
  readonly useKey: (key: string) => void;
  readonly request: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** Starts a run and returns its id. */
  readonly startRun: () => Promise<string>;
  readonly untilEnded: (id: string) => Promise<void>;
  readonly runCode: (code: string) => Promise<unknown>;
  /**
   * Kills a service's main process from outside, because a container that Docker itself kills is not
   * restarted.
   */
  readonly crash: (service: string) => Promise<void>;
  /**
   * Exports the ledger for an auditor and checks it with both offline verifiers.
   * @returns the findings of the second one
   */
  readonly verifyLedger: () => Promise<Verdict>;
  readonly end: () => Promise<void>;
}

/** Returns a response's body. @throws AssertionError with the body if the response has another status */
export const read = async <T>(response: Response, status = 200): Promise<T> => {
  const text = await response.text();
  expect(`${response.status} ${text}`).toMatch(new RegExp(`^${status} `));
  return JSON.parse(text) as T;
};

/** Starts docker-compose.yml with .env.example on an engine and a network of its own. */
export const startDeployment = async ({
  program,
  images,
}: Exclude<ProvidedContext['deployment'], { readonly lacking: string }>): Promise<Deployment> => {
  const atEnd: (() => Promise<unknown>)[] = [];
  const end = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const step of atEnd.splice(0).toReversed())
      await step().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'The deployment could not be taken down.');
  };
  try {
    const name = 'pramaan-compose';
    const network = await createNetwork(name);
    atEnd.push(network.end);
    const engine = await startEngine(network);
    atEnd.push(engine.end);
    await network.reach([3000, 8233], engine.run);
    const desktops = join(engine.run, 'desktops');
    await mkdir(desktops, { mode: 0o700 });
    await chown(desktops, 10_001, 10_001);
    const socket = engine.host.replace('unix://', '');
    const stack = await createStack({
      host: engine.host,
      program,
      project: name,
      folder: engine.run,
      settings: {
        ...images,
        COMPOSE_PROFILES: 'sandboxes',
        DOCKER_SOCKET: socket,
        DOCKER_GID: String((await stat(socket)).gid),
        DESKTOP_SOCKETS: desktops,
        DESKTOP_MAX: '0',
        SANDBOX_MAX: '2',
        LEDGER_CHECKPOINT_EVERY_S: '2',
      },
    });
    atEnd.push(async () => stack.compose('down', '--volumes', '--timeout', '5'));
    await stack.compose('up', '--detach');
    return { ...callsOf(stack, engine.run), stack, folder: engine.run, end };
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
};

const callsOf = (stack: Stack, folder: string): Omit<Deployment, 'stack' | 'folder' | 'end'> => {
  let key = '';
  const request: Deployment['request'] = async (method, path, body) =>
    fetch(`${API}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    useKey: (made) => void (key = made),
    request,
    startRun: async () =>
      (await read<RunBody>(await request('POST', '/v1/workforce/verticals/kyc/runs', {}), 202)).id,
    untilEnded: async (id) => {
      const status = async (): Promise<string> =>
        ((await (await request('GET', `/v1/workforce/runs/${id}`)).json()) as RunBody).status;
      await expect.poll(status).toBe('succeeded');
    },
    runCode: async (code) => read(await request('POST', '/v1/run', { language: 'python', code })),
    crash: async (service) => {
      const id = (await stack.containers()).find((one) => one.Service === service)!.ID;
      const pid = Number(await stack.docker('inspect', '--format', '{{.State.Pid}}', id));
      expect(pid).toBeGreaterThan(1);
      process.kill(pid, 'SIGKILL');
      const restarts = async () => Number(await stack.docker('inspect', '--format', '{{.RestartCount}}', id));
      await expect.poll(restarts, { interval: 200 }).toBeGreaterThan(0);
    },
    verifyLedger: async () => {
      const [exported, keys] = [join(folder, 'acme.jsonl'), join(folder, 'keys.txt')];
      const words = ['exec', '-T', 'api', 'node', 'src/cli/main.ts', 'ledger', 'export', '--team', 'acme'];
      await writeFile(exported, await stack.compose(...words));
      const { keys: all } = await read<{ keys: { vkey: string }[] }>(await request('GET', '/v1/govern/keys'));
      await writeFile(keys, all.map(({ vkey }) => `${vkey}\n`).join(''));
      await command([process.execPath, `${ROOT}src/cli/main.ts`, 'verify', exported, '--key', keys]);
      const second = ['python3', `${ROOT}docs/ledger/verify_export.py`, exported, '--key', keys] as const;
      return JSON.parse(await command(second)) as Verdict;
    },
  };
};
