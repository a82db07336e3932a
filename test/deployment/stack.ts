import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { command } from './commands.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Container {
  readonly Service: string;
  readonly State: string;
  readonly Health: string;
  readonly ID: string;
}

/** A deployment by the docker-compose.yml and .env.example that users get. */
export interface Stack {
  /** Runs `docker compose` with arguments. */
  readonly compose: (...args: readonly string[]) => Promise<string>;
  /** Runs a command of the command line in the API's container, as docs/operations.md says. @returns what it prints as JSON */
  readonly pramaan: <T>(...args: readonly string[]) => Promise<T>;
  readonly docker: (...args: readonly string[]) => Promise<string>;
  readonly containers: () => Promise<readonly Container[]>;
  /** Returns the path to the settings, `.env` for users. */
  readonly envFile: string;
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
  readonly envFile: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Prepares a deployment and starts nothing. */
export const createStack = async ({
  host,
  program,
  project,
  envFile,
  settings,
}: StackOptions): Promise<Stack> => {
  await writeFile(envFile, await fillIn(settings), { mode: 0o600 });
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DOCKER_HOST: host,
    DOCKER_BUILDKIT: '0',
  };
  const base = [program, '--project-directory', ROOT, '--env-file', envFile, '-p', project] as const;
  const compose: Stack['compose'] = async (...args) =>
    command([...base, '--profile', 'sandboxes', '--progress', 'plain', ...args], { env });
  return {
    compose,
    envFile,
    pramaan: async <T>(...args: readonly string[]) => {
      const said = await compose('exec', '-T', 'api', 'node', 'src/cli/main.ts', ...args, '--json');
      return JSON.parse(said) as T;
    },
    docker: async (...args) => command(['docker', ...args], { env }),
    containers: async () =>
      (await compose('ps', '--all', '--format', 'json'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Container),
  };
};
