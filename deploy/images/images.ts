import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Docker from 'dockerode';
import { withFolderLock } from '../../src/process/lock.ts';
import type { Report } from '../../src/process/progress.ts';
import { ensureBase, imageExists } from '../../src/sandbox/image-base.ts';
import { contentHash, IMAGE_FOLDER } from '../../src/sandbox/image-context.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { followStream } from '../../src/sandbox/image-stream.ts';
import { RECIPES, type Recipe } from './recipes.ts';

const folderOf = (name: string): string => fileURLToPath(new URL(`${name}/`, import.meta.url));

const tagOf = async (name: string, base: string, { versions }: Recipe): Promise<string> =>
  `pramaan-${name}:${await contentHash(folderOf(name), base, ...((await versions?.()) ?? []))}`;

/**
 * Builds every image that docker-compose.yml would pull, from Debian's packages and Go modules, unless it exists already.
 * @returns the tag of each image, under the name of the setting for it
 * @throws ImageBuildError with the container engine's last output, or GoError
 */
export const ensureComposeImages = async (
  docker: Docker,
  report: Report,
  env: NodeJS.ProcessEnv,
): Promise<Readonly<Record<string, string>>> => {
  const lock = join(tmpdir(), `pramaan-compose-images-${process.getuid?.() ?? 0}`);
  await mkdir(lock, { recursive: true, mode: 0o700 });
  return withFolderLock(lock, report, async () => {
    const base = await ensureBase(docker, undefined, IMAGE_FOLDER, report);
    const tags: Record<string, string> = {};
    for (const [name, recipe] of Object.entries(RECIPES)) {
      const tag = await tagOf(name, base, recipe);
      if (!(await imageExists(docker, tag))) {
        await build({ docker, name, base, tag, env }, recipe, (text) => report(`${name}: ${text}`));
      }
      tags[recipe.setting] = tag;
    }
    return tags;
  });
};

interface Wanted {
  readonly docker: Docker;
  readonly name: string;
  readonly base: string;
  readonly tag: string;
  readonly env: NodeJS.ProcessEnv;
}

const build = async (
  { docker, name, base, tag, env }: Wanted,
  { fill }: Recipe,
  report: Report,
): Promise<void> => {
  const context = await mkdtemp(join(tmpdir(), 'pramaan-image-'));
  try {
    await cp(folderOf(name), context, { recursive: true });
    // The checkout's umask must not decide which files a container can read and run.
    for (const file of await readdir(context)) {
      await chmod(join(context, file), file.endsWith('.sh') ? 0o755 : 0o644);
    }
    await fill?.(context, report, env);
    const answer = await docker.buildImage(
      { context, src: await readdir(context) },
      {
        t: tag,
        buildargs: { ...imageSettings(env).buildArgs, BASE: base },
        networkmode: 'host',
        forcerm: true,
      },
    );
    await followStream(answer, ({ stream = '' }) => {
      if (stream.startsWith('Step ')) report(stream.trim());
    });
  } finally {
    await rm(context, { recursive: true, force: true });
  }
};
