import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { command } from '../deployment/commands.ts';

const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan', 'debian');

/**
 * Unpacks Debian packages into a folder of their own, without installing them or starting their services.
 * @returns the folder, which contains `usr`
 */
export const debianFiles = async (...packages: readonly string[]): Promise<string> => {
  const kept = join(CACHE, packages.join('+'));
  const isThere = await access(kept).then(
    () => true,
    () => false,
  );
  if (isThere) return kept;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'unpack-'));
  try {
    await command(['apt-get', '-o', 'APT::Sandbox::User=root', 'download', ...packages], { cwd: folder });
    await command(['sh', '-c', 'for file in *.deb; do dpkg-deb -x "$file" files; done'], { cwd: folder });
    await rename(join(folder, 'files'), kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return kept;
};
