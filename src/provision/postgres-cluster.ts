import { mkdtemp, writeFile, chown, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'path/posix';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { RunAs } from './postgres-user.ts';
import { fullDisk, ProvisionError } from './problem.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

// A failed statement's error can quote a row's values, so the log contains only the message.
export const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** Creates a cluster of databases. */
export const initialise = async (
  { initdb }: PostgresBinaries,
  as: RunAs,
  dataDir: string,
  password: string,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-initdb-'));
  const passwordFile = join(folder, 'password');
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (as.owner !== undefined) {
      for (const path of [dataDir, folder, passwordFile]) await chown(path, as.owner.uid, as.owner.gid);
    }
    const options = [
      `--pgdata=${dataDir}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ];
    const [command = '', ...args] = [...as.prefix, initdb, ...options];
    await run(command, args, { ...as.spawnOptions, cwd: '/' });
  } catch (error) {
    // Otherwise, the next start would mistake a half-initialized cluster for a complete one.
    await rm(dataDir, { recursive: true, force: true });
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    if (said.includes('No space left')) throw fullDisk(dataDir);
    throw new ProvisionError(
      `Postgres could not be set up in ${dataDir}: ${said.trim()}`,
      'Fix this, or set DATABASE_URL.',
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const run = promisify(execFile);
