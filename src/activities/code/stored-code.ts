import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import { findOutcome, outcomeRef } from '../../runs/outcome.ts';
import type { LeftFile, RunJob, RunOutcome } from '../../sandbox/index.ts';
import { openBlob } from '../../store/vault/blobs.ts';
import type { VaultRef } from '../../store/vault/vault.ts';
import { sealValue } from '../../store/vault/vault.ts';
import type { SandboxDependencies } from './dependencies.ts';

/** Submitted code as a job. The code and its outcome are sealed and passed by reference. */
export interface StoredJob extends RunJob {
  readonly returnFiles: readonly string[];
  /** Hashes of files that describe the run's case, with identifiers masked. */
  readonly caseFiles?: readonly { readonly name: string; readonly sha256: string }[];
}

/** The sealed value that {@link readJob} reads. */
export interface SubmittedCode {
  readonly language: 'python' | 'bash';
  readonly code: string;
  readonly timeout_ms: number;
  readonly stdin?: string | undefined;
  readonly files?: readonly {
    readonly name: string;
    readonly content?: string | undefined;
    readonly content_b64?: string | undefined;
    /** Reference to a large file's bytes, which are sealed separately (store/vault/blobs.ts). */
    readonly blob_ref?: string | undefined;
  }[];
  readonly return_files?: readonly string[] | undefined;
  /** Whether the files describe the run's case, so that its rows name them by their hashes. */
  readonly of_case?: boolean | undefined;
  /** Reference under which the environment variables are sealed. */
  readonly env_ref?: string | undefined;
  /** Whether to look for charts. By default, a session does and a single program does not. */
  readonly charts?: boolean | undefined;
}

export interface StoredFile extends LeftFile {
  /** The file's name in the sandbox, if `name` is masked. */
  readonly own_name?: string;
  /** Present if the file's content was requested. */
  readonly content_b64?: string;
  readonly content_truncated?: boolean;
}

/** The code's outcome, as stored in the vault. */
export interface StoredOutcome extends Omit<
  RunOutcome,
  'charts' | 'charts_without_data' | 'files' | 'egress_attempts_more'
> {
  readonly sandbox_id: string;
  readonly files: readonly StoredFile[];
  readonly charts: readonly { readonly name: string; readonly png_b64: string }[];
  /** Absent in outcomes stored by earlier releases. */
  readonly charts_without_data?: readonly string[];
  /** Absent in outcomes stored by earlier releases. */
  readonly egress_attempts_more?: number;
}

export type ReturnedFiles = ReadonlyMap<string, { readonly content: Buffer; readonly size: number }>;

/** Reads submitted code and the contents of its large files. @throws SealedValueGoneError if the code has been erased */
export const readJob = async (deps: SandboxDependencies, ref: VaultRef): Promise<StoredJob> => {
  const submitted = (await deps.openValue(ref)) as unknown as SubmittedCode;
  const blobs = new Map<string, Buffer>();
  for (const { blob_ref } of submitted.files ?? []) {
    if (blob_ref === undefined) continue;
    blobs.set(blob_ref, await openBlob(deps.db, deps.vaultRing, { teamId: ref.teamId, ref: blob_ref }));
  }
  const job = jobOf(submitted, blobs);
  if (submitted.env_ref === undefined) return job;
  const env = await deps.openValue({ teamId: ref.teamId, ref: submitted.env_ref });
  return { ...job, env: env as Readonly<Record<string, string>> };
};

/** Converts submitted code to a job. @param blobs contents of the files that have a `blob_ref` */
export const jobOf = (
  submitted: SubmittedCode,
  blobs: ReadonlyMap<string, Buffer> = new Map(),
): StoredJob => ({
  language: submitted.language,
  code: submitted.code,
  timeoutMs: submitted.timeout_ms,
  ...(submitted.stdin !== undefined && { stdin: submitted.stdin }),
  ...(submitted.charts !== undefined && { charts: submitted.charts }),
  files: (submitted.files ?? []).map(({ name, content, content_b64, blob_ref }) => ({
    name,
    content: content ?? blobs.get(blob_ref ?? '') ?? Buffer.from(content_b64 ?? '', 'base64'),
  })),
  returnFiles: submitted.return_files ?? [],
  ...(submitted.of_case === true && { caseFiles: hashesOf(submitted.files ?? []) }),
});

const hashesOf = (files: NonNullable<SubmittedCode['files']>): NonNullable<StoredJob['caseFiles']> =>
  files.map(({ name, content = '' }) => ({ name, sha256: hash('sha256', content) }));

export const storedOutcomeOf = (
  sandboxId: string,
  outcome: RunOutcome,
  returned: ReturnedFiles,
): StoredOutcome => ({
  ...outcome,
  sandbox_id: sandboxId,
  charts: outcome.charts.map(({ name, png }) => ({ name, png_b64: png.toString('base64') })),
  files: outcome.files.map((file) => {
    const found = returned.get(file.name);
    if (found === undefined) return file;
    return {
      ...file,
      content_b64: found.content.toString('base64'),
      content_truncated: found.content.length < found.size,
    };
  }),
});

/** Stores an outcome if no earlier attempt has stored one. */
export const storeOutcome = async (
  deps: SandboxDependencies,
  { teamId, ref }: VaultRef,
  outcome: StoredOutcome,
): Promise<void> => {
  await sealValue(deps.db, deps.vaultRing, { teamId, ref: outcomeRef(ref), value: { ...outcome } });
};

/** Returns an earlier attempt's outcome; undefined if there is none. */
export const outcomeOfJob = async (
  { db, vaultRing }: Pick<SandboxDependencies, 'db' | 'vaultRing'>,
  ref: VaultRef,
): Promise<StoredOutcome | undefined> => findOutcome<StoredOutcome>(db, vaultRing, ref);

/**
 * Notes, before the handover, that an attempt is about to hand over the code, so that no other attempt hands it over a second
 * time.
 * @param attempt id of the attempt, so that the same attempt may repeat its note
 * @returns false if another attempt has already noted a handover
 */
export const noteHandedOver = async (
  deps: Pick<SandboxDependencies, 'vaultRing' | 'openValue'> & { readonly db: Kysely<Database> },
  { teamId, ref }: VaultRef,
  attempt: string,
): Promise<boolean> => {
  const note = { teamId, ref: `${ref}/started` };
  if (await sealValue(deps.db, deps.vaultRing, { ...note, value: { attempt } })) return true;
  return (await deps.openValue(note))['attempt'] === attempt;
};
