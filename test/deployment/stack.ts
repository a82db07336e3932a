import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from './commands.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Container {
  readonly Service: string;
  readonly State: string;
  readonly Health: string;
  readonly ID: string;
}

/** A deployment from the docker-compose.yml and .env.example that users get. */
export interface Stack {
  /** Runs `docker compose` with arguments. */
  readonly compose: (...args: readonly string[]) => Promise<string>;
  /**
   * Runs a command of the command line in the API's container, as docs/operations.md describes.
   * @returns its output, parsed as JSON
   */
  readonly pramaan: <T>(...args: readonly string[]) => Promise<T>;
  readonly docker: (...args: readonly string[]) => Promise<string>;
  readonly containers: () => Promise<readonly Container[]>;
  /** Runs a script of the documentation beside `.env`, as an administrator would. */
  readonly shell: (script: string) => Promise<string>;
}

/** Fills in .env.example: the secrets that it requires, and `settings`. */
const fillIn = async (settings: Readonly<Record<string, string>>): Promise<string> => {
  const example = await readFile(`${ROOT}.env.example`, 'utf8');
  const secrets: Record<string, string> = { ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}` };
  for (const name of ['POSTGRES_PASSWORD', 'TEMPORAL_DB_PASSWORD', 'SERVICE_DB_PASSWORD'])
    secrets[name] = randomBytes(24).toString('hex');
  const filled = example.replaceAll(/^(\w+)=$/gm, (_, name: string) => `${name}=${secrets[name]}`);
  return [filled, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`), ''].join('\n');
};

export interface StackOptions {
  readonly host: string;
  /** Path to the program `docker-compose`. */
  readonly program: string;
  readonly project: string;
  /** Folder for `.env` and the files of scripts. */
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Prepares a deployment and starts nothing. */
export const createStack = async ({
  host,
  program,
  project,
  folder,
  settings,
}: StackOptions): Promise<Stack> => {
  const envFile = join(folder, '.env');
  await writeFile(envFile, await fillIn(settings), { mode: 0o600 });
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DOCKER_HOST: host,
    DOCKER_BUILDKIT: '0',
  };
  const base = [program, '--project-directory', ROOT, '--env-file', envFile, '-p', project] as const;
  // Scripts call `docker compose`, which may not be installed here.
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'docker'), `#!/bin/sh\nshift\nexec ${base.join(' ')} "$@"\n`, { mode: 0o755 });
  const compose: Stack['compose'] = async (...args) =>
    command([...base, '--progress', 'plain', ...args], { env });
  return {
    compose,
    pramaan: async <T>(...args: readonly string[]) => {
      const said = await compose('exec', '-T', 'api', 'node', 'src/cli/main.ts', ...args, '--json');
      return JSON.parse(said) as T;
    },
    shell: async (script) =>
      command(['bash', '-c', script], {
        cwd: folder,
        env: { ...env, PATH: `${bin}:${env.PATH}` },
      }),
    docker: async (...args) => command(['docker', ...args], { env }),
    containers: async () =>
      (await compose('ps', '--all', '--format', 'json'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Container),
  };
};
