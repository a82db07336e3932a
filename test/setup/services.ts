import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/store/db/migrate.ts';
import { ensureContainerEngine } from '../../src/provision/docker.ts';
import { createProgress, silent } from '../../src/process/progress.ts';
import { startPostgres } from '../../src/provision/postgres.ts';
import { ensureTemporalBinary } from '../../src/provision/temporal-binary.ts';
import { startTemporal } from '../../src/provision/temporal.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { createImages, IMAGE_NAMES } from '../../src/sandbox/images.ts';
import { ensureKeycloak } from '../helpers/keycloak.ts';
import { createScratch } from './scratch.ts';
import { bundleWorkflows } from '../../src/temporal/bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    postgresAdminUrl: string;
    temporalAddress: string;
    /** Temporal's database file, for tests that check its content. */
    temporalFile: string;
    temporalBinary: string;
    /** Address of the container engine. */
    dockerHost: string;
    /** The workflow code, bundled once for the workers of all tests. */
    workflowBundle: string;
    /** A Keycloak that is ready to be started, or why there is none. */
    keycloak: { readonly home: string } | { readonly lacking: string };
    /** Folder for the logs of this test run's services. */
    scratch: string;
  }
}

/** Starts one real Postgres and one real Temporal server for all test files; each file creates its own databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = await createScratch();
  const temporalFile = join(scratch, 'temporal.sqlite');
  const [postgres, temporal, docker, keycloak] = await Promise.all([
    startPostgres({ dataDir: join(scratch, 'postgres'), settings: { max_connections: '400' } }),
    ensureTemporalBinary(silent, process.env).then((binary) =>
      startTemporal({ binary, dbFile: temporalFile, logFile: join(scratch, 'temporal.log') }).then(
        (started) => ({
          ...started,
          binary,
        }),
      ),
    ),
    ensureContainerEngine(createProgress(process.stderr), { env: process.env }),
    ensureKeycloak(),
  ]);
  if ('off' in docker) throw new Error(docker.off);
  project.provide('keycloak', keycloak);
  project.provide('dockerHost', docker.host);
  await buildImages(docker.host);
  await makeTemplate(postgres.adminUrl);
  const workflowBundle = join(scratch, 'workflows.js');
  await writeFile(workflowBundle, (await bundleWorkflows()).code);
  project.provide('workflowBundle', workflowBundle);
  project.provide('postgresUrl', postgres.url);
  project.provide('postgresAdminUrl', postgres.adminUrl);
  project.provide('temporalAddress', temporal.address);
  project.provide('temporalBinary', temporal.binary);
  project.provide('temporalFile', temporalFile);
  project.provide('scratch', scratch);
  return async () => {
    await temporal.stop(10_000);
    await postgres.stop(10_000);
    await docker.stop?.();
    await rm(scratch, { recursive: true, force: true });
  };
}

/** Builds the sandbox images on a new machine, which takes minutes and would use up the time limits of the first tests. */
const buildImages = async (dockerHost: string): Promise<void> => {
  const images = createImages({
    docker: connectContainerEngine(dockerHost),
    settings: imageSettings(process.env),
  });
  const progress = createProgress(process.stderr);
  for (const name of IMAGE_NAMES)
    await progress.step(`image ${name}`, async (report) => images.ensure(name, report));
};

/** Creates a migrated template, because cloning it takes milliseconds while migrating takes much longer. */
const makeTemplate = async (adminUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('CREATE DATABASE pramaan_template');
  await client.end();
  const template = new URL(adminUrl);
  template.pathname = '/pramaan_template';
  await migrate(template.href);
};
