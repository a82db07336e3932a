import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import type { CodeRunBody } from '../../src/contract/code-run.ts';
import { createDatabase, createPool } from '../../src/store/db/client.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { createLedger, type Ledger } from '../../src/ledger/index.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { LABEL_INSTALLATION } from '../../src/sandbox/container-spec.ts';
import { installationOf } from '../../src/worker/installation.ts';
import { type ServiceProcess, startApiProcess, startWorkerProcess } from '../../test/helpers/process.ts';
import { openBenchStores } from './stores.ts';

export interface CodeService {
  readonly url: string;
  readonly key: string;
  readonly teamId: string;
  readonly ledger: Ledger;
  /** Environment of the service's processes. */
  readonly env: Readonly<Record<string, string>>;
  /** Kills the worker and starts another one after a delay. */
  readonly replaceWorker: (afterMs?: number) => Promise<void>;
  readonly stopWorker: () => Promise<void>;
  /** Returns the current worker's output. */
  readonly workerOutput: () => string;
  /** Returns the code runs whose rows, joined as a line of actions, do not match `whole`. */
  readonly incompleteRuns: (whole: RegExp) => Promise<readonly string[]>;
  /** Calls any other operation with the key. @throws Error when the response is not a success */
  readonly ask: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** Sends POST /v1/run. */
  readonly post: (body: object) => Promise<Response>;
  /** Sends POST /v1/run, expects status 200 and also returns how long each phase took. */
  readonly run: (body: object) => Promise<{ readonly body: CodeRunBody; readonly times: Times }>;
  readonly containers: () => Promise<readonly Docker.ContainerInfo[]>;
  /** Waits until the service's pool is full and no container is starting or ending. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export type Times = Readonly<Record<string, number>>;

const QUIET_LOOKS = 5;
const LOOK_EVERY_MS = 40;

/** Starts the whole service, with the worker and the API in separate processes, on the container engine at `dockerHost`. */
export const startCodeService = async (
  dockerHost: string,
  more: Readonly<Record<string, string>> = {},
): Promise<CodeService> => {
  const stores = await openBenchStores();
  const env = {
    ...stores.env,
    TEMPORAL_TASK_QUEUE: 'bench',
    DOCKER_HOST: dockerHost,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'info',
    ...more,
  };
  let worker: ServiceProcess = await startWorkerProcess(env);
  const api = await startApiProcess(env);
  const pool = createPool(stores.databaseUrl);
  const db = createDatabase(pool);
  const team = await ensureTeam(db, { name: 'bench' });
  const { key } = await issueKey(db, { teamId: team.id, name: 'bench' });
  const docker = connectContainerEngine(dockerHost);
  const ledger = createLedger({ pool });
  const label = `${LABEL_INSTALLATION}=${installationOf(env)}`;

  const post: CodeService['post'] = async (body) =>
    fetch(`${api.url}/v1/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const ask: CodeService['ask'] = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(api.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const containers = async () => docker.listContainers({ all: true, filters: { label: [label] } });
  const isReady = async (): Promise<boolean> => {
    const ready = (await (await fetch(`${api.url}/readyz`)).json()) as {
      dependencies: { sandboxes: { state: string; detail?: string } };
    };
    const { state, detail } = ready.dependencies.sandboxes;
    if (state === 'off') throw new Error(detail);
    return state === 'up';
  };
  while (!(await isReady())) await sleep(200);

  return {
    url: api.url,
    key,
    teamId: team.id,
    ledger,
    env,
    replaceWorker: async (afterMs = 0) => {
      await worker.kill('SIGKILL');
      await sleep(afterMs);
      worker = await startWorkerProcess(env);
    },
    stopWorker: async () => worker.kill('SIGTERM'),
    workerOutput: () => worker.output(),
    incompleteRuns: async (whole) => {
      const { rows } = await pool.query<{ ref: string; actions: string }>(
        `SELECT ledger_ref AS ref, string_agg(action, ' ' ORDER BY step) AS actions FROM agent_actions
         WHERE ledger_ref LIKE 'run-%' GROUP BY ledger_ref`,
      );
      return rows
        .filter(({ actions }) => actions !== 'run.withdrawn' && !whole.test(actions))
        .map(({ ref, actions }) => `${ref}: ${actions}`);
    },
    ask,
    post,
    run: async (body) => {
      const response = await post(body);
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
      const times = timesIn(response.headers.get('server-timing') ?? '');
      return { body: (await response.json()) as CodeRunBody, times };
    },
    containers,
    settle: async () => {
      let before = '';
      for (let quiet = 0; quiet < QUIET_LOOKS;) {
        const all = await containers();
        const now = all.map(({ Id, State }) => `${Id} ${State}`).join();
        const still = now === before && all.length > 0 && all.every(({ State }) => State === 'running');
        quiet = still ? quiet + 1 : 0;
        before = now;
        await sleep(LOOK_EVERY_MS);
      }
    },
    close: async () => {
      await api.kill('SIGTERM');
      await worker.kill('SIGTERM');
      await ledger.close();
      await pool.end();
      await stores.close();
    },
  };
};

const timesIn = (header: string): Times =>
  Object.fromEntries(
    header
      .split(', ')
      .map((part) => part.split(';dur='))
      .map(([name = '', ms]) => [name, Number(ms)]),
  );
