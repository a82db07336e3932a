import { createWriteStream } from 'node:fs';
import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import manifest from '../../package.json' with { type: 'json' };
import { ProvisionError } from '../provision/problem.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { takeBaseBackup } from './backup/base-backup.ts';
import { ARCHIVE, CONTENTS, type Contents, digestOf, MANIFEST } from './backup/contents.ts';
import { checksOf, idsOf, readRings, type Rings } from './backup/rings.ts';

export interface BackupOptions {
  readonly out: string;
}

/**
 * Takes a base backup of the whole database server while everything runs, into a new folder. A failed backup
 * leaves nothing behind.
 * @param url of a role that may replicate
 * @param env of the service; of its keys only ids and digests are recorded
 */
export const backUp = async (
  url: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  { out }: BackupOptions,
): Promise<Outcome> => {
  if (url === undefined)
    throw new ProvisionError(
      'No database is set.',
      'Set DATABASE_MIGRATION_URL to a role that may replicate.',
    );
  const rings = await readRings(env);
  if (rings.ENCRYPTION_KEYS.length === 0)
    throw new ProvisionError(
      'ENCRYPTION_KEYS is not set.',
      'Set it as the service has it, so that a restore can check that nobody lost the keys.',
    );
  const started = new Date();
  const name = started.toISOString().replaceAll(/[:.]/g, '-');
  const folder = join(resolve(out), name);
  const unfinished = `${folder}.unfinished`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await chmod(unfinished, 0o700);
  try {
    const contents = await writeBackup(url, unfinished, started, rings);
    await rename(unfinished, folder);
    return {
      code: EXIT.ok,
      json: { folder, ...contents },
      text: `${folder}: ${(contents.archive_bytes / 1e6).toFixed(1)} MB. It needs the encryption keys ${idsOf(contents.encryption_keys)}, which are not in it: keep them apart.`,
    };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
};

const writeBackup = async (url: string, folder: string, started: Date, rings: Rings): Promise<Contents> => {
  const postgres = await versionOf(url);
  const archive = createGzip({ level: 4 });
  const list = createWriteStream(join(folder, MANIFEST), { mode: 0o600 });
  const file = createWriteStream(join(folder, ARCHIVE), { mode: 0o600 });
  const written = Promise.all([pipeline(archive, file), finished(list)]);
  // A failure ends the base backup, which reports it.
  written.catch(() => undefined);
  try {
    await takeBaseBackup(url, { archive, manifest: list });
    archive.end();
    list.end();
    await written;
  } finally {
    archive.destroy();
    list.destroy();
  }
  const contents: Contents = {
    started: started.toISOString(),
    finished: new Date().toISOString(),
    postgres,
    release: manifest.version,
    encryption_keys: [...checksOf(rings.ENCRYPTION_KEYS)],
    signing_keys: [...checksOf(rings.LEDGER_SIGNING_KEYS)],
    archive_sha256: await digestOf(join(folder, ARCHIVE)),
    archive_bytes: (await stat(join(folder, ARCHIVE))).size,
  };
  await writeFile(join(folder, CONTENTS), `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600 });
  return contents;
};

const versionOf = async (url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]!.server_version;
  } finally {
    await client.end().catch(() => undefined);
  }
};
