import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RunBody } from '../../src/contract/run.ts';
import { UserAgent } from '../helpers/user-agent.ts';
import { API, type Deployment, read, ROOT, startDeployment, WEB_UI } from './deployment.ts';

const provided = inject('deployment');
const NAMESPACES = `${WEB_UI}/api/v1/namespaces`;

const operations = async (): Promise<string> => readFile(`${ROOT}docs/operations.md`, 'utf8');

/** Every service of the file, with its expected state once all of them are up. */
const RUNNING = ['api', 'postgres', 'sandbox-worker', 'temporal', 'temporal-ui', 'worker'];
const DONE = ['migrate', 'temporal-namespace', 'temporal-schema'];
const EXPECTED = [
  ...RUNNING.map((name) => `${name} running healthy`),
  ...DONE.map((name) => `${name} exited `),
].toSorted();

let deployment: Deployment;

/** Returns each container's service, state and health. */
const states = async (): Promise<readonly string[]> =>
  (await deployment.stack.containers())
    .map(({ Service, State, Health }) => `${Service} ${State} ${Health}`)
    .toSorted();

const untilUp = async (): Promise<void> => expect.poll(states, { interval: 500 }).toEqual(EXPECTED);

describe.skipIf('lacking' in provided)('The compose file that users get', () => {
  if ('lacking' in provided) return;
  beforeAll(async () => {
    deployment = await startDeployment(provided);
  });
  afterAll(async () => deployment?.end());

  it('starts every service, all health checks pass, and the documented command creates a key', async () => {
    await untilUp();
    const documented = 'docker compose exec api node src/cli/main.ts keys create --team acme\n';
    expect(await operations()).toContain(documented);
    deployment.useKey(/^pmn_\S+/.exec(await deployment.stack.shell(documented))![0]);
    expect((await deployment.request('GET', '/v1/me')).status).toBe(200);
  });

  it('runs a case and code, and both offline verifiers accept the ledger with its signed checkpoint', async () => {
    const id = await deployment.startRun();
    await deployment.untilEnded(id);
    await expect
      .poll(async () => {
        const { dependencies } = (await (await fetch(`${API}/readyz`)).json()) as {
          dependencies: { sandboxes: { state: string } };
        };
        return dependencies.sandboxes.state;
      })
      .toBe('up');
    expect(await deployment.runCode('print(6 * 7)')).toMatchObject({ stdout: '42\n', exit_code: 0 });
    // Each export is itself a row, which may be newer than the last checkpoint.
    await expect
      .poll(async () => (await deployment.verifyLedger()).newer, { interval: 1_000 })
      .toBeLessThan(2);
  });

  it('a run outlives a crash of the worker and one of the database, and both come back by themselves', async () => {
    const runs = await Promise.all([deployment.startRun(), deployment.startRun()]);
    await deployment.crash('worker');
    await deployment.crash('postgres');
    await untilUp();
    for (const id of [...runs, await deployment.startRun()]) await deployment.untilEnded(id);
    expect(await deployment.runCode('print("again")')).toMatchObject({ stdout: 'again\n' });
    await deployment.verifyLedger();
  });

  it('no service can write to its root file system, gain rights or run as root', async () => {
    for (const { Service, ID } of await deployment.stack.containers()) {
      const [{ HostConfig, Config }] = JSON.parse(await deployment.stack.docker('inspect', ID)) as [
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
      const tried = deployment.stack.compose('exec', '-T', service, 'sh', '-c', 'echo x > /var/tmp/x');
      await expect(tried, service).rejects.toThrow(/[Rr]ead-only file system/);
    }
  });

  it('the Web UI has no port of its own and opens only for auditors and administrators', async () => {
    const enter = async (roles: string): Promise<{ status: number; agent: UserAgent; body: string }> => {
      const { id } = await deployment.stack.pramaan<{ id: string }>(
        'people',
        'add',
        '--team',
        'acme',
        '--name',
        'Asha Sample',
        '--roles',
        roles,
      );
      const { link } = await deployment.stack.pramaan<{ link: string }>('people', 'link', '--person', id);
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
    const published = (await deployment.stack.docker('ps', '--format', '{{.Names}} {{.Ports}}'))
      .split('\n')
      .filter((line) => line.includes('->'));
    expect(published).toEqual([expect.stringMatching(/-api-1 /)]);
  });

  it('the runbook backs up a running deployment, keeps the last backup if one fails, and restores all of it', async () => {
    const [, runbook = ''] = /\n### Back up and restore\n([^]*?)(?:\n##|$)/.exec(await operations())!;
    const [backup = '', restore = ''] = [...runbook.matchAll(/```sh\n([^]*?)```/g)].map(
      ([, script]) => script!,
    );
    const before = await deployment.startRun();
    await deployment.untilEnded(before);
    // After the next checkpoint there is a receipt.
    const shown = async (): Promise<unknown> => ({
      ...(await read<RunBody>(await deployment.request('GET', `/v1/workforce/runs/${before}`))),
      receipt: undefined,
    });
    const kept = await shown();
    await deployment.stack.shell(backup);
    await deployment.stack.compose('stop', 'postgres');
    const [archive, settings] = [join(deployment.folder, 'base.tar.gz'), join(deployment.folder, '.env')];
    const whole = await readFile(archive);
    await expect(deployment.stack.shell(backup), 'a backup without a database').rejects.toThrow('exit code');
    expect(whole.equals(await readFile(archive))).toBe(true);

    await appendFile(settings, 'PORT=3999\n');
    const newer = await readFile(settings, 'utf8');
    const volumes = async () => deployment.stack.docker('volume', 'ls', '--quiet');
    const there = await volumes();
    await writeFile(archive, whole.subarray(0, whole.length / 2));
    await expect(deployment.stack.shell(restore), 'half a backup').rejects.toThrow('exit code');
    expect([await volumes(), await readFile(settings, 'utf8')]).toEqual([there, newer]);

    await writeFile(archive, whole);
    expect(await deployment.stack.shell(restore)).toContain('intact');
    expect(await readFile(`${settings}.before-restore`, 'utf8')).toBe(newer);
    await untilUp();
    expect(await shown()).toEqual(kept);
    await deployment.untilEnded(await deployment.startRun());
    await deployment.verifyLedger();
  });
});
