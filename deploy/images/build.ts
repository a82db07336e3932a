import { createProgress } from '../../src/process/progress.ts';
import { ensureContainerEngine } from '../../src/provision/docker.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { ensureComposeImages } from './images.ts';

// Builds the images that docker-compose.yml would pull, for machines that cannot reach a registry of images, and prints the
// settings that name them: node deploy/images/build.ts >> .env
const progress = createProgress(process.stderr);
const engine = await ensureContainerEngine(progress, { env: process.env });
if ('off' in engine) {
  process.stderr.write(`${engine.off}\n`);
  process.exit(1);
}
try {
  const docker = connectContainerEngine(engine.host);
  const tags = await progress.step('images for docker compose', (report) =>
    ensureComposeImages(docker, report, process.env),
  );
  for (const [setting, tag] of Object.entries(tags)) process.stdout.write(`${setting}=${tag}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await engine.stop?.();
}
