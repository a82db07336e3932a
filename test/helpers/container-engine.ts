import type Docker from 'dockerode';
import { ensureContainerEngine } from '../../src/provision/docker.ts';
import { silent } from '../../src/process/progress.ts';
import type { Progress } from '../../src/process/progress.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { createImages } from '../../src/sandbox/images.ts';
import type { Images } from '../../src/sandbox/images.ts';

/** Time limit for hooks that may have to install a container engine and build images first. */
export const FIRST_BUILD_MS = 900_000;

export const quiet: Progress = {
  say: () => undefined,
  step: async (_, task) => task(silent),
};

export interface TestContainerEngine {
  readonly host: string;
  readonly docker: Docker;
  readonly images: Images;
  stop(): Promise<void>;
}

/**
 * Starts the container engine that the service would use here. Throws if there is none, so tests that need one fail rather than
 * being skipped.
 */
export const startContainerEngine = async (): Promise<TestContainerEngine> => {
  const engine = await ensureContainerEngine(quiet, { env: process.env });
  if ('off' in engine) throw new Error(engine.off);
  const docker = connectContainerEngine(engine.host);
  const images = createImages({ docker, settings: imageSettings(process.env) });
  return { host: engine.host, docker, images, stop: async () => engine.stop?.() };
};
