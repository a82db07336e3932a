import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { command } from '../deployment/commands.ts';

const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan');

/**
 * Builds a program from a Go module, whose go.sum pins every module with its hash, unless this machine has it from an earlier time.
 * @param sources files of the module that the program is built from, besides go.mod and go.sum
 * @returns its path
 */
export const goProgram = async (
  name: string,
  folder: string,
  pack: string,
  sources: readonly string[] = [],
): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum', ...sources]) hash.update(await readFile(join(folder, file)));
  const path = join(CACHE, 'programs', `${name}-${hash.digest('hex').slice(0, 16)}`);
  const isBuilt = await access(path).then(
    () => true,
    () => false,
  );
  if (isBuilt) return path;
  await mkdir(join(CACHE, 'programs'), { recursive: true });
  const env = { ...process.env, GOWORK: 'off', GOFLAGS: '-mod=readonly -buildvcs=false' };
  await command(['go', 'build', '-ldflags=-s -w', '-o', `${path}.new`, pack], { cwd: folder, env });
  await rename(`${path}.new`, path);
  return path;
};
