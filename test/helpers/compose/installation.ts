import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type Docker from 'dockerode';
import { ensureComposeImages } from '../../../deploy/images/images.ts';
import { silent } from '../../../src/process/progress.ts';
import { freePort } from '../../../src/provision/ports.ts';
import { connectContainerEngine } from '../../../src/sandbox/connect.ts';
import { imageSettings } from '../../../src/sandbox/image-settings.ts';
import { createImages } from '../../../src/sandbox/images.ts';
import { copyImages, startIsolatedEngine, type IsolatedEngine } from './engine.ts';
import { ensureCompose } from './program.ts';
import { reachPort } from './reach.ts';

const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url));
const PROJECT = 'pramaan-test';

/** The whole of docker-compose.yml, running in a network namespace of its own. */
export interface Installation {
  /** Addresses of the API and of the Web UI on this machine's loopback. */
  readonly url: string;
  readonly uiUrl: string;
  readonly engine: IsolatedEngine;
  /** Runs `docker compose` with arguments, and with text on its standard input. @returns its standard output */
  readonly compose: (args: readonly string[], input?: string) => Promise<string>;
  /** Runs our command line in the API's container. */
  readonly pramaan: (...args: readonly string[]) => Promise<Record<string, unknown>>;
  /** The environment in which a script of deploy/ finds the installation. */
  readonly scriptEnv: NodeJS.ProcessEnv;
  readonly close: () => Promise<void>;
}

const run = promisify(execFile);
const secret = (): string => randomBytes(24).toString('hex');

/** Builds every image on an engine that reaches the package registries. @returns the settings that name them */
const buildImages = async (
  builder: string,
  program: string,
  folder: string,
): Promise<Readonly<Record<string, string>>> => {
  const docker = connectContainerEngine(builder);
  const images = await ensureComposeImages(docker, silent, process.env);
  const settings = Object.entries(images).map(([name, value]) => `${name}=${value}`);
  const unused = ['POSTGRES_PASSWORD', 'TEMPORAL_DB_PASSWORD', 'SERVICE_DB_PASSWORD', 'ENCRYPTION_KEYS'];
  await writeFile(join(folder, 'build.env'), [...settings, ...unused.map((name) => `${name}=x`)].join('\n'));
  // The builder has no bridge, so builds use the machine's network.
  const override = join(folder, 'build.json');
  await writeFile(override, JSON.stringify({ services: { api: { build: { network: 'host' } } } }));
  const files = ['-f', join(CHECKOUT, 'docker-compose.yml'), '-f', override];
  const options = ['--project-directory', CHECKOUT, '--env-file', join(folder, 'build.env')];
  await run(program, ['-p', PROJECT, ...options, ...files, 'build', '--quiet', 'api'], {
    env: { PATH: process.env['PATH'], HOME: folder, DOCKER_HOST: builder, DOCKER_BUILDKIT: '0' },
    maxBuffer: 1e8,
  });
  return images;
};

const sandboxImages = async (docker: Docker): Promise<readonly string[]> => {
  const images = createImages({ docker, settings: imageSettings(process.env) });
  return Promise.all((['bash', 'python'] as const).map(async (name) => images.ensure(name)));
};

/**
 * Starts docker-compose.yml as users get it. Only the images that it would pull are replaced by those that deploy/images builds.
 * @param builder address of a container engine that reaches the package registries
 * @param more further lines for .env
 */
export const startInstallation = async (
  scratch: string,
  builder: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Installation> => {
  const folder = await mkdtemp(join(scratch, 'compose-'));
  const program = await ensureCompose();
  const images = await buildImages(builder, program, folder);
  const engine = await startIsolatedEngine();
  const docker = connectContainerEngine(builder);
  const { NODE_IMAGE: _, ...needed } = images;
  await copyImages(docker, engine.docker, [
    ...Object.values(needed),
    'pramaan-service:latest',
    ...(await sandboxImages(docker)),
  ]);
  const [port, uiPort] = [await freePort(), await freePort()];
  const env = {
    ...images,
    POSTGRES_PASSWORD: secret(),
    TEMPORAL_DB_PASSWORD: secret(),
    SERVICE_DB_PASSWORD: secret(),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PORT: String(port),
    TEMPORAL_UI_PORT: String(uiPort),
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
    TEMPORAL_UI_URL: `http://127.0.0.1:${uiPort}`,
    DOCKER_GID: String(engine.group),
    SANDBOX_MAX: '2',
    DESKTOP_MAX: '0',
    ...more,
  };
  const envFile = join(folder, '.env');
  await writeFile(
    envFile,
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const options = ['-p', PROJECT, '--project-directory', CHECKOUT, '--env-file', envFile];
  const words = [...options, '-f', join(CHECKOUT, 'docker-compose.yml'), '--profile', 'sandboxes'];
  const clean = { PATH: process.env['PATH'], HOME: folder, DOCKER_HOST: engine.host };
  const compose = async (args: readonly string[], input = ''): Promise<string> => {
    const running = run(program, [...words, ...args], { env: clean, maxBuffer: 1e8 });
    running.child.stdin?.end(input);
    return (await running).stdout;
  };
  const ends = [await reachPort(engine, port), await reachPort(engine, uiPort)];
  return {
    url: env.PUBLIC_BASE_URL,
    uiUrl: env.TEMPORAL_UI_URL,
    engine,
    compose,
    pramaan: async (...args) =>
      JSON.parse(
        await compose(['exec', '-T', 'api', 'node', 'src/cli/main.ts', ...args, '--json']),
      ) as Record<string, unknown>,
    scriptEnv: { ...clean, COMPOSE: [program, ...words].join(' ') },
    close: async () => {
      await compose(['down', '--volumes', '--timeout', '10']);
      for (const end of ends) await end();
      await engine.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
