import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { answers } from '../../src/provision/docker-daemon.ts';
import { daemonPid, endDaemon, releaseMounts } from '../../src/provision/end-docker-daemon.ts';
import { hostOf, type DaemonFolders } from '../../src/provision/daemon-folders.ts';
import { shareContainerEngine } from '../../src/provision/docker-own.ts';
import { ensureContainerEngine } from '../../src/provision/docker.ts';
import { silent, type Progress } from '../../src/process/progress.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { FIRST_BUILD_MS, quiet, startContainerEngine } from '../helpers/container-engine.ts';

const run = promisify(execFile);
const MODULE = new URL('../../src/provision/', import.meta.url).href;

const interfaces = async (): Promise<string> => (await run('ls', ['/sys/class/net'])).stdout;

beforeAll(async () => {
  // Installs the programs that a container engine needs if they are missing.
  await (await startContainerEngine()).stop();
}, FIRST_BUILD_MS);

describe('An existing container engine', () => {
  it('the service uses a running engine as it is and does not stop it', async () => {
    const engine = await startContainerEngine();
    const found = await ensureContainerEngine(quiet, { env: { DOCKER_HOST: engine.host } });
    expect(found).toMatchObject({ host: engine.host, runtimes: expect.arrayContaining(['runc']) });
    expect(found).not.toHaveProperty('stop');
    await engine.stop();
  });

  it('if the container engine does not respond, code execution stays off and the message says why and what to do', async () => {
    const found = await ensureContainerEngine(quiet, { env: { DOCKER_HOST: 'unix:///nowhere/docker.sock' } });
    expect(found).toEqual({
      off: expect.stringMatching(/POST \/v1\/run returns 503[^]*DOCKER_HOST\. Start it/),
    });
  });

  it('a malformed container engine address also disables code execution', async () => {
    const found = await ensureContainerEngine(quiet, { env: { DOCKER_HOST: 'ssh://somewhere' } });
    expect(found).toEqual({ off: expect.stringMatching(/unix:\/\/\/path or tcp:\/\/host:port/) });
  });
});

describe('A machine without a container engine', () => {
  it('without root, code execution stays off and the message says why and what to do', async () => {
    const script = `
      const { ensureContainerEngine } = await import('${MODULE}docker.ts');
      process.setgroups([]); process.setgid(65534); process.setuid(65534);
      const quiet = { say() {}, step: (_, task) => task(() => {}) };
      console.log(JSON.stringify(await ensureContainerEngine(quiet, { env: {} })));
      process.exit();`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    const { off } = JSON.parse(stdout) as { off: string };
    expect(off).toMatch(/POST \/v1\/run returns 503[^]*not root[^]*set DOCKER_HOST/);
  });
});

/** Returns the command lines that name a folder. */
const processesOf = async (folder: string): Promise<readonly string[]> => {
  const { stdout } = await run('ps', ['-eo', 'args', '-ww']);
  return stdout.split('\n').filter((line) => line.includes(folder));
};

describe('The service’s own container engine', () => {
  let folders: DaemonFolders;
  let archive: string;

  beforeAll(async () => {
    // Builds an image from one program and its libraries.
    archive = join(await mkdtemp(join(tmpdir(), 'pramaan-sleep-')), 'sleep.tar');
    const { stdout } = await run('ldd', ['/bin/sleep']);
    const libraries = stdout.match(/\/\S+/g) ?? [];
    await run('tar', ['-chf', archive, '/bin/sleep', ...libraries]);
  });
  afterAll(async () => rm(join(archive, '..'), { recursive: true, force: true }));

  beforeEach(async () => {
    const root = await mkdtemp(join(tmpdir(), 'pramaan-engine-'));
    folders = { run: join(root, 'run'), data: join(root, 'data') };
    return async () => {
      await endDaemon(folders);
      await releaseMounts(folders);
      await rm(root, { recursive: true, force: true });
    };
  });

  const share = async (progress: Progress = quiet): Promise<() => Promise<void>> =>
    shareContainerEngine(folders, progress, silent);

  const sleeper = async (): Promise<string> => {
    const docker = connectContainerEngine(hostOf(folders));
    const answer = await docker.importImage(archive, { repo: 'sleep', tag: '1' });
    for await (const _ of answer) void _;
    const container = await docker.createContainer({
      Image: 'sleep:1',
      Cmd: ['/bin/sleep', '600'],
      NetworkDisabled: true,
      HostConfig: { NetworkMode: 'none' },
    });
    await container.start();
    return container.id;
  };
  const running = async (): Promise<readonly string[]> =>
    (await connectContainerEngine(hostOf(folders)).listContainers()).map(({ Id }) => Id);

  it('the container engine offers runc and gVisor and leaves the machine’s network unchanged', async () => {
    const before = await interfaces();
    const leave = await share();
    const docker = connectContainerEngine(hostOf(folders));
    const info = (await docker.info()) as { Runtimes: object; DockerRootDir: string };
    expect(Object.keys(info.Runtimes)).toEqual(expect.arrayContaining(['runc', 'runsc']));
    expect(info.DockerRootDir).toBe(folders.data);
    expect((await docker.listNetworks()).map(({ Name }) => Name).toSorted()).toEqual(['host', 'none']);
    expect(await interfaces()).toBe(before);
    await leave();
  });

  it('the container engine and its containers stop with their last user', async () => {
    const first = await share();
    const second = await share();
    const id = await sleeper();
    await first();
    expect(await running()).toEqual([id]);
    const pid = daemonPid(folders);
    await second();
    expect(daemonPid(folders)).toBeUndefined();
    expect(() => process.kill(pid ?? 0, 0)).toThrow(/ESRCH/);
    const third = await share();
    expect(await connectContainerEngine(hostOf(folders)).listContainers({ all: true })).toEqual([]);
    // Images are kept, so that they are built only once.
    expect((await connectContainerEngine(hostOf(folders)).listImages()).length).toBe(1);
    await third();
  });

  it('the container engine survives when one of two services is killed and stops with the other', async () => {
    const script = `
      const { shareContainerEngine } = await import('${MODULE}docker-own.ts');
      await shareContainerEngine(${JSON.stringify(folders)}, { say() {} }, () => {});
      console.log('shares it'); setInterval(() => {}, 1e6);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void other.kill('SIGKILL'));
    await new Promise((resolve) => createInterface({ input: other.stdout }).once('line', resolve));
    const leave = await share();
    other.kill('SIGKILL');
    await new Promise((resolve) => other.once('exit', resolve));
    expect(await answers(hostOf(folders))).toBe(true);
    await leave();
    expect(daemonPid(folders)).toBeUndefined();
  });

  it('a killed container engine restarts without its earlier containers', async () => {
    const said: string[] = [];
    const leave = await share({ ...quiet, say: (line) => said.push(line) });
    await sleeper();
    const pid = daemonPid(folders) ?? 0;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => said.join('\n')).toMatch(/died[^]*is back/);
    expect(daemonPid(folders)).not.toBe(pid);
    expect(await running()).toEqual([]);
    // None of the killed daemon's mounts remains hidden beneath the new daemon's mounts.
    expect(await readFile('/proc/self/mountinfo', 'utf8')).not.toContain(`${folders.data}/`);
    await leave();
    expect(await processesOf(folders.run)).toEqual([]);
  });

  it('the container engine starts despite stale pid files whose numbers belong to other processes', async () => {
    await mkdir(join(folders.run, 'exec/containerd'), { recursive: true });
    await writeFile(join(folders.run, 'docker.pid'), String(process.pid));
    await writeFile(join(folders.run, 'exec/containerd/containerd.pid'), String(process.ppid));
    const leave = await share();
    expect(daemonPid(folders)).not.toBe(process.pid);
    await leave();
    process.kill(process.ppid, 0);
  });

  it('a stalled container engine is ended and restarted', async () => {
    const leave = await share();
    const pid = daemonPid(folders) ?? 0;
    process.kill(pid, 'SIGSTOP');
    const again = await share();
    expect(daemonPid(folders)).not.toBe(pid);
    await again();
    await leave();
  });

  it('a container engine that cannot start reports the reason and the end of its log', async () => {
    await mkdir(folders.data, { recursive: true });
    await writeFile(join(folders.data, 'containers'), 'no folder');
    const failure = await share().catch((error: unknown) => error);
    expect(failure).toMatchObject({
      message: expect.stringMatching(/dockerd did not start/),
      remedy: expect.stringMatching(/dockerd\.log ends with/),
    });
  });
});
