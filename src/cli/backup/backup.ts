import { createWriteStream } from 'node:fs';
import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import manifest from '../../../package.json' with { type: 'json' };
import { ProvisionError } from '../../provision/problem.ts';
import { entriesOf } from '../../store/crypto/key-providers/wrapped-ring.ts';
import { EXIT, type Outcome } from '../outcome.ts';
import { takeBaseBackup } from './base-backup.ts';
import { ARCHIVE, CONTENTS, type Contents, digestOf, MANIFEST } from './contents.ts';

export interface BackupOptions {
  readonly out: string;
}

/**
 * Takes a base backup of the whole database server while everything runs, into a folder of its own. A backup that fails leaves
 * nothing behind.
 * @param url of a role that may replicate
 * @param ring ENCRYPTION_KEYS; only the ids of its keys are recorded
 */
export const backUp = async (
  url: string | undefined,
  ring: string | undefined,
  { out }: BackupOptions,
): Promise<Outcome> => {
  if (url === undefined)
    throw new ProvisionError(
      'No database is set.',
      'Set DATABASE_MIGRATION_URL to a role that may replicate.',
    );
  const started = new Date();
  const name = started.toISOString().replaceAll(/[:.]/g, '-');
  const folder = join(resolve(out), name);
  const unfinished = `${folder}.unfinished`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await chmod(unfinished, 0o700);
  try {
    const contents = await writeBackup(
      url,
      unfinished,
      started,
      entriesOf(ring ?? '').map(({ id }) => id),
    );
    await rename(unfinished, folder);
    return {
      code: EXIT.ok,
      json: { folder, ...contents },
      text: `${folder}: ${(contents.archive_bytes / 1e6).toFixed(1)} MB. It needs the encryption keys ${contents.encryption_keys.join(', ') || 'of the service'}, which are not in it: keep them apart.`,
    };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
};

const writeBackup = async (
  url: string,
  folder: string,
  started: Date,
  keys: readonly string[],
): Promise<Contents> => {
  const file = createWriteStream(join(folder, ARCHIVE), { mode: 0o600 });
  const archive = createGzip({ level: 4 });
  archive.pipe(file);
  const list = createWriteStream(join(folder, MANIFEST), { mode: 0o600 });
  const postgres = await versionOf(url);
  await takeBaseBackup(url, { archive, manifest: list });
  archive.end();
  list.end();
  await Promise.all([finished(file), finished(list)]);
  const contents: Contents = {
    started: started.toISOString(),
    finished: new Date().toISOString(),
    postgres,
    release: manifest.version,
    encryption_keys: [...keys],
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
