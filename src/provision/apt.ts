import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { clip } from '../governance/text/clip.ts';
import { ProvisionError } from './problem.ts';
import type { Report } from '../process/progress.ts';

/**
 * Returns why packages cannot be installed here, or undefined if they can. Installing requires root on Debian or a derivative.
 */
export const cannotInstall = async (): Promise<string | undefined> => {
  const debian = await access('/etc/debian_version').then(
    () => true,
    () => false,
  );
  if (!debian) return 'this system is not Debian';
  if (process.getuid?.() !== 0) return 'this process is not root';
  return undefined;
};

// Waits for other apt processes, because a machine that has just booted runs one by itself.
const OPTIONS = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Use-Pty=0'];
const SAID_LINES = 5;

const aptGet = async (args: readonly string[], report: Report, env: NodeJS.ProcessEnv): Promise<void> => {
  const child = spawn('apt-get', [...OPTIONS, ...args], {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const listen = (chunk: string): void => {
    for (const line of chunk.split('\n').map((text) => text.trim())) {
      if (line === '') continue;
      said.push(line);
      if (said.length > SAID_LINES) said.shift();
      report(clip(line, 100));
    }
  };
  child.stdout.setEncoding('utf8').on('data', listen);
  child.stderr.setEncoding('utf8').on('data', listen);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new ProvisionError(`apt-get ${args[0]} ended with exit code ${code}.`, said.join('\n'));
};

/**
 * Installs Debian packages without their recommended packages. The caller must check `cannotInstall` first.
 * @param optional packages to skip if the system does not offer them
 * @throws ProvisionError with apt's own message
 */
export const aptInstall = async (
  packages: readonly string[],
  optional: readonly string[],
  report: Report,
  env: NodeJS.ProcessEnv,
): Promise<void> => {
  // The error is ignored because a single unreachable repository makes the update fail, although the others may have the
  // packages.
  await aptGet(['update'], report, env).catch(() => undefined);
  const install = ['install', '--yes', '--no-install-recommends'];
  try {
    await aptGet([...install, ...packages, ...optional], report, env);
  } catch (error) {
    if (optional.length === 0 || packages.length === 0) throw error;
    await aptGet([...install, ...packages], report, env);
  }
};
