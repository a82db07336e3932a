import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IMAGE_FOLDER } from '../../src/sandbox/image-context.ts';
import { ImageBuildError } from '../../src/sandbox/image-errors.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { createImages } from '../../src/sandbox/images.ts';
import type { Images } from '../../src/sandbox/images.ts';
import { runContainer } from '../helpers/container.ts';
import { FIRST_BUILD_MS, startContainerEngine } from '../helpers/container-engine.ts';
import type { TestContainerEngine } from '../helpers/container-engine.ts';

let engine: TestContainerEngine;
let folder: string;

beforeAll(async () => {
  engine = await startContainerEngine();
  await engine.images.ensure('bash');
}, FIRST_BUILD_MS);

afterAll(async () => {
  await removeOurs();
  await engine.stop();
});

/** Creates small images with the same structure as the real ones, in a separate folder. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pramaan-images-test-'));
  await cp(join(IMAGE_FOLDER, 'etc'), join(folder, 'etc'), { recursive: true });
  await mkdir(join(folder, 'runner'));
  await write('runner/main.py', 'print("first")\n');
  await write(
    'Dockerfile',
    `ARG BASE
FROM \${BASE} AS bash
LABEL pramaan.test=${folder}
RUN echo step-of-the-build && sleep 1
COPY runner/ /opt/runner/
FROM bash AS python
RUN echo python > /kind
`,
  );
  return async () => rm(folder, { recursive: true, force: true });
});

const write = async (path: string, content: string): Promise<void> => writeFile(join(folder, path), content);
const imagesOfFolder = (): Images =>
  createImages({
    docker: engine.docker,
    settings: imageSettings(process.env),
    folder,
    prefix: 'pramaan-test',
  });

const removeOurs = async (): Promise<void> => {
  const ours = await engine.docker.listImages({ filters: { label: ['pramaan.test'] } });
  for (const { Id } of ours) await engine.docker.getImage(Id).remove({ force: true });
};

const contentOf = async (image: string, path: string): Promise<string> =>
  (await runContainer(engine.docker, { image, command: ['/bin/cat', path] })).stdout;

describe('A sandbox image', () => {
  it('an image is built when it is first needed and reused afterwards', async () => {
    const images = imagesOfFolder();
    expect(await images.find('python')).toBeUndefined();
    const told: string[] = [];
    const tag = await images.ensure('python', (line) => told.push(line));
    expect(await contentOf(tag, '/kind')).toBe('python\n');
    expect(told.join('\n')).toMatch(/Step \d+\/\d+ : [^]*step-of-the-build/);

    const again: string[] = [];
    expect(await images.ensure('python', (line) => again.push(line))).toBe(tag);
    expect(again).toEqual([]);
    expect(await images.find('python')).toBe(tag);
  });

  it('an image is built together with the smaller image that it extends', async () => {
    const images = imagesOfFolder();
    await images.ensure('python');
    expect(await images.find('bash')).toBe(await images.tag('bash'));
  });

  it('an image is rebuilt when one of its files changes, reusing unchanged layers', async () => {
    const before = await imagesOfFolder().ensure('bash');
    await write('runner/main.py', 'print("second")\n');
    const told: string[] = [];
    const since = Date.now();
    const after = await imagesOfFolder().ensure('bash', (line) => told.push(line));
    const took = Date.now() - since;
    expect(after).not.toBe(before);
    expect(await contentOf(after, '/opt/runner/main.py')).toBe('print("second")\n');
    expect(await contentOf(before, '/opt/runner/main.py')).toBe('print("first")\n');
    expect(told).not.toContain('step-of-the-build');
    expect(took).toBeLessThan(10_000);
  });

  it('an image ignores compiled files and unrelated files next to it', async () => {
    const tag = await imagesOfFolder().tag('bash');
    await write('README.md', 'how it is made');
    await write('seccomp.json', '{}');
    await mkdir(join(folder, 'runner/__pycache__'));
    await write('runner/__pycache__/main.cpython-313.pyc', 'compiled');
    expect(await imagesOfFolder().tag('bash')).toBe(tag);
    await write('runner/other.py', '');
    expect(await imagesOfFolder().tag('bash')).not.toBe(tag);
  });

  it('an image is built once for all callers that ask at the same time', async () => {
    const told: string[][] = [[], [], []];
    const tags = await Promise.all(
      told.map(async (lines) => imagesOfFolder().ensure('bash', (line) => lines.push(line))),
    );
    expect(new Set(tags).size).toBe(1);
    expect(told.filter((lines) => lines.some((line) => line.startsWith('Step ')))).toHaveLength(1);
  });

  it('an image is removed when three newer builds exist', async () => {
    const built: string[] = [];
    for (const version of [1, 2, 3, 4]) {
      await write('runner/main.py', `print(${version})\n`);
      built.push(await imagesOfFolder().ensure('bash'));
    }
    const there = await engine.docker.listImages();
    const tags = new Set(there.flatMap(({ RepoTags }) => RepoTags ?? []));
    expect(built.map((tag) => tags.has(tag))).toEqual([false, true, true, true]);
  });

  it('a failed build is reported with the output of the failing step', async () => {
    await write(
      'Dockerfile',
      'ARG BASE\nFROM ${BASE} AS bash\nRUN echo there is no such thing >&2; exit 3\n',
    );
    const failure = await imagesOfFolder()
      .ensure('bash')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ImageBuildError);
    expect(String(failure)).toMatch(/non-zero code: 3[^]*there is no such thing/);
    expect(await imagesOfFolder().find('bash')).toBeUndefined();
  });

  it('a missing base image is reported', async () => {
    const settings = { ...imageSettings({}), base: 'pramaan-no-such-base:1' };
    const images = createImages({ docker: engine.docker, settings, folder });
    await expect(images.ensure('bash')).rejects.toThrow(/pramaan-no-such-base/);
  });
});
