import { createProgress } from '../../src/process/progress.ts';
import { cannotInstall } from '../../src/provision/apt.ts';
import { answers } from '../../src/provision/docker-daemon.ts';
import { findProgram, installContainerEngine } from '../../src/provision/docker-programs.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { createImages } from '../../src/sandbox/images.ts';
import { writeFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { command } from './commands.ts';
import { ensureCompose } from './compose-program.ts';
import { startEngine, type TestEngine } from './engine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The requirements of a deployment, or why this machine does not meet them. */
    deployment:
      | { readonly program: string; readonly images: Readonly<Record<string, string>> }
      | { readonly lacking: string };
  }
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Images of `npm start` on this machine, which need not be built a second time. */
const SHARED_ENGINE = 'unix:///run/pramaan/docker.sock';
const CODE_IMAGES = ['bash', 'python'] as const;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Builds all images before the tests, because the engine of the tests has no network. */
export default async function setup(project: TestProject): Promise<void> {
  const lacking = await whatLacks();
  if (lacking !== undefined) {
    say(`\nThe compose file is not tested: ${lacking}\n`);
    project.provide('deployment', { lacking });
    return;
  }
  await installContainerEngine(createProgress(process.stderr), process.env);
  const program = await ensureCompose();
  const engine = await startEngine();
  try {
    const images = await buildImages(engine);
    await buildService(engine, program, images);
    await provideCodeImages(engine);
    project.provide('deployment', { program, images });
  } finally {
    await engine.end();
  }
}

const whatLacks = async (): Promise<string | undefined> => {
  const cannot = await cannotInstall();
  if (cannot !== undefined)
    return `${cannot}, so it cannot have a container engine and a network of its own.`;
  for (const name of ['ip', 'nsenter', 'docker'])
    if ((await findProgram(name)) === undefined) return `the program ${name} is not installed.`;
  const go = await command(['go', 'version']).catch(() => undefined);
  return go === undefined ? 'Go is not installed, with which Temporal is built.' : undefined;
};

const buildImages = async (engine: TestEngine): Promise<Readonly<Record<string, string>>> => {
  const env = { ...process.env, DOCKER_HOST: engine.host };
  const lines = await command(['bash', join(ROOT, 'deploy/images/build.sh')], { env, say });
  return Object.fromEntries(
    lines
      .trim()
      .split('\n')
      .map((line) => line.split('=', 2)),
  );
};

/**
 * Builds the service's image from the compose file; only the network differs, which this engine does not
 * have.
 */
const buildService = async (
  engine: TestEngine,
  program: string,
  images: Readonly<Record<string, string>>,
): Promise<void> => {
  const override = join(engine.run, 'build.yml');
  await writeFile(override, 'services: { migrate: { build: { network: host } } }\n');
  const secrets = Object.fromEntries(
    ['POSTGRES_PASSWORD', 'TEMPORAL_DB_PASSWORD', 'SERVICE_DB_PASSWORD', 'ENCRYPTION_KEYS'].map((name) => [
      name,
      '-',
    ]),
  );
  const env = { ...process.env, ...images, ...secrets, DOCKER_HOST: engine.host, DOCKER_BUILDKIT: '0' };
  const files = ['-f', join(ROOT, 'docker-compose.yml'), '-f', override];
  await command(
    [program, '--project-directory', ROOT, ...files, '--env-file', '/dev/null', 'build', 'migrate'],
    {
      env,
    },
  );
  await rm(override);
};

/** Copies the images of code runs from the shared engine if it has them, and builds them otherwise. */
const provideCodeImages = async (engine: TestEngine): Promise<void> => {
  const settings = imageSettings(process.env);
  const docker = connectContainerEngine(engine.host);
  const images = createImages({ docker, settings });
  const shared = connectContainerEngine(SHARED_ENGINE);
  for (const name of CODE_IMAGES) {
    if ((await images.find(name)) !== undefined) continue;
    const there = (await answers(SHARED_ENGINE))
      ? await createImages({ docker: shared, settings }).find(name)
      : undefined;
    say(`image ${name}`);
    if (there === undefined) await images.ensure(name);
    else
      await command(['sh', '-c', `docker -H ${SHARED_ENGINE} save ${there} | docker -H ${engine.host} load`]);
  }
};
