import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { ProvisionError } from '../../provision/problem.ts';

/** Files of a backup. */
export const ARCHIVE = 'base.tar.gz';
export const MANIFEST = 'backup_manifest';
export const CONTENTS = 'backup.json';

const keyCheck = z.object({ id: z.string(), check: z.string() });

const contentsSchema = z.object({
  started: z.iso.datetime(),
  finished: z.iso.datetime(),
  postgres: z.string(),
  release: z.string(),
  /** The keys without which the cases cannot be decrypted. The keys themselves are not in the backup. */
  encryption_keys: z.array(keyCheck).min(1),
  /** The keys in LEDGER_SIGNING_KEYS. */
  signing_keys: z.array(keyCheck),
  archive_sha256: z.string(),
  archive_bytes: z.number(),
});

export type Contents = z.output<typeof contentsSchema>;

export const digestOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/**
 * Reads what a backup contains, and checks that it is whole.
 * @throws ProvisionError when it is not a backup, or its archive was cut or changed
 */
export const readContents = async (folder: string): Promise<Contents> => {
  const text = await readFile(join(folder, CONTENTS), 'utf8').catch(() => '');
  const parsed = contentsSchema.safeParse(text === '' ? undefined : JSON.parse(text));
  if (!parsed.success)
    throw new ProvisionError(
      `${folder} is not a complete backup.`,
      `It has no ${CONTENTS}: take another one.`,
    );
  const digest = await digestOf(join(folder, ARCHIVE)).catch(() => undefined);
  if (digest !== parsed.data.archive_sha256)
    throw new ProvisionError(
      `${join(folder, ARCHIVE)} is damaged.`,
      'Its digest is not the one of the backup: use another copy.',
    );
  return parsed.data;
};
