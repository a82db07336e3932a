import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PLUGIN = 'usr/libexec/docker/cli-plugins/docker-compose';
const SOURCE =
  'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian forky main';

/** Fetches the package docker-compose of Debian 14 and unpacks it, without installing anything. */
const fetchCompose = async (path: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-apt-'));
  try {
    await mkdir(join(folder, 'lists/partial'), { recursive: true });
    await mkdir(join(folder, 'archives/partial'), { recursive: true });
    await writeFile(join(folder, 'sources.list'), `${SOURCE}\n`);
    const settings = {
      'Dir::Etc::SourceList': join(folder, 'sources.list'),
      'Dir::Etc::SourceParts': '/dev/null',
      'Dir::State::Lists': join(folder, 'lists'),
      'Dir::Cache': folder,
      'APT::Sandbox::User': 'root',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    await run('apt-get', [...options, 'update'], { cwd: folder });
    await run('apt-get', [...options, 'download', 'docker-compose'], { cwd: folder });
    const archive = (await readdir(folder)).find((name) => name.endsWith('.deb'));
    await run('dpkg', ['--extract', archive ?? '', folder], { cwd: folder });
    await copyFile(join(folder, PLUGIN), `${path}.new`);
    await rename(`${path}.new`, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Returns the program `docker compose` consists of. It is fetched once and kept outside the checkout. */
export const ensureCompose = async (): Promise<string> => {
  const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan', 'programs');
  const path = join(folder, 'docker-compose');
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined) return path;
  await mkdir(folder, { recursive: true });
  await fetchCompose(path);
  return path;
};
