import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RunBody } from '../../src/contract/run.ts';
import { UserAgent } from '../helpers/user-agent.ts';
import { command } from './commands.ts';
import { startEngine, type TestEngine } from './engine.ts';
import { createNetwork } from './network.ts';
import { createStack, type Stack } from './stack.ts';

const deployment = inject('deployment');
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const API = 'http://127.0.0.1:3000';
const WEB_UI = 'http://127.0.0.1:8233';
const NAMESPACES = `${WEB_UI}/api/v1/namespaces`;

const operations = async (): Promise<string> => readFile(`${ROOT}docs/operations.md`, 'utf8');

/** Every service of the file, and how it should be once all of them are up. */
const RUNNING = ['api', 'postgres', 'sandbox-worker', 'temporal', 'temporal-ui', 'worker'];
const DONE = ['migrate', 'temporal-namespace', 'temporal-schema'];
const EXPECTED = [
  ...RUNNING.map((name) => `${name} running healthy`),
  ...DONE.map((name) => `${name} exited `),
].toSorted();

let engine: TestEngine;
let stack: Stack;
let key = '';

const request = async (method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${API}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const read = async <T>(response: Response, status = 200): Promise<T> => {
  const text = await response.text();
  expect(`${response.status} ${text}`).toMatch(new RegExp(`^${status} `));
  return JSON.parse(text) as T;
};

/** Returns each container's service, state and health. */
const states = async (): Promise<readonly string[]> =>
  (await stack.containers()).map(({ Service, State, Health }) => `${Service} ${State} ${Health}`).toSorted();

const untilUp = async (): Promise<void> => expect.poll(states, { interval: 500 }).toEqual(EXPECTED);

const startRun = async (): Promise<string> =>
  (await read<RunBody>(await request('POST', '/v1/workforce/verticals/kyc/runs', {}), 202)).id;

const untilEnded = async (id: string): Promise<void> =>
  expect
    .poll(async () => ((await (await request('GET', `/v1/workforce/runs/${id}`)).json()) as RunBody).status)
    .toBe('succeeded');

const runCode = async (code: string): Promise<unknown> =>
  read(await request('POST', '/v1/run', { language: 'python', code }));

/** Kills the first process of a service's container as a crash would, which Compose must not do: it would not be restarted. */
const crash = async (service: string): Promise<void> => {
  const id = (await stack.containers()).find((one) => one.Service === service)!.ID;
  const pid = Number(await stack.docker('inspect', '--format', '{{.State.Pid}}', id));
  expect(pid).toBeGreaterThan(1);
  process.kill(pid, 'SIGKILL');
  const restarts = async () => Number(await stack.docker('inspect', '--format', '{{.RestartCount}}', id));
  await expect.poll(restarts, { interval: 200 }).toBeGreaterThan(0);
};

interface Verdict {
  /** Number of rows that no signed checkpoint covers. */
  readonly newer: number;
}

/** Exports the ledger as an auditor's file and checks it with both offline verifiers. @returns what the second one prints */
const verifyLedger = async (): Promise<Verdict> => {
  const [exported, keys] = [join(engine.run, 'acme.jsonl'), join(engine.run, 'keys.txt')];
  await writeFile(
    exported,
    await stack.compose('exec', '-T', 'api', 'node', 'src/cli/main.ts', 'ledger', 'export', '--team', 'acme'),
  );
  const { keys: all } = await read<{ keys: { vkey: string }[] }>(await request('GET', '/v1/govern/keys'));
  await writeFile(keys, all.map(({ vkey }) => `${vkey}\n`).join(''));
  await command([process.execPath, `${ROOT}src/cli/main.ts`, 'verify', exported, '--key', keys]);
  return JSON.parse(
    await command(['python3', `${ROOT}docs/ledger/verify_export.py`, exported, '--key', keys]),
  ) as Verdict;
};

describe.skipIf('lacking' in deployment)('The compose file that users get', () => {
  if ('lacking' in deployment) return;
  const { program, images } = deployment;

  const atEnd: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of atEnd.toReversed()) await end();
  });

  beforeAll(async () => {
    const name = 'pramaan-compose';
    const network = await createNetwork(name);
    atEnd.push(network.end);
    engine = await startEngine(network);
    atEnd.push(engine.end);
    await network.reach([3000, 8233], engine.run);
    const desktops = join(engine.run, 'desktops');
    await mkdir(desktops, { mode: 0o700 });
    await chown(desktops, 10_001, 10_001);
    const socket = engine.host.replace('unix://', '');
    stack = await createStack({
      host: engine.host,
      program,
      project: name,
      folder: engine.run,
      settings: {
        ...images,
        DOCKER_SOCKET: socket,
        DOCKER_GID: String((await stat(socket)).gid),
        DESKTOP_SOCKETS: desktops,
        DESKTOP_MAX: '0',
        SANDBOX_MAX: '2',
        LEDGER_CHECKPOINT_EVERY_S: '2',
      },
    });
    atEnd.push(async () => void (await stack.compose('down', '--volumes', '--timeout', '5')));
    await stack.compose('up', '--detach');
  });

  it('starts every service, all health checks pass, and the documented command makes a key', async () => {
    await untilUp();
    const documented = 'docker compose exec api node src/cli/main.ts keys create --team acme\n';
    expect(await operations()).toContain(documented);
    key = /^pmn_\S+/.exec(await stack.shell(documented))![0];
    expect((await request('GET', '/v1/me')).status).toBe(200);
  });

  it('runs a case and code, and both offline verifiers accept the ledger with its signed checkpoint', async () => {
    const id = await startRun();
    await untilEnded(id);
    await expect
      .poll(async () => {
        const { dependencies } = (await (await fetch(`${API}/readyz`)).json()) as {
          dependencies: { sandboxes: { state: string } };
        };
        return dependencies.sandboxes.state;
      })
      .toBe('up');
    expect(await runCode('print(6 * 7)')).toMatchObject({ stdout: '42\n', exit_code: 0 });
    // Each export is itself a row, which may be newer than the last checkpoint.
    await expect.poll(async () => (await verifyLedger()).newer, { interval: 1_000 }).toBeLessThan(2);
  });

  it('a run outlives a crash of the worker and one of the database, and both come back by themselves', async () => {
    const runs = await Promise.all([startRun(), startRun()]);
    await crash('worker');
    await crash('postgres');
    await untilUp();
    for (const id of [...runs, await startRun()]) await untilEnded(id);
    expect(await runCode('print("again")')).toMatchObject({ stdout: 'again\n' });
    await verifyLedger();
  });

  it('no service can write to its root file system, gain rights or run as root', async () => {
    for (const { Service, ID } of await stack.containers()) {
      const [{ HostConfig, Config }] = JSON.parse(await stack.docker('inspect', ID)) as [
        {
          HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[]; SecurityOpt: string[] };
          Config: { User: string };
        },
      ];
      expect({ Service, ...HostConfig }).toMatchObject({
        Service,
        ReadonlyRootfs: true,
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges:true'],
      });
      expect(Config.User).toMatch(/^(postgres|1000:1000|10001:10001)$/);
    }
    for (const service of RUNNING) {
      const tried = stack.compose('exec', '-T', service, 'sh', '-c', 'echo x > /var/tmp/x');
      await expect(tried, service).rejects.toThrow(/[Rr]ead-only file system/);
    }
  });

  it('the Web UI has no port of its own and opens only for auditors and administrators', async () => {
    const enter = async (roles: string): Promise<{ status: number; agent: UserAgent; body: string }> => {
      const { id } = await stack.pramaan<{ id: string }>(
        'people',
        'add',
        '--team',
        'acme',
        '--name',
        'Asha Sample',
        '--roles',
        roles,
      );
      const { link } = await stack.pramaan<{ link: string }>('people', 'link', '--person', id);
      const agent = new UserAgent();
      const token = new URL(link).searchParams.get('token')!;
      await agent.visit(`${API}/v1/auth/link`, {
        method: 'POST',
        body: new URLSearchParams({ token }).toString(),
        headers: { origin: API, 'content-type': 'application/x-www-form-urlencoded' },
      });
      return { ...(await agent.visit(`${API}/v1/auth/web-ui`)), agent };
    };
    expect((await new UserAgent().visit(NAMESPACES)).status).toBe(401);
    const viewer = await enter('viewer,reviewer,committee,operator,analyst,safety');
    expect([viewer.status, (await viewer.agent.visit(NAMESPACES)).status]).toEqual([403, 401]);
    for (const role of ['auditor', 'admin']) {
      const { status, body, agent } = await enter(role);
      expect(status).toBe(200);
      await agent.visit(/content="0; url=([^"]+)"/.exec(body)![1]!.replaceAll('&#38;', '&'));
      const { status: found, body: namespaces } = await agent.visit(NAMESPACES);
      expect([found, namespaces]).toEqual([200, expect.stringContaining('"default"')]);
      expect((await agent.visit(`${WEB_UI}/`)).body).toContain('<html');
    }
    const published = (await stack.docker('ps', '--format', '{{.Names}} {{.Ports}}'))
      .split('\n')
      .filter((line) => line.includes('->'));
    expect(published).toEqual([expect.stringMatching(/-api-1 /)]);
  });

  it('the runbook backs up a running deployment and restores it after everything is lost', async () => {
    const [, runbook = ''] = /\n### Back up and restore\n([^]*?)(?:\n##|$)/.exec(await operations())!;
    const [backup = '', restore = ''] = [...runbook.matchAll(/```sh\n([^]*?)```/g)].map(
      ([, script]) => script!,
    );
    const before = await startRun();
    await untilEnded(before);
    // The next checkpoint brings the receipt.
    const shown = async (): Promise<unknown> => ({
      ...(await read<RunBody>(await request('GET', `/v1/workforce/runs/${before}`))),
      receipt: undefined,
    });
    const kept = await shown();
    await stack.shell(backup);
    await rm(join(engine.run, '.env'));
    expect(await stack.shell(restore)).toContain('intact');
    await untilUp();
    expect(await shown()).toEqual(kept);
    await untilEnded(await startRun());
    await verifyLedger();
  });
});
