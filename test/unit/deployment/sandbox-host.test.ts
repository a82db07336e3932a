import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** join.sh gives files to other users, and systemd checks that the unit's program is there. */
const canJoin =
  process.getuid?.() === 0 && (await exists('/usr/bin/systemd-analyze')) && (await exists('/usr/bin/docker'));

it.skipIf(!canJoin)(
  'join.sh installs a unit that systemd accepts, with secrets that only the worker can read',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'pramaan-host-'));
    onTestFinished(async () => rm(root, { recursive: true }));
    const [env, secrets] = [join(root, 'given.env'), join(root, 'given')];
    await mkdir(secrets);
    await writeFile(join(secrets, 'database-url'), 'postgres://made-up');
    await writeFile(env, 'WORKER_ROLES=sandboxes\nDATABASE_URL_FILE=/secrets/database-url\n');
    const options = ['--image', 'made-up@sha256:1', '--env', env, '--secrets', secrets, '--no-start'];
    const settings = { env: { ...process.env, ROOT: root, DOCKER_GID: '999' } };
    const install = async (): Promise<{ stdout: string }> =>
      run('deploy/sandbox-host/join.sh', options, settings);
    expect((await install()).stdout).toContain('Installed');
    const unit = join(root, 'etc/systemd/system/pramaan-sandbox.service');
    // It prints what it ignores, and still ends well.
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', unit]);
    expect(stdout + stderr).toBe('');
    const secret = await stat(join(root, 'etc/pramaan/secrets/database-url'));
    expect([secret.mode & 0o777, secret.uid]).toEqual([0o400, 10_001]);
    expect(await readFile(join(root, 'etc/pramaan/host.env'), 'utf8')).toContain('DOCKER_GID=999');

    await rm(join(secrets, 'database-url'));
    await expect(install()).rejects.toThrow('DATABASE_URL_FILE: /secrets/database-url is not in');
  },
);

it.skipIf(!canJoin)('systemd names what it would ignore in a unit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-unit-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const unit = await readFile('deploy/sandbox-host/pramaan-sandbox.service', 'utf8');
  const wrong = join(folder, 'pramaan-sandbox.service');
  await writeFile(wrong, unit.replace('Restart=always', 'Restart=alwayz'));
  const { stderr } = await run('systemd-analyze', ['verify', '--man=no', wrong]);
  expect(stderr).toContain('alwayz');
});
