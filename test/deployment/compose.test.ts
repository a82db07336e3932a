import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { CodeRunBody } from '../../src/contract/code-run.ts';
import type { RunBody } from '../../src/contract/run.ts';
import { startInstallation, type Installation } from '../helpers/compose/installation.ts';
import { UserAgent } from '../helpers/user-agent.ts';

const run = promisify(execFile);

/** Time for a first run, which builds programs and images. */
const FIRST_BUILD_MS = 1_800_000;
const LONG_LIVED = ['postgres', 'temporal', 'temporal-ui', 'api', 'worker', 'sandbox-worker'];
const ONE_SHOT = ['temporal-schema', 'temporal-namespace', 'migrate'];

/** Only on request, because it takes minutes (CONTRIBUTING.md). */
describe.runIf(process.env['COMPOSE'] === '1')('The installation of docker-compose.yml', () => {
  let installation: Installation;
  let key: string;

  beforeAll(async () => {
    installation = await startInstallation(inject('scratch'), inject('dockerHost'));
    await installation.compose(['up', '--detach', '--wait', '--wait-timeout', '300']);
    ({ key } = (await installation.pramaan('keys', 'create', '--team', 'acme')) as { key: string });
    await installation.pramaan('records', 'import', '--demo-records', '--team', 'acme');
  }, FIRST_BUILD_MS);
  afterAll(async () => installation?.close());

  const request = async (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${installation.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  const startRun = async (): Promise<RunBody> =>
    (await (await request('POST', '/v1/workforce/verticals/kyc/runs')).json()) as RunBody;

  const finished = async (id: string): Promise<RunBody> => {
    for (;;) {
      const response = await request('GET', `/v1/workforce/runs/${id}`).catch(() => undefined);
      if (response?.status === 200) {
        const body = (await response.json()) as RunBody;
        if (body.status !== 'running') return body;
      }
      await sleep(200);
    }
  };

  /** Returns the containers of a service, also those that have ended. */
  const inspect = async (service: string) => {
    const filters = { label: [`com.docker.compose.service=${service}`] };
    const [found] = await installation.engine.docker.listContainers({ all: true, filters });
    return installation.engine.docker.getContainer(found!.Id).inspect();
  };

  const untilHealthy = async (service: string): Promise<boolean> =>
    vi.waitUntil(async () => (await inspect(service)).State.Health?.Status === 'healthy', {
      timeout: 120_000,
      interval: 500,
    });

  /** Runs a shell command in a service's container. @returns its exit code and what it printed */
  const inside = async (service: string, command: string) =>
    installation.compose(['exec', '-T', service, 'sh', '-c', command]).then(
      (said) => ({ code: 0, said }),
      (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
    );

  it('every service is healthy, and those that run once have ended well', async () => {
    for (const service of LONG_LIVED) {
      expect([service, (await inspect(service)).State.Health?.Status]).toEqual([service, 'healthy']);
    }
    for (const service of ONE_SHOT) {
      expect([service, (await inspect(service)).State]).toMatchObject([
        service,
        { Status: 'exited', ExitCode: 0 },
      ]);
    }
  });

  it('a KYC case and a code run succeed, and the ledger verifies', async () => {
    expect(await finished((await startRun()).id)).toMatchObject({ status: 'succeeded' });
    const response = await request('POST', '/v1/run', { code: 'print(6 * 7)' });
    expect([response.status, (await response.json()) as CodeRunBody]).toMatchObject([
      200,
      { stdout: '42\n' },
    ]);
    expect(await installation.pramaan('ledger', 'verify', '--team', 'acme')).toMatchObject({ ok: true });
  });

  it('no process is root or has a capability, and no root file system can be written to', async () => {
    for (const service of LONG_LIVED) {
      const { said } = await inside(service, 'grep -E "^(Uid|CapEff|CapBnd|NoNewPrivs):" /proc/1/status');
      const status = Object.fromEntries(
        said
          .trim()
          .split('\n')
          .map((line) => line.split(/:\s+/)),
      );
      expect([service, status]).toMatchObject([
        service,
        { CapEff: '0000000000000000', CapBnd: '0000000000000000', NoNewPrivs: '1' },
      ]);
      expect(`${service} ${status['Uid']}`).toMatch(/ [1-9]/);
      const written = await inside(service, 'touch /etc/changed');
      expect([service, written]).toMatchObject([
        service,
        { code: 1, said: expect.stringMatching(/Read-only/) },
      ]);
    }
  });

  it('only the API has ports, and only on loopback', async () => {
    const ports: string[] = [];
    for (const service of LONG_LIVED) {
      const { HostConfig } = await inspect(service);
      for (const bindings of Object.values(HostConfig.PortBindings ?? {}) as { HostIp: string }[][]) {
        ports.push(...bindings.map(({ HostIp }) => `${service} ${HostIp}`));
      }
    }
    expect(ports).toEqual(['api 127.0.0.1', 'api 127.0.0.1']);
  });

  /** Signs in a new person with a link, as a browser does. */
  const signIn = async (name: string, role: string): Promise<UserAgent> => {
    const words = ['people', 'add', '--team', 'acme', '--name', name, '--roles', role];
    const { id } = await installation.pramaan(...words);
    const { link } = await installation.pramaan('people', 'link', '--person', String(id));
    const agent = new UserAgent();
    const token = new URL(String(link)).searchParams.get('token')!;
    const page = await agent.visit(`${installation.url}/v1/auth/link`, {
      method: 'POST',
      body: new URLSearchParams({ token }).toString(),
      headers: { origin: installation.url, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(page.status).toBe(200);
    return agent;
  };

  it('the Web UI of Temporal asks for a sign-in and shows the runs to an administrator alone', async () => {
    const namespaces = `${installation.uiUrl}/api/v1/namespaces`;
    expect((await new UserAgent().visit(`${installation.uiUrl}/`)).status).toBe(401);
    expect((await new UserAgent().visit(namespaces)).status).toBe(401);
    const viewer = await signIn('Ravi Sample', 'viewer');
    expect((await viewer.visit(`${installation.url}/v1/auth/web-ui`)).status).toBe(403);
    expect((await viewer.visit(namespaces)).status).toBe(401);

    const admin = await signIn('Asha Sample', 'admin');
    const { body } = await admin.visit(`${installation.url}/v1/auth/web-ui`);
    const ticket = /content="0; url=([^"]+)"/.exec(body)![1]!.replaceAll('&#38;', '&');
    expect((await admin.visit(ticket)).status).toBe(200);
    expect((await admin.visit(`${installation.uiUrl}/`)).body).toContain('/_app/immutable/');
    expect((await admin.visit(namespaces)).body).toContain('"default"');
    const workflows = await admin.visit(`${namespaces}/default/workflows`);
    expect([workflows.status, workflows.body]).toEqual([200, expect.stringContaining('COMPLETED')]);
  });

  it('a killed worker and a killed API come back, and a run that was under way ends', async () => {
    const { id } = await startRun();
    for (const service of ['worker', 'api']) {
      const before = await inspect(service);
      process.kill(before.State.Pid, 'SIGKILL');
      await vi.waitUntil(async () => {
        const { RestartCount, State } = await inspect(service);
        return RestartCount === before.RestartCount + 1 && State.Running;
      }, 60_000);
    }
    expect(await finished(id)).toMatchObject({ status: 'succeeded' });
    await untilHealthy('api');
  });

  const probe = async (service: string, role: string): Promise<number> =>
    (await inside(service, `node src/cli/probe.ts ${role}`)).code;

  it('the health checks fail while a dependency is away, and pass again afterwards', async () => {
    expect([await probe('api', 'api'), await probe('worker', 'worker')]).toEqual([0, 0]);
    await installation.compose(['pause', 'temporal']);
    expect(await probe('worker', 'worker')).toBe(1);
    await installation.compose(['unpause', 'temporal']);
    await installation.compose(['stop', 'postgres']);
    expect(await probe('api', 'api')).toBe(1);
    await installation.compose(['start', 'postgres']);
    for (const service of LONG_LIVED) await untilHealthy(service);
    expect(await finished((await startRun()).id)).toMatchObject({ status: 'succeeded' });
  });

  it('a backup is restored into an empty installation, with its keys, cases and ledger', async () => {
    const { id } = await startRun();
    const before = await finished(id);
    const folder = join(await mkdtemp(join(inject('scratch'), 'backup-')), 'today');
    const script = async (name: string) =>
      run(fileURLToPath(new URL(`../../deploy/${name}.sh`, import.meta.url)), [folder], {
        env: installation.scriptEnv,
      });
    await script('backup');
    expect(await readFile(join(folder, 'SHA256SUMS'), 'utf8')).toMatch(/pramaan\.dump/);
    await expect(script('restore')).rejects.toThrow(/has tables already/);

    await installation.compose(['down', '--volumes', '--timeout', '10']);
    await script('restore');
    expect(await finished(id)).toEqual(before);
    expect(await installation.pramaan('ledger', 'verify', '--team', 'acme')).toMatchObject({ ok: true });
    expect(await finished((await startRun()).id)).toMatchObject({ status: 'succeeded' });
  }, 600_000);

  it('taking it down removes every container, network and volume', async () => {
    await installation.compose(['down', '--volumes', '--timeout', '10']);
    const { docker } = installation.engine;
    expect(await docker.listContainers({ all: true })).toEqual([]);
    expect((await docker.listVolumes()).Volumes).toEqual([]);
    expect((await docker.listNetworks()).map(({ Name }) => Name).toSorted()).toEqual(['host', 'none']);
  });
});
