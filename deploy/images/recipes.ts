import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Report } from '../../src/process/progress.ts';
import { ensureTemporalBinary, TEMPORAL_CLI_VERSION } from '../../src/provision/temporal-binary.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { ensurePrograms, moduleHash } from './programs.ts';

const run = promisify(execFile);

const NPM_VERSION = '11.19.1';

export interface Recipe {
  /** The setting of docker-compose.yml that names this image. */
  readonly setting: string;
  /** Versions of what `fill` adds. The image is built again when they change. */
  readonly versions?: () => Promise<readonly string[]>;
  /** Adds files to the build's context, such as programs, to those of the image's folder. */
  readonly fill?: (context: string, report: Report, env: NodeJS.ProcessEnv) => Promise<void>;
}

const addProgram = async (from: string, context: string, name: string): Promise<void> => {
  await copyFile(from, join(context, name));
  await chmod(join(context, name), 0o755);
};

/** The images that docker-compose.yml needs, by the folder of their Dockerfile. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  node: {
    setting: 'NODE_IMAGE',
    versions: async () => [process.version, NPM_VERSION],
    fill: async (context, report, env) => {
      report('fetching npm');
      await addProgram(process.execPath, context, 'node');
      const tree = join(context, 'tree');
      const options = ['--prefix', tree, '--no-save', '--no-package-lock', '--ignore-scripts'];
      await run('npm', ['install', ...options, `npm@${NPM_VERSION}`], { env });
      await rename(join(tree, 'node_modules/npm'), join(context, 'npm'));
      await rm(tree, { recursive: true });
      const { certificates } = imageSettings(env);
      if (certificates !== undefined) await copyFile(certificates, join(context, 'certificates.crt'));
    },
  },
  postgres: { setting: 'POSTGRES_IMAGE' },
  'temporal-server': {
    setting: 'TEMPORAL_SERVER_IMAGE',
    fill: async (context, report, env) => {
      const programs = await ensurePrograms('temporal-server', report, env);
      await addProgram(join(programs, 'temporal-server'), context, 'temporal-server');
    },
  },
  'temporal-admin-tools': {
    setting: 'TEMPORAL_ADMIN_TOOLS_IMAGE',
    versions: async () => [TEMPORAL_CLI_VERSION, await moduleHash('temporal-server')],
    fill: async (context, report, env) => {
      const programs = await ensurePrograms('temporal-server', report, env);
      await addProgram(await ensureTemporalBinary(report, env), context, 'temporal');
      await addProgram(join(programs, 'temporal-sql-tool'), context, 'temporal-sql-tool');
      await cp(join(programs, 'schema'), join(context, 'schema'), { recursive: true });
    },
  },
  'temporal-ui': {
    setting: 'TEMPORAL_UI_IMAGE',
    fill: async (context, report, env) => {
      const programs = await ensurePrograms('temporal-ui', report, env);
      await addProgram(join(programs, 'ui-server'), context, 'ui-server');
      await copyFile(join(programs, 'docker.yaml'), join(context, 'docker.yaml'));
    },
  },
};
