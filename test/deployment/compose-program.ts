import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { command } from './commands.ts';

const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan', 'docker-compose');
/** Folders in which packages put the program. */
const PLUGINS = [
  '/usr/libexec/docker/cli-plugins',
  '/usr/lib/docker/cli-plugins',
  '/root/.docker/cli-plugins',
];

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Returns the path of Docker Compose 2: this machine's, or the one in Debian's next release, whose package is unpacked without
 * installing it.
 */
export const ensureCompose = async (): Promise<string> => {
  const kept = join(CACHE, 'docker-compose');
  for (const path of [...PLUGINS.map((folder) => join(folder, 'docker-compose')), kept])
    if (await exists(path)) return path;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'unpack-'));
  try {
    for (const name of ['lists/partial', 'cache/archives/partial'])
      await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, 'status'), '');
    const source =
      'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian forky main\n';
    await writeFile(join(folder, 'sources.list'), source);
    const options = [
      ['Dir::Etc::SourceList', join(folder, 'sources.list')],
      ['Dir::Etc::SourceParts', '-'],
      ['Dir::State::Lists', join(folder, 'lists')],
      ['Dir::State::Status', join(folder, 'status')],
      ['Dir::Cache', join(folder, 'cache')],
      // The package is downloaded to a folder of root.
      ['APT::Sandbox::User', 'root'],
      ['Acquire::Check-Valid-Until', 'false'],
    ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    await command(['apt-get', ...options, 'update']);
    await command(['apt-get', ...options, 'download', 'docker-compose'], { cwd: folder });
    await command(['sh', '-c', 'dpkg-deb -x docker-compose_*.deb unpacked'], { cwd: folder });
    await rename(join(folder, 'unpacked/usr/libexec/docker/cli-plugins/docker-compose'), kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return kept;
};
