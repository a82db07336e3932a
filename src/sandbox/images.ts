import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type Docker from 'dockerode';
import { clip } from '../governance/text/clip.ts';
import { withFolderLock } from '../process/lock.ts';
import { silent } from '../process/progress.ts';
import type { Report } from '../process/progress.ts';
import { ensureBase, imageExists } from './image-base.ts';
import { contentHash, DESKTOP_FOLDER, IMAGE_FOLDER, withContext } from './image-context.ts';
import { ImageBuildError } from './image-errors.ts';
import { makePrivateFolder } from './private-folder.ts';
import { imageSettings } from './image-settings.ts';
import type { ImageSettings } from './image-settings.ts';
import { followStream } from './image-stream.ts';

/** `bash` has shell tools and plain Python, `python` adds the data analysis libraries, and `desktop` is for operators. */
export const IMAGE_NAMES = ['bash', 'python', 'desktop'] as const;
export type ImageName = (typeof IMAGE_NAMES)[number];

export interface ImagesOptions {
  readonly docker: Docker;
  readonly settings?: ImageSettings;
  /** Folder with another Dockerfile to use instead of ours; its targets must have the same names as the images. */
  readonly folder?: string;
  /** Prefix of the image names. */
  readonly prefix?: string;
}

/** The sandbox images. They are identified by their folder's content and built on first use. */
export interface Images {
  /** Returns the tag that an image would get if it were built now. The tag changes when anything in the image changes. */
  tag(name: ImageName): Promise<string>;
  /** Returns an existing image's tag; undefined if the image does not exist. */
  find(name: ImageName): Promise<string | undefined>;
  /**
   * Builds an image if it does not exist. Concurrent callers, in this process or another, share one build.
   * @returns its tag
   * @throws ImageBuildError with the container engine's last output
   */
  ensure(name: ImageName, report?: Report): Promise<string>;
}

const LABEL_IMAGE = 'pramaan.image';
/** Number of builds to keep. Earlier builds are kept for other checkouts on the same container engine, and for rollbacks. */
const KEPT_BUILDS = 3;

export const createImages = ({
  docker,
  settings = imageSettings({}),
  folder,
  prefix = 'pramaan-sandbox',
}: ImagesOptions): Images => {
  const building = new Map<ImageName, Promise<string>>();
  const folderOf = (name: ImageName): string =>
    folder ?? (name === 'desktop' ? DESKTOP_FOLDER : IMAGE_FOLDER);

  const tag = async (name: ImageName): Promise<string> =>
    `${prefix}-${name}:${await contentHash(folderOf(name), settings.base ?? '', ...Object.values(recognitionOf(settings)))}`;
  const find = async (name: ImageName): Promise<string | undefined> => {
    const wanted = await tag(name);
    return (await imageExists(docker, wanted)) ? wanted : undefined;
  };
  const build = async (name: ImageName, report: Report): Promise<string> => {
    const locks = join(tmpdir(), `pramaan-images-${process.getuid?.() ?? 0}`);
    await makePrivateFolder(locks);
    const lockFolder = join(locks, name);
    await mkdir(lockFolder, { recursive: true, mode: 0o700 });
    return withFolderLock(lockFolder, report, async () => {
      const found = await find(name);
      if (found !== undefined) return found;
      const wanted = await tag(name);
      const base = await ensureBase(docker, settings.base, folder ?? IMAGE_FOLDER, report);
      await withContext(folderOf(name), settings.certificates, async (context, src) => {
        const answer = await docker.buildImage(
          { context, src },
          {
            t: wanted,
            target: name,
            buildargs: { ...settings.buildArgs, BASE: base, ...recognitionOf(settings) },
            networkmode: 'host',
            labels: { [LABEL_IMAGE]: `${prefix}-${name}` },
            forcerm: true,
          },
        );
        await followStream(answer, ({ stream }) => reportStep(stream, report));
      });
      if (!(await imageExists(docker, wanted))) {
        throw new ImageBuildError('The container engine disconnected while it built the image.');
      }
      await prune(docker, `${prefix}-${name}`);
      return wanted;
    });
  };
  // Build the small image first, because the large one builds on it, and callers that only need the small one get it in a minute.
  const start = async (name: ImageName, report: Report): Promise<string> => {
    if (name === 'python') await ensure('bash', report);
    return build(name, report);
  };
  const ensure = async (name: ImageName, report: Report = silent): Promise<string> => {
    const found = await find(name);
    if (found !== undefined) return found;
    const running = building.get(name) ?? start(name, report).finally(() => building.delete(name));
    building.set(name, running);
    return running;
  };
  return { tag, find, ensure };
};

/** Returns the build argument for further languages, which only the image that reads documents uses. */
const recognitionOf = ({ languages }: ImageSettings): { readonly [name: string]: string } =>
  languages === undefined ? {} : { RECOGNITION: languages };

const reportStep = (stream: string | undefined, report: Report): void => {
  const line =
    stripVTControlCharacters(stream ?? '')
      .trim()
      .split('\n')
      .at(-1) ?? '';
  if (line !== '' && !line.startsWith('--->')) report(clip(line, 100));
};

/** Removes all but an image's newest few builds. A build that a container still uses is kept. */
const prune = async (docker: Docker, name: string): Promise<void> => {
  const built = await docker.listImages({ filters: { label: [`${LABEL_IMAGE}=${name}`] } });
  // Inspect each image, because the list only contains whole seconds, and two cached builds may have the same second.
  const dated = await Promise.allSettled(
    built.map(async ({ Id }) => ({ id: Id, at: Date.parse((await docker.getImage(Id).inspect()).Created) })),
  );
  const old = dated
    .flatMap((image) => (image.status === 'fulfilled' ? [image.value] : []))
    .toSorted((a, b) => b.at - a.at)
    .slice(KEPT_BUILDS);
  await Promise.allSettled(old.map(({ id }) => docker.getImage(id).remove()));
};
