import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { stableBundle } from './stable-bundle.ts';

const run = promisify(execFile);
const BUNDLE = `
import { writeFileSync } from 'node:fs';
import { bundleWorkflows } from './src/temporal/bundle.ts';
writeFileSync('workflows.js', (await bundleWorkflows()).code);
`;

export interface ReleaseSource {
  /** The checkout, with its packages installed. */
  readonly root: string;
  /** Full id of the commit. */
  readonly commit: string;
  readonly version: string;
  /** When the commit was made, in seconds since 1970. */
  readonly seconds: string;
}

/** Returns what is released of a checkout: the commit that is checked out. */
export const sourceOf = async (root: string): Promise<ReleaseSource> => {
  const { stdout } = await run('git', ['log', '-1', '--format=%H %ct'], { cwd: root });
  const [commit = '', seconds = ''] = stdout.trim().split(' ');
  const { version } = JSON.parse(
    (await run('git', ['show', `${commit}:package.json`], { cwd: root })).stdout,
  ) as { version: string };
  return { root, commit, version, seconds };
};

/**
 * Builds a release in a folder: the commit's files, the console, the bundle of the workflows and the bill of materials. Times,
 * owners, modes and the order of files follow from the commit, so that every build gives the same bytes.
 * @param folder an empty folder, whose path must not matter
 */
export const buildArchive = async (source: ReleaseSource, folder: string): Promise<Buffer> => {
  const { root, commit, version, seconds } = source;
  const name = `pramaan-${version}`;
  const tree = join(folder, name);
  await mkdir(tree, { recursive: true });
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, tree], { cwd: root });
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
  const env = { ...process.env, SOURCE_DATE_EPOCH: seconds, NODE_ENV: 'production' };
  const inTree = async (...args: readonly string[]): Promise<unknown> =>
    run(process.execPath, args, { cwd: tree, env, maxBuffer: 64 * 1024 ** 2 });
  await inTree('node_modules/vite/bin/vite.js', 'build', 'console');
  await inTree('--input-type=module', '-e', BUNDLE);
  const bundle = join(tree, 'workflows.js');
  await writeFile(bundle, stableBundle(await readFile(bundle, 'utf8'), tree));
  await inTree('scripts/sbom.ts', 'sbom.cdx.json');
  await unlink(join(tree, 'node_modules'));
  const tar = join(folder, 'release.tar');
  const fixed = [
    `--mtime=@${seconds}`,
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
    '--format=ustar',
  ];
  await run('tar', [...fixed, '-cf', tar, '-C', folder, name], { env: { ...process.env, LC_ALL: 'C' } });
  return gzipSync(await readFile(tar), { level: 9 });
};

/** Writes a file's name and hash as sha256sum does. */
export const sumOf = (content: Buffer, name: string): string =>
  `${createHash('sha256').update(content).digest('hex')}  ${name}\n`;

/** Keeps the files of two builds that differ, for a comparison. */
export const keepDifferent = async (to: string, first: Buffer, second: Buffer): Promise<void> => {
  await mkdir(to, { recursive: true });
  await writeFile(join(to, 'first.tar.gz'), first);
  await writeFile(join(to, 'second.tar.gz'), second);
};
