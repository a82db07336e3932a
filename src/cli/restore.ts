import { execFile } from 'node:child_process';
import { appendFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { postgresUser } from '../provision/postgres-user.ts';
import { ProvisionError } from '../provision/problem.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { ARCHIVE, type Contents, readContents } from './backup/contents.ts';
import { missingKeys, readRings, type Rings } from './backup/rings.ts';

const run = promisify(execFile);

export interface RestoreOptions {
  readonly from: string;
  readonly to: string;
  /** Folder to which the server's archive_command copied its WAL. */
  readonly wal?: string;
  /** Point in time up to which the WAL is replayed; by default the end of the WAL. */
  readonly until?: string;
}

/**
 * Prepares a data folder of Postgres from a backup. The server recovers when it is started with this folder.
 * @param env of the service that will use the data
 */
export const restore = async (
  env: Readonly<Record<string, string | undefined>>,
  options: RestoreOptions,
): Promise<Outcome> => {
  const [from, to] = [resolve(options.from), resolve(options.to)];
  const contents = await readContents(from);
  const until = momentOf(options, contents.finished);
  const retired = requireKeys(await readRings(env), contents);
  await requireEmpty(to);
  const wal = options.wal === undefined ? undefined : await requireFolder(resolve(options.wal));
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    await run('tar', ['--extract', '--gzip', '--file', join(from, ARCHIVE), '--directory', unfinished]);
    if (wal !== undefined) await followWal(unfinished, wal, until);
    await giveToPostgres(unfinished);
    await rm(to, { recursive: true, force: true });
    await rename(unfinished, to);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  const reached = wal === undefined ? contents.finished : (until ?? 'the end of the WAL');
  const publish =
    retired.length === 0
      ? ''
      : ` LEDGER_SIGNING_KEYS lacks ${retired.join(', ')}, which signed then: also run ledger publish-keys.`;
  return {
    code: EXIT.ok,
    json: { folder: to, backup: basename(from), reaches: reached, signing_keys_missing: retired },
    text: `${to} reaches ${reached}. Start Postgres on it, then run: ledger verify --team <name>${publish}`,
  };
};

const momentOf = ({ until, wal }: RestoreOptions, earliest: string): string | undefined => {
  if (until === undefined) return undefined;
  const moment = new Date(until);
  if (Number.isNaN(moment.getTime()))
    throw new ProvisionError('--until is not a time.', 'Write it like 2027-01-31T09:30:00Z.');
  if (wal === undefined)
    throw new ProvisionError('--until needs --wal.', 'A base backup alone has one moment only.');
  if (moment.getTime() < Date.parse(earliest))
    throw new ProvisionError(
      `The backup was finished at ${earliest}, after --until.`,
      'Use an older backup.',
    );
  return moment.toISOString();
};

/**
 * Requires the keys without which the cases cannot be decrypted.
 * @returns signing keys that are missing now, as after a rotation
 */
const requireKeys = (
  rings: Rings,
  { encryption_keys, signing_keys }: Pick<Contents, 'encryption_keys' | 'signing_keys'>,
): readonly string[] => {
  const missing = missingKeys('ENCRYPTION_KEYS', rings, encryption_keys);
  if (missing.length > 0)
    throw new ProvisionError(
      `ENCRYPTION_KEYS lacks keys of the backup: ${missing.join(', ')}.`,
      'Without them nobody can read the cases. Restore the keys first, from where they are kept.',
    );
  return missingKeys('LEDGER_SIGNING_KEYS', rings, signing_keys);
};

const requireEmpty = async (folder: string): Promise<void> => {
  const files = await readdir(folder).catch(() => []);
  if (files.length > 0)
    throw new ProvisionError(
      `${folder} is not empty.`,
      'Stop Postgres and move the folder away first; nothing is overwritten.',
    );
};

const requireFolder = async (folder: string): Promise<string> => {
  await readdir(folder).catch(() => {
    throw new ProvisionError(`${folder} cannot be read.`, '--wal is the folder of archive_command.');
  });
  if (/["'\\%\n]/.test(folder))
    throw new ProvisionError(`${folder} has a quote or a % in its name.`, 'Use another folder.');
  return folder;
};

/** Configures the server to replay the archived WAL when it starts, and then to accept writes. */
const followWal = async (folder: string, wal: string, until: string | undefined): Promise<void> => {
  const settings = [
    `restore_command = 'cp "${wal}/%f" "%p"'`,
    "recovery_target_action = 'promote'",
    "recovery_target_timeline = 'latest'",
    ...(until === undefined
      ? []
      : [`recovery_target_time = '${until.replace('T', ' ').replace('Z', '+00')}'`]),
  ];
  await appendFile(join(folder, 'postgresql.auto.conf'), `\n${settings.join('\n')}\n`);
  await writeFile(join(folder, 'recovery.signal'), '', { mode: 0o600 });
};

/** Postgres refuses to run as root, so root gives the files to the user as whom npm start runs it. */
const giveToPostgres = async (folder: string): Promise<void> => {
  const { owner } = await postgresUser('/bin/sh', dirname(folder));
  if (owner === undefined) return;
  await run('chown', ['--recursive', `${owner.uid}:${owner.gid}`, folder]);
};
