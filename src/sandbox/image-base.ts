import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Docker from 'dockerode';
import type { Report } from '../process/progress.ts';
import { ImageBuildError } from './image-errors.ts';
import { followStream } from './image-stream.ts';

/** Debian 13 comes with Python 3.13 and gets security fixes until 2030. */
const SUITE = 'trixie';
const HUB_IMAGE = `debian:${SUITE}-slim`;
const MADE_HERE = 'pramaan-base';

export const imageExists = async (docker: Docker, name: string): Promise<boolean> => {
  try {
    await docker.getImage(name).inspect();
    return true;
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) return false;
    throw error;
  }
};

/**
 * Finds or makes the base image: the requested image, one made here earlier, Debian's from Docker Hub, or otherwise a new one.
 * @param folder the images' folder; its dpkg settings list the files that a base made here leaves out
 * @throws ImageBuildError if no base can be found or made
 */
export const ensureBase = async (
  docker: Docker,
  asked: string | undefined,
  folder: string,
  report: Report,
): Promise<string> => {
  if (asked !== undefined) {
    if (!(await imageExists(docker, asked))) await pull(docker, asked, report);
    return asked;
  }
  const settings = join(folder, 'etc/dpkg/dpkg.cfg.d/sandbox');
  const recipe = createHash('sha256')
    .update(await readFile(settings))
    .digest('hex')
    .slice(0, 16);
  const made = `${MADE_HERE}:${SUITE}-${recipe}`;
  for (const name of [made, HUB_IMAGE]) {
    if (await imageExists(docker, name)) return name;
  }
  try {
    await pull(docker, HUB_IMAGE, report);
    return HUB_IMAGE;
  } catch (error) {
    await make(docker, made, settings, report, error);
    return made;
  }
};

const pull = async (docker: Docker, name: string, report: Report): Promise<void> => {
  report(`fetching ${name}`);
  try {
    const answer = await docker.pull(name);
    await followStream(answer, ({ status, id }) => {
      if (status !== undefined) report(`fetching ${name}: ${id ?? ''} ${status}`);
    });
    await docker.getImage(name).inspect();
  } catch (error) {
    const why = error instanceof Error ? error.message.trim() : String(error);
    throw new ImageBuildError(`The image ${name} could not be fetched: ${why}`, { cause: error });
  }
};

/** Makes a base image from Debian's packages and imports it. */
const make = async (
  docker: Docker,
  name: string,
  settings: string,
  report: Report,
  notPulled: unknown,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-base-'));
  const archive = join(folder, 'base.tar');
  try {
    report('building a Debian base (mmdebstrap)');
    await mmdebstrap([`--dpkgopt=${settings}`, SUITE, archive], report).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new ImageBuildError(
        `There is no base image: ${HUB_IMAGE} could not be fetched, and mmdebstrap could not build one (${why}). ` +
          'Give the container engine access to a registry, or install mmdebstrap (Debian), or set SANDBOX_BASE_IMAGE to a Debian image.',
        { cause: notPulled },
      );
    });
    report('importing the Debian base');
    const [repo, tag] = name.split(':');
    await followStream(await docker.importImage(archive, { repo, tag }), () => undefined);
    if (!(await imageExists(docker, name)))
      throw new ImageBuildError('the container engine did not import the Debian base');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const mmdebstrap = async (args: readonly string[], report: Report): Promise<void> => {
  const child = spawn('mmdebstrap', ['--variant=minbase', '--format=tar', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let last = 'no output';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = chunk.split(/[\r\n]+/).filter((line) => /^[IWE]: /.test(line));
    last = lines.at(-1)?.slice(3) ?? last;
    report(`building a Debian base: ${last}`);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(last);
};
